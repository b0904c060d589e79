// The colors of calls in all themes that come with VS Code, by the grammar and by the server's
// tokens.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const PROMPT = readFileSync(new URL('prompt.md', import.meta.url), 'utf8');

/** The themes that switch semantic tokens on, and the others, in which what the grammar colors stays. */
const WITH_TOKENS = ['Light 2026', 'Dark 2026', 'Light Modern', 'Dark Modern', 'Light+', 'Dark+', 'Default High Contrast'];
const WITHOUT_TOKENS = [
  'Visual Studio Light', 'Visual Studio Dark', 'Default High Contrast Light', 'Abyss', 'Kimbie Dark', 'Monokai', 'Monokai Dimmed',
  'Quiet Light', 'Red', 'Solarized Light', 'Solarized Dark', 'Tomorrow Night Blue',
];

/** In this theme most of a text is red, and errors are white. */
const ALL_RED = 'Red';

/** In a window without semantic tokens, and in one as the themes have it. */
export const byGrammar = (window) => colors(window, [...WITH_TOKENS, ...WITHOUT_TOKENS], () => true);
export const byTokens = (window) => colors(window, WITH_TOKENS, ({ envelope, argument }) => envelope !== argument); // only the server's tokens tell these tags apart

/** In each of some themes a correct reference has not the color of an error, and is not red. */
async function colors(window, themes, isDrawn) {
  const { page } = window;
  window.write('agent.md', PROMPT);
  await window.open();
  await window.openFile('agent.md');
  await window.squiggles('warning').first().waitFor();
  for (const theme of themes) {
    const before = await page.locator('.monaco-workbench').getAttribute('class');
    window.set({ 'workbench.colorTheme': theme });
    await page.waitForFunction((before) => document.querySelector('.monaco-workbench').className !== before, before);
    const drawn = await colorsIn(page, isDrawn);
    assert.ok(drawn.reference !== drawn.raw && (theme === ALL_RED || !isRed(drawn.reference)), `${theme}: ${JSON.stringify(drawn)}`);
  }
  window.ok(`a reference is not red in ${themes.length} themes`);
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
