// A call is written by keyboard alone, from an empty file to one that runs.
import assert from 'node:assert/strict';

export async function completing(window) {
  const { page, status } = window;
  window.write('new.md', '');
  await window.open();
  await window.openFile('new.md');
  await status.filter({ hasText: 'Forge: no calls' }).waitFor();
  await window.press('Control+B'); // what a call is about is then beside the list

  const row = (label) => page.locator('.suggest-widget .monaco-list-row', { hasText: label });
  // Where there is no call, a tag of something else is kept, and nothing is offered for it.
  await page.keyboard.type('<div>');
  await window.line('<div>').waitFor();
  assert.equal(await row('add_note').count(), 0);
  await window.press('Control+A');
  await page.keyboard.type('- <');
  await window.press('Control+Space'); // which asks
  await row('add_note').first().waitFor();
  // Enough for it to be the first: the list may be filtered again at any time, and then the first
  // is the selected one.
  await page.keyboard.type('write_f');
  await row('add_note').waitFor({ state: 'detached' });
  await row('write_file').and(page.locator('.focused')).waitFor();
  await window.press('Control+Space'); // what it is
  await page.locator('.suggest-details', { hasText: 'Writes a file' }).waitFor();
  await window.shoot('completion', { x: 0, y: 0, width: 900, height: 292 });
  await window.press('Enter');
  await window.line('<content>').waitFor();
  await fill(window, ['src/a.go', 'if a < b && b < c {}']);
  await status.filter({ hasText: /Forge: 1 call$/ }).waitFor();
  await window.press('Control+S');
  await window.saved('new.md', [
    '- <tool>', '  <server_name>local</server_name>', '  <tool_name>write_file</tool_name>', '  <arguments>',
    '    <path>src/a.go</path>', '    <content><![CDATA[if a < b && b < c {}]]></content>', '  </arguments>', '  </tool>',
  ].join('\n'));
  assert.equal(await window.squiggles('error').count() + await window.squiggles('warning').count(), 0);
  window.ok('a call by keyboard alone');

  // The tags of a call close themselves, and the cursor stays between them.
  await window.press('Control+A', 'Delete');
  await page.keyboard.type('<tool>');
  await window.line('<tool></tool>').waitFor();
  await page.keyboard.type('x');
  await window.line('<tool>x</tool>').waitFor();
  window.ok('tags close themselves');

  // The words of the file are listed where the server offers nothing: it cannot tell this from a letter.
  window.write('pom.xml', '<project>\n<delegates>1</delegates>\n\n</project>\n');
  await window.openByName('pom.xml');
  await window.press('ArrowDown', 'ArrowDown');
  await page.keyboard.type('<d');
  await window.press('Control+Space');
  await row('delegates').first().waitFor();
  assert.equal(await row('delete_note').count(), 0);
  window.ok('nothing is offered for the tags of others');
}

/**
 * Types the values of the fields of a call. A key that comes before the editor has done what the
 * one before asks for, or while it shows a list that takes the Tab, would go elsewhere: so each
 * field is waited for until it is selected, and each value until it is there and no list is.
 */
async function fill(window, values) {
  const { page } = window;
  for (const value of values) {
    await page.locator('.statusbar-item', { hasText: /\(\d+ selected\)/ }).waitFor();
    await page.keyboard.type(value);
    await window.line(value).waitFor();
    await page.locator('.suggest-widget.visible').waitFor({ state: 'detached' });
    await window.press('Tab');
  }
}
