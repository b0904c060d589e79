// Uses the extension through the keyboard in the real window, and takes the
// screenshots that the README shows.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPage } from '../lib/browser.mjs';
import { startVSCode } from '../lib/vscode.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** What is on the screen: a prompt with one call, which the runtime would not run as written. */
const PROMPT = readFileSync(join(folder, 'test/ui/prompt.md'), 'utf8');

const SETTINGS = {
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.activityBar.location': 'hidden',
  'editor.minimap.enabled': false,
  'editor.fontSize': 14,
  'editor.stickyScroll.enabled': false,
  'editor.renderLineHighlight': 'none',
  'breadcrumbs.enabled': false,
  'editor.occurrencesHighlight': 'off',
};

/** Runs the tests; screenshots go into images/ if update is set, and into out/ otherwise. */
export async function runUI({ dir, vsix, update = process.env.UPDATE_IMAGES === '1' }) {
  const editor = await startVSCode({ dir, vsix, settings: SETTINGS });
  const { browser, page } = await openPage({ width: 1000, height: 640 }, 1.5);
  const images = join(folder, update ? 'images' : 'out/images');
  mkdirSync(images, { recursive: true });
  const shoot = async (name) => {
    await page.mouse.move(300, 628); // an empty part of the status bar: nothing is hovered over
    await sleep(1000);
    await page.screenshot({ path: join(images, `${name}.png`) });
  };
  page.setDefaultTimeout(60_000);
  const line = (text) => page.locator('.monaco-editor .view-line', { hasText: text }).first();
  const squiggles = (kind) => page.locator(`.monaco-editor .squiggly-${kind}`);
  const status = page.locator('.statusbar-item', { hasText: 'Forge' });
  const command = async (title) => {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await page.keyboard.press('Enter');
  };
  try {
    for (const name of ['agent.md', 'agent.txt']) {
      writeFileSync(join(editor.workspace, name), PROMPT);
    }
    await page.goto(`http://${editor.host}/?folder=${editor.workspace}`);
    const file = page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'agent.md' });
    await file.dblclick();
    await line('q&a.md').waitFor();

    // Squiggles, and what the status bar says.
    await squiggles('warning').first().waitFor();
    await squiggles('error').first().waitFor();
    await status.waitFor();
    await page.waitForFunction(() => /2.*1/.test(document.querySelector('[id="entrhq.forge-lsp.forge.status"]')?.textContent ?? ''));
    await page.keyboard.press('Control+B');
    await shoot('squiggle');
    console.log('  ✔ squiggles and status bar');

    await checkColors(page);
    console.log('  ✔ colors in Markdown');

    // A click on the status bar lists the problems.
    await status.click();
    const problems = page.locator('.markers-panel .monaco-list-row');
    await problems.filter({ hasText: 'unescaped-ampersand' }).first().waitFor();
    await problems.filter({ hasText: 'corrupted-cdata' }).first().waitFor();
    await shoot('problems');
    await page.keyboard.press('Control+J');
    console.log('  ✔ Problems panel');

    // The cursor onto the &, the menu, the preferred fix.
    await line('q&a.md').click();
    await page.keyboard.press('Home');
    for (let i = 0; i < '<path>docs/q'.length; i++) {
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Control+.');
    const menu = page.locator('.action-widget .monaco-list-row');
    await menu.filter({ hasText: 'Escape as &amp;' }).first().waitFor();
    await shoot('quick-fix');
    await page.keyboard.press('Enter');
    await line('q&amp;a.md').waitFor();
    await squiggles('error').first().waitFor({ state: 'detached' });
    await squiggles('warning').first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+S');
    const saved = join(editor.workspace, 'agent.md');
    const want = PROMPT.replace('q&a.md', 'q&amp;a.md');
    for (let i = 0; i < 100 && readFileSync(saved, 'utf8') !== want; i++) {
      await sleep(100);
    }
    assert.equal(readFileSync(saved, 'utf8'), want);
    console.log('  ✔ Ctrl+. fixes, and the file on disk is right');

    // Back to the finding, and its explanation beside it.
    await page.keyboard.press('Control+Z');
    await line('q&a.md').waitFor();
    await squiggles('warning').first().waitFor();
    await command('Forge: Explain Rule');
    const preview = page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
    await preview.locator('h1', { hasText: 'unescaped-ampersand' }).waitFor();
    await shoot('explain');
    console.log('  ✔ Explain Rule');

    // Plain text, which has no colors of its own.
    await command('View: Close All Editors');
    await page.keyboard.press('Control+B');
    await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'agent.txt' }).dblclick();
    await line('q&a.md').waitFor();
    await checkColors(page);
    console.log('  ✔ colors in plain text');
  } catch (error) {
    await page.screenshot({ path: join(folder, 'out/ui-failed.png') });
    throw error;
  } finally {
    await browser.close();
    await editor.stop();
  }
}

/** Holds the colors on the screen against each other: what is apart in meaning is apart in color. */
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
