// What the user is told when there is no server, and that what the message
// offers helps.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withWindow } from './window.mjs';

const SERVER = fileURLToPath(new URL('../../server/forge-lsp', import.meta.url));

const CALL = '<tool>\n<tool_name>read_file</tool_name>\n<arguments><path>q&a.md</path></arguments>\n</tool>\n';

export async function failures(editor) {
  const folder = mkdtempSync(join(tmpdir(), 'forge-server-'));
  try {
    const path = join(folder, 'forge-lsp');
    await withWindow({ ...editor, machine: { 'forge.server.path': path } }, (window) => use(window, path));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function use(window, path) {
  const { page, status, toast } = window;
  /** Puts a program in the place of the server. */
  const put = (text) => {
    rmSync(path, { force: true });
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  };
  const said = (text) => toast.filter({ hasText: text }).first().waitFor();
  const click = (name) => toast.getByRole('button', { name }).first().click();
  window.write('a.md', CALL);
  await window.open();
  await window.openFile('a.md');

  await said(`The Forge language server is missing: ${path} does not exist. Correct the setting forge.server.path`);
  await status.filter({ hasText: 'Forge' }).waitFor();
  await window.shoot('missing');
  await click('Open Settings');
  await page.locator('.settings-editor .setting-item-contents', { hasText: 'Server: Path' }).first().waitFor();
  await window.press('Escape');
  window.ok('the server is missing');

  // Restarting tries again, and tells what is wrong now: here a click on the status bar.
  put('echo forge-lsp v0.0.9');
  await status.click();
  await said(`${path} is forge-lsp v0.0.9; the extension needs 0.1.0 or later. Update it`);
  window.ok('the server is too old');

  put('if [ "$1" = version ]; then echo forge-lsp v0.1.0; else echo exit code 3 >&2; exit 3; fi');
  await click('Restart');
  await status.locator('.codicon-sync').waitFor();
  await said('The Forge language server stopped five times in three minutes.');
  assert.equal(await toast.count(), 1);
  await window.shoot('keeps-ending');
  await click('Show Log');
  await window.command('View: Toggle Maximized Panel'); // what ends first of a server, and is noted first, differs
  await page.locator('.output-view', { hasText: 'exit code 3' }).waitFor();
  await window.command('View: Toggle Maximized Panel');
  await window.line('q&a.md').click();
  window.ok('the server keeps ending');

  rmSync(path);
  symlinkSync(SERVER, path);
  await window.command('Forge: Restart Server');
  await window.squiggles('warning').first().waitFor();
  await status.filter({ hasText: 'Forge: 1 call, 1 repaired' }).waitFor();
  window.ok('the server is put right');
}
