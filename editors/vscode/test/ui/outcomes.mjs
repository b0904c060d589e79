// One file with each outcome of a call: everything that shows what happens to a call has the same word.
import assert from 'node:assert/strict';

const call = (args, tag = 'tool') =>
  `<${tag}><server_name>local</server_name>\n<tool_name>read_file</tool_name><arguments>${args}</arguments>\n</${tag}>\n`;

const CALLS = [
  ['runs', call('<path>a.go</path>')],
  ['repaired', call('<path>q&a.md</path>')],
  ['data lost', call('<path>b.go</path><path>c.go</path>')],
  ['refused', call('<path>if a < b</path>')],
  ['never runs', call('<path>d.go</path>', 'Tool')],
];

export async function outcomes(window) {
  const { page, status, tree } = window;
  const words = CALLS.slice(1).map(([word]) => word);
  window.write('outcomes.md', CALLS.map(([, text]) => text).join('\n'));
  await window.open();
  await window.openFile('outcomes.md');
  await status.filter({ hasText: 'Forge: 5 calls, 1 repaired, 1 with data lost, 1 refused, 1 never runs' }).waitFor();

  await status.click();
  await tree.filter({ hasText: 'never runs' }).waitFor();
  assert.deepEqual(await window.rows(), ['read_file a.go', ...words.map((word, at) => `read_file ${word} · ${['q&a.md', 'b.go', 'if a < b', 'd.go'][at]}`)]);

  // VS Code drops the request for lenses that waits when the editor loses the focus, and asks when that is back.
  await window.line('d.go').click();

  for (const word of words) {
    await page.locator('.codelens-decoration a', { hasText: new RegExp(`^${word}: `) }).waitFor();
  }
  assert.equal(await page.locator('.codelens-decoration a', { hasText: /: \d/ }).count(), words.length);
  await window.shoot('outcomes');
  window.ok('each outcome, in the same words');
}
