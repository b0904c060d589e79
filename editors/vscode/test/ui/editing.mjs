// A call that edits a file of the folder: what is wrong, its fix, the change, and the way to the file.
const FILE = ['package a', '', '// One is 1.', 'func One() int {', '\treturn 1', '}', ''].join('\n');

const REPLY = [
  'I make it 2.', '', '<tool>', '<server_name>local</server_name>', '<tool_name>apply_diff</tool_name>', '<arguments>', '<path>a.go</path>',
  '<edits>', '<edit><search>// One is 1.</search><replace>// One is 2.</replace></edit>',
  '<edit><search>    return 1</search><replace>\treturn 2</replace></edit>', '</edits>', '</arguments>', '</tool>', '',
].join('\n');

export async function editing(window) {
  const { page } = window;
  const lens = (text) => page.locator('.codelens-decoration a', { hasText: text });
  window.write('a.go', FILE);
  window.write('next.reply', REPLY);
  await window.open();
  await window.openFile('next.reply');
  await window.status.filter({ hasText: /Forge: 1 call$/ }).waitFor();
  await window.press('Control+Home', 'Enter'); // a reply is checked against files while it is written
  await window.squiggles('error').first().waitFor();
  await lens('refused: edit 2: search text not found in file').waitFor();
  await window.line('return 1').hover();
  await page.locator('.monaco-hover:visible', { hasText: 'Edit 1: line 3' }).first().waitFor();
  await window.still();
  window.ok('an edit that the file does not have, and where the others are');

  await window.line('return 1').click();
  await window.press('F8');
  await page.locator('.peekview-widget, .zone-widget', { hasText: 'is not in `a.go`' }).first().waitFor();
  await window.shoot('edit-refused');
  await window.press('Escape');
  await page.locator('.peekview-widget, .zone-widget', { hasText: 'is not in `a.go`' }).first().waitFor({ state: 'hidden' });
  await page.locator('.monaco-editor.focused').waitFor();
  await window.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Write the text as it is in the file' }).first().waitFor();
  await window.press('Enter');
  await page.locator('.bulk-edit-panel .edit-checkbox').first().click(); // a guess is only applied if it is chosen
  await page.locator('.bulk-edit-panel .monaco-button', { hasText: 'Apply' }).click();
  await window.squiggles('error').first().waitFor({ state: 'detached' });
  window.ok('its fix');

  await lens('Show the change').click();
  await page.locator('.tab.active', { hasText: 'a.go: what apply_diff replaces' }).waitFor();
  await page.locator('.monaco-diff-editor .view-line', { hasText: '// One is 2.' }).first().waitFor();
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'return 2' }).first().waitFor();
  await window.shoot('edit-change');
  window.ok('the change, as a comparison of the file');

  await page.locator('.tab', { hasText: 'next.reply' }).click();
  await page.locator('.tab.active', { hasText: 'next.reply' }).waitFor();
  await window.line('// One is 1.').click();
  await window.press('Home', ...Array('<edit><search>/'.length).fill('ArrowRight'), 'F12');
  await page.locator('.tab.active', { hasText: 'a.go' }).waitFor();
  await window.at('Ln 3');
  window.ok('from the searched text to its place in the file');
}
