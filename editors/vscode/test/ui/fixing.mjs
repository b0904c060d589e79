// A call that does not run as written: what is seen of it, and how it is fixed.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is on the screen: a prompt with two calls, one of which the runtime would not run as written. */
const PROMPT = readFileSync(new URL('prompt.md', import.meta.url), 'utf8');

export async function fixing(window) {
  const { page, status } = window;
  for (const name of ['agent.md', 'agent.txt']) {
    window.write(name, PROMPT);
  }
  await window.open();
  await window.openFile('agent.md');

  // Squiggles, and what the status bar shows.
  await window.squiggles('warning').first().waitFor();
  await window.squiggles('error').first().waitFor();
  await status.filter({ hasText: 'Forge: 2 calls, 1 with data lost' }).waitFor();
  await page.locator('.codelens-decoration a', { hasText: /^data lost: / }).waitFor();
  await window.press('Control+B');
  await window.shoot('squiggle');
  await window.shoot('before', await firstCall(window));
  window.ok('squiggles, lens and status bar');

  await checkColors(page);
  window.ok('colors in Markdown');

  // A click on the status bar lists the calls, and one that is picked is gone to.
  await status.click();
  await window.tree.filter({ hasText: 'write_file' }).waitFor();
  assert.deepEqual(await window.rows(), ['write_file data lost · docs/q&a.md', 'search_files src']);
  await window.press('End', 'Enter');
  await page.locator('.statusbar-item', { hasText: 'Ln 18, Col 1' }).waitFor();
  await window.press('Control+B');
  window.ok('the calls of the file');

  await window.command('View: Focus Problems');
  const problems = page.locator('.markers-panel .monaco-list-row');
  await problems.filter({ hasText: 'unescaped-ampersand' }).first().waitFor();
  await problems.filter({ hasText: 'corrupted-cdata' }).first().waitFor();
  await window.shoot('problems');
  await window.press('Control+J');
  window.ok('Problems panel');

  // The cursor onto the &, the menu, the preferred fix.
  await window.line('q&a.md').click();
  await window.press('Home', ...Array('<path>docs/q'.length).fill('ArrowRight'), 'Control+.');
  await page.locator('.action-widget .monaco-list-row', { hasText: 'Escape as `&amp;`' }).first().waitFor();
  await window.shoot('quick-fix');
  await window.press('Enter');
  await window.line('q&amp;a.md').waitFor();
  await window.squiggles('error').first().waitFor({ state: 'detached' });
  await window.squiggles('warning').first().waitFor({ state: 'detached' });
  await status.filter({ hasText: /Forge: 2 calls$/ }).waitFor();
  await window.shoot('after', await firstCall(window));
  await window.press('Control+S');
  await window.saved('agent.md', PROMPT.replace('q&a.md', 'q&amp;a.md'));
  window.ok('Ctrl+. fixes, and the file on disk is right');

  // Back to the finding, and its explanation beside it.
  await window.press('Control+Z');
  await window.line('q&a.md').waitFor();
  await window.squiggles('warning').first().waitFor();
  await window.command('Forge: Explain Rule');
  await window.preview('h1', 'unescaped-ampersand').waitFor();
  await window.shoot('explain');
  window.ok('Explain Rule');

  // Plain text, which has no colors of its own.
  await window.command('View: Close All Editors');
  await window.openByName('agent.txt');
  await window.line('q&a.md').waitFor();
  await checkColors(page);
  window.ok('colors in plain text');
}

/** Where the first call is on the screen, with what is before it. */
async function firstCall(window) {
  let box;
  while (!box) { // a line may be drawn again meanwhile
    box = await window.line('</tool>').boundingBox();
  }
  const { y, height } = box;
  return { x: 0, y: 38, width: 700, height: y + height - 38 };
}

/** Compares the colors on the screen: what is apart in meaning is apart in color. */
async function checkColors(page) {
  const colorOf = (text, within) =>
    page.evaluate(
      ([text, within]) => {
        const spans = [...document.querySelectorAll('.monaco-editor .view-line')]
          .filter((line) => line.textContent.replace(/\u00a0/g, ' ').includes(within))
          .flatMap((line) => [...line.querySelectorAll('span > span')]);
        const span = spans.find((span) => span.textContent.replace(/\u00a0/g, ' ').includes(text));
        return span && getComputedStyle(span).color;
      },
      [text, within],
    );
  for (let tries = 0; ; tries++) {
    const plain = await colorOf('Plain', 'Plain words');
    const colors = {
      tag: await colorOf('tool_name', '<tool_name>'),
      raw: await colorOf('&', 'q&a.md'),
      reference: await colorOf('lt', '&lt;'),
      cdata: await colorOf('return', 'return x'),
    };
    const distinct = new Set([plain, ...Object.values(colors)]);
    const mention = await colorOf('R&D', 'R&D');
    if (!Object.values(colors).includes(undefined) && distinct.size === 5 && mention === plain) {
      return;
    }
    if (tries === 100) {
      assert.fail(`colors: ${JSON.stringify({ plain, mention, ...colors })}`);
    }
    await sleep(100);
  }
}
