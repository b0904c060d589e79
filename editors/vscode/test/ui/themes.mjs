// The colors of calls in VS Code's own themes, of which the other tests use Dark Modern.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const PROMPT = readFileSync(new URL('prompt.md', import.meta.url), 'utf8');

export const THEMES = ['Light Modern', 'Light+', 'Dark+', 'Light 2026', 'Dark 2026', 'Default High Contrast', 'Default High Contrast Light'];

/** The themes that do not switch semantic tokens on: what the grammar colors stays. */
const WITHOUT_TOKENS = ['Default High Contrast Light'];

/** In a window of a theme: a correct reference has not the color of an error, and is not red. */
export async function colors(window, theme) {
  const { page } = window;
  window.write('agent.md', PROMPT);
  await window.open();
  await window.openFile('agent.md');
  await window.squiggles('warning').first().waitFor();
  const before = await colorsIn(page, () => true); // of the grammar
  assert.ok(!isRed(before.reference) && before.reference !== before.raw, JSON.stringify(before));
  // Only the server's tokens tell the tags of arguments from others.
  const after = WITHOUT_TOKENS.includes(theme) ? before : await colorsIn(page, ({ envelope, argument }) => envelope !== argument);
  await window.shoot(`theme-${theme.replaceAll(/\W+/g, '-')}`);
  assert.ok(!isRed(after.reference) && after.reference !== after.raw, JSON.stringify(after));
  window.ok(`${theme}: a reference is ${after.reference}, an unescaped & ${after.raw}`);
}

/** The colors of parts of the calls, once all of them are drawn and fulfill a condition. */
async function colorsIn(page, condition) {
  const handle = await page.waitForFunction((condition) => {
    const spans = [...document.querySelectorAll('.monaco-editor .view-line span > span')];
    const colorOf = (part, within) => {
      const span = spans.find((span) => span.textContent.includes(part) && span.closest('.view-line').textContent.includes(within));
      return span && getComputedStyle(span).color;
    };
    const colors = { reference: colorOf('lt', '&lt;'), raw: colorOf('&', 'q&a.md'), envelope: colorOf('tool_name', '<tool_name'), argument: colorOf('path', '<path') };
    return Object.values(colors).every(Boolean) && new Function(`return ${condition}`)()(colors) ? colors : null;
  }, String(condition));
  return handle.jsonValue();
}

/** Reports whether most of a color is red. */
function isRed(color) {
  const [red, green, blue] = color.match(/\d+/g).map(Number);
  return red > 120 && green < 0.5 * red && blue < 0.6 * red;
}
