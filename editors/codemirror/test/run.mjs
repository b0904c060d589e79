// The client of CodeMirror in Debian's Chromium, with the built server: FORGE_LSP=… node test/run.mjs
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import { bridge } from '../bridge.mjs';

const call = (tool, ...lines) => [
  '<tool>', '<server_name>local</server_name>', `<tool_name>${tool}</tool_name>`, '<arguments>', ...lines, '</arguments>', '</tool>',
].join('\n');

const folder = mkdtempSync(join(tmpdir(), 'forge-codemirror-'));
mkdirSync(join(folder, '.git'));

/** What the page opens next. */
let text = '';
const bundle = (await build({
  entryPoints: [new URL('page.mjs', import.meta.url).pathname], bundle: true, write: false, format: 'esm', logLevel: 'warning',
})).outputFiles[0].contents;
const http = createServer((request, response) => {
  const [type, body] = {
    '/page.mjs': ['text/javascript', bundle],
    '/document': ['application/json', JSON.stringify({
      text, uri: pathToFileURL(join(folder, 'a.md')).href, language: 'markdown', root: pathToFileURL(folder).href,
    })],
  }[request.url] ?? ['text/html', '<!doctype html><script type="module" src="/page.mjs"></script>'];
  response.setHeader('Content-Type', type).end(body);
});
await new Promise((listening) => http.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${http.address().port}`;
bridge(http, { command: [process.env.FORGE_LSP ?? 'forge-lsp', 'serve'], origins: [origin] });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'],
});
const context = await browser.newContext();
await context.route((url) => url.hostname !== '127.0.0.1', (route) => route.abort());
const page = await context.newPage();
page.setDefaultTimeout(60_000);
const complaints = [];
page.on('pageerror', (error) => complaints.push(String(error)));
page.on('console', (message) => /error|warning/.test(message.type()) && complaints.push(message.text()));

/** Opens a text in a new editor, the cursor after the first place of a part of it. */
async function open(document, part = '') {
  text = document;
  await page.goto(origin);
  await page.waitForFunction(() => document.title === 'ready');
  await page.evaluate((at) => window.view.dispatch({ selection: { anchor: at } }), document.indexOf(part) + part.length);
}

const content = () => page.evaluate(() => window.view.state.doc.toString());
const becomes = (wanted) => page.waitForFunction((want) => window.view.state.doc.toString() === want, wanted);

let failed = 0;
async function test(name, run) {
  try {
    await run();
    assert.deepEqual(complaints.splice(0), []);
    console.log(`  ok   ${name}`);
  } catch (error) {
    failed++;
    console.log(`  FAIL ${name}\n${error.stack}\n${await content().catch(() => '')}`);
  }
}

const sound = call('read_file', '  <path>docs/a.md</path>');

await test('diagnostics after an emoji', async () => {
  await open(call('read_file', '  <path>🙂/q&a.md</path>'));
  const marked = page.locator('.cm-lintRange-warning');
  await marked.waitFor();
  assert.equal(await marked.textContent(), '&');
});

await test('fixes, from the tooltip of a diagnostic', async () => {
  await page.locator('.cm-lintRange-warning').hover();
  await page.locator('.cm-diagnosticAction', { hasText: 'Fix' }).click();
  await becomes(call('read_file', '  <path>🙂/q&amp;a.md</path>'));
  await page.locator('.cm-lintRange-warning').waitFor({ state: 'detached' });
});

await test('completion of a whole call by keyboard, to one that runs', async () => {
  await open('');
  await page.keyboard.type('<to');
  // Each letter has the list asked for again, which is pending until then.
  await page.waitForFunction(() => window.view.state.doc.toString() === '<to' && window.completing() === 'active');
  await page.locator('.cm-tooltip-autocomplete li', { hasText: 'write_file' }).waitFor();
  const names = await page.locator('.cm-tooltip-autocomplete li .cm-completionLabel').allTextContents();
  for (let i = names.indexOf('write_file'); i > 0; i--) {
    await page.keyboard.press('ArrowDown');
  }
  await page.locator('.cm-tooltip-autocomplete li[aria-selected]', { hasText: 'write_file' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.view.state.doc.toString().includes('<content>'));
  await page.keyboard.type('docs/a.md');
  await page.keyboard.press('Tab');
  await page.keyboard.type('if a < b && b < c {}');
  await becomes(call('write_file', '  <path>docs/a.md</path>', '  <content><![CDATA[if a < b && b < c {}]]></content>'));
  const [{ outcome, checked }] = await page.evaluate(() => {
    window.client.sync();
    return window.client.request('forge/calls', { textDocument: { uri: window.client.workspace.files[0].uri } });
  });
  assert.deepEqual([outcome, checked], ['runs', true]);
});

await test('hover', async () => {
  await open(sound);
  const name = await page.evaluate(() => {
    const at = window.view.state.doc.toString().indexOf('read_file') + 3;
    const { left, top, bottom } = window.view.coordsAtPos(at);
    return { x: left, y: (top + bottom) / 2 };
  });
  await page.mouse.move(name.x, name.y);
  await page.locator('.cm-lsp-hover-tooltip', { hasText: 'Reads a text file' }).waitFor();
});

await test('signature help', async () => {
  await open(sound, '<arguments>');
  await page.keyboard.press('Control+Shift+Space');
  await page.locator('.cm-lsp-signature', { hasText: 'path' }).waitFor();
});

await test('rename', async () => {
  await open(sound, '<pa');
  await page.keyboard.press('F2');
  await page.locator('.cm-lsp-rename-panel input').fill('file');
  await page.keyboard.press('Enter');
  await becomes(sound.replaceAll('path>', 'file>'));
});

await test('formatting', async () => {
  await open(sound.replace('  <path>', '<path>'));
  await page.keyboard.press('Shift+Alt+F');
  await becomes(sound);
});

await browser.close();
http.close();
http.closeAllConnections();
rmSync(folder, { recursive: true });
const { version } = createRequire(import.meta.url)('@codemirror/lsp-client/package.json');
console.log(`@codemirror/lsp-client ${version}`);
process.exit(failed ? 1 : 0);
