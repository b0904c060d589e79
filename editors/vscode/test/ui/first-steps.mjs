// What a new user does: follow the walkthrough, and write a first call.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

export async function firstSteps(window) {
  window.write('first.md', '');
  await window.open();
  await walkthrough(window);
  await snippets(window);
}

/** Every step's button does what the step describes. */
async function walkthrough(window) {
  const { page, choices } = window;
  const steps = page.locator('.getting-started-step');
  const open = async (step) => {
    await window.command('Welcome: Open Walkthrough...');
    await page.locator('.quick-input-widget input').fill('Forge');
    await choices.filter({ hasText: 'Get started with Forge Tool Calls' }).waitFor();
    await window.press('Enter');
    await steps.filter({ hasText: step }).click();
    await sleep(1000); // the page takes the focus once more when the step has unfolded
  };

  await open('See what a call does');
  assert.equal(await steps.count(), 6);
  await window.shoot('walkthrough');
  await page.getByRole('button', { name: 'Open an example' }).click();
  await window.line('q&a.go').waitFor();
  await window.squiggles('error').first().waitFor();
  await window.status.filter({ hasText: 'Forge: 1 call, 1 with data lost' }).waitFor();
  await window.press('Control+Home');
  await window.command('Forge: Fix All in File');
  await window.line('q&amp;a.go').waitFor();
  await window.squiggles('error').first().waitFor({ state: 'detached' });

  await open('Read why');
  await page.getByRole('button', { name: 'Explain a rule' }).click();
  await page.locator('.quick-input-widget input').fill('unescaped-amp');
  await choices.filter({ hasText: 'unescaped-ampersand' }).waitFor();
  await window.press('Enter');
  await window.preview('h1', 'unescaped-ampersand').waitFor();

  await open('Fix on save');
  await page.getByRole('button', { name: 'Open the setting' }).click();
  await page.locator('.settings-editor .setting-item-contents', { hasText: 'Code Actions On Save' }).first().waitFor();
  await window.press('Escape');
  window.ok('the walkthrough');
  await window.command('View: Close All Editors');
  await page.getByRole('button', { name: "Don't Save" }).click();
}

/** A snippet is typed, filled in and saved: the call has no findings. */
async function snippets(window) {
  const { page, status } = window;
  await window.openFile('first.md');
  await page.keyboard.type('tool-cd');
  await window.press('Control+Space');
  await page.locator('.suggest-widget .monaco-list-row', { hasText: 'tool-cdata' }).first().waitFor();
  await window.press('Enter');
  await window.line('<content>').waitFor();
  await window.press('Tab', 'Tab');
  await page.keyboard.type('src/a.go');
  await window.press('Tab');
  await page.keyboard.type('a && b');
  await status.filter({ hasText: /Forge: 1 call$/ }).waitFor();
  await window.press('Control+S');
  await window.saved('first.md', [
    '<tool>', '<server_name>local</server_name>', '<tool_name>write_file</tool_name>', '<arguments>',
    '  <path>src/a.go</path>', '  <content><![CDATA[a && b]]></content>', '</arguments>', '</tool>',
  ].join('\n'));
  assert.equal(await window.squiggles('error').count() + await window.squiggles('warning').count(), 0);
  window.ok('a snippet');
}
