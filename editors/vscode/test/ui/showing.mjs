// What the server shows in the window: hovers, lenses, the outline, and a transcript.

const CALL = [
  '<tool>', '<server_name>local</server_name>', '<tool_name>read_file</tool_name>', '<arguments>',
  '  <path>docs/q&a.md</path>', '  <start_line>12</start_line>', '</arguments>', '</tool>',
].join('\n');

const TRANSCRIPT = [
  { role: 'user', content: 'Look at the questions and answers.' },
  { role: 'assistant', content: `I read the file.\n\n${CALL}` },
  { role: 'user', content: 'R&D is done.' },
].map((message) => `${JSON.stringify(message)}\n`).join('');

export async function showing(window) {
  const { page } = window;
  window.write('call.md', `# A call\n\n${CALL}\n`);
  window.write('session.jsonl', TRANSCRIPT);
  await window.open();

  // Lenses above the call.
  await window.openFile('call.md');
  await window.squiggles('warning').first().waitFor();
  await page.locator('.codelens-decoration a', { hasText: 'Fix all' }).waitFor();
  await window.shoot('lenses');
  window.ok('lenses');

  // Hovers, by keyboard: on the tool, an argument, a value.
  await window.line('read_file').click();
  await window.still();
  for (const [keys, text, name] of [
    [['Home', ...Array('<tool_name>'.length).fill('ArrowRight')], 'Reads a text file', 'hover-tool'],
    [['ArrowDown', 'ArrowDown', 'Home', 'ArrowRight'], 'required', 'hover-argument'],
    [['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight'], 'the tool receives', 'hover-value'],
  ]) {
    await window.press(...keys, 'Control+K', 'Control+I');
    await page.locator('.monaco-hover:visible', { hasText: text }).first().waitFor();
    await window.shoot(name);
    await window.press('Escape');
    await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
  }
  window.ok('hovers');

  // The outline, as the list of symbols.
  await window.press('Control+Shift+O');
  await window.choices.filter({ hasText: 'read_file' }).first().waitFor();
  await window.shoot('outline');
  await window.press('Escape');
  window.ok('outline');

  // Both tags of a pair, by a new name, and as they are typed in, which is a setting.
  await window.line('start_line').click();
  await window.press('Home', 'ArrowRight', 'F2');
  await page.locator('.rename-box input:focus').waitFor();
  await page.keyboard.type('end_line');
  await window.press('Enter');
  await window.line('</end_line>').filter({ hasText: '<end_line' }).waitFor();
  window.ok('rename');
  await page.locator('.linked-editing-decoration').first().waitFor();
  await page.keyboard.type('of'); // where the cursor has been since the renaming
  await window.line('</endof_line>').filter({ hasText: '<endof_line' }).waitFor();
  window.ok('linked editing');

  // A transcript: the squiggle is inside of a JSON string.
  await window.press('Control+S');
  await window.command('View: Close All Editors');
  await window.openFile('session.jsonl');
  await window.press('Control+B');
  await window.command('View: Toggle Word Wrap');
  await window.squiggles('warning').first().waitFor();
  await window.shoot('leaked');
  window.ok('a transcript');
}
