// A transcript is reviewed by keyboard alone: the calls that did not run as they were meant, a
// fix inside of a JSON string, and what apply_diff changes.
import assert from 'node:assert/strict';
import { SESSION } from './session.mjs';

export async function reviewing(window) {
  const { page, tree } = window;
  window.write('session.jsonl', SESSION);
  await window.open();
  await window.openByName('session.jsonl');
  await window.status.filter({ hasText: 'Forge: 20 calls, 1 repaired, 1 with data lost, 3 refused' }).waitFor();

  await window.command('Forge: Show Calls of File');
  await tree.filter({ hasText: 'read_file' }).first().waitFor();
  await window.shoot('all-calls');
  await window.frame(1500);
  window.ok('the messages and calls of a transcript');

  await window.command('Forge: Show Only Calls That Did Not Run as Meant');
  await tree.filter({ hasText: 'list_files' }).first().waitFor({ state: 'detached' });
  assert.deepEqual(await window.rows(), [
    'Message 12 1 call, 1 with data lost · assistant', 'write_file data lost · docs/limits&keys.md',
    'Message 18 1 call, 1 refused · assistant', 'search_files refused · internal',
    'Message 24 1 call, 1 refused · assistant', 'write_to_file refused · internal/limit/clock.go',
    'Message 30 1 call, 1 refused · assistant', 'read_file refused · 1',
  ]);
  await window.shoot('failed-calls');
  await window.frame(1500);
  window.ok('only those that did not run as they were meant');

  // To the second of them: its problem is at the cursor, and the menu of fixes is about it.
  await window.press('Home', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  await window.at('Ln 18');
  await page.locator('.monaco-editor.focused').waitFor();
  await window.frame(1500);
  await window.press('Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Escape as `&lt;`' }).first().waitFor();
  await window.shoot('transcript');
  await window.frame(2500);
  await window.press('Enter');
  await tree.filter({ hasText: 'search_files' }).first().waitFor({ state: 'detached' });
  await window.press('Control+S');
  await window.saved('session.jsonl', SESSION.replace('if n \\u003c b.tokens', 'if n \\u0026lt; b.tokens'));
  await window.frame(2500);
  window.ok('one is fixed inside of its JSON string, and no other byte is changed');

  // By keys to the others, and by a command to all of one.
  await window.press('Alt+F9');
  await window.at('Ln 24');
  await window.press('Shift+Alt+F9');
  await window.at('Ln 12');
  await window.command('Forge: Fix All in Call');
  await tree.filter({ hasText: 'write_file' }).first().waitFor({ state: 'detached' });
  window.ok('to the next and to the one before');

  await window.command('Forge: Show All Calls');
  await tree.filter({ hasText: 'apply_diff' }).first().waitFor();
  await window.press('Alt+F9');
  await window.at('Ln 14');
  await window.command('Forge: Show What the Tool Receives');
  await page.locator('.tab.active', { hasText: 'internal/limit/bucket.go: what apply_diff replaces' }).waitFor();
  await page.locator('.monaco-diff-editor .line-insert').first().waitFor();
  await page.locator('.monaco-diff-editor .view-line', { hasText: 'if n > b.tokens {' }).first().waitFor();
  await window.shoot('diff');
  await window.frame(3000);
  assert.ok(window.animate('reviewing') < 500_000);
  window.ok('what apply_diff replaces, as a comparison');
}
