// A call is written by keyboard alone, from an empty file to one that runs.
import assert from 'node:assert/strict';

export async function completing(window) {
  const { page, status } = window;
  window.write('new.md', '');
  await window.open();
  await window.openFile('new.md');
  await status.filter({ hasText: 'Forge: no calls' }).waitFor();

  const row = (label) => page.locator('.suggest-widget .monaco-list-row', { hasText: label });
  await page.keyboard.type('- <');
  await row('add_note').first().waitFor();
  await page.keyboard.type('to');
  // The list is filtered again after each letter, and with it goes the selection.
  await row('add_note').locator('.highlight', { hasText: 'o' }).first().waitFor();
  await window.press('ArrowUp'); // the last one
  await row('write_file').and(page.locator('.focused')).waitFor();
  await window.press('Control+Space'); // what it is
  await page.locator('.suggest-details', { hasText: 'Writes a file' }).waitFor();
  await window.shoot('completion');
  await window.press('Enter');
  await window.line('<content>').waitFor();
  await page.keyboard.type('src/a.go');
  await window.press('Tab');
  await page.keyboard.type('if a < b && b < c {}');
  await window.press('Tab');
  await status.filter({ hasText: /Forge: 1 call$/ }).waitFor();
  await window.press('Control+S');
  await window.saved('new.md', [
    '- <tool>', '  <server_name>local</server_name>', '  <tool_name>write_file</tool_name>', '  <arguments>',
    '    <path>src/a.go</path>', '    <content><![CDATA[if a < b && b < c {}]]></content>', '  </arguments>', '  </tool>',
  ].join('\n'));
  assert.equal(await window.squiggles('error').count() + await window.squiggles('warning').count(), 0);
  window.ok('a call by keyboard alone');
}
