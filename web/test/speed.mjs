// How long the page takes, in Chromium: node test/speed.mjs [--keys N]. The page is built, and web/test/.serve
// is web/serve. It prints figures and asserts nothing.
import { launch, serve, Tab } from './harness.mjs';
import { prompt } from './texts.mjs';

const at = process.argv.indexOf('--keys');
const typed = at < 0 ? 300 : Number(process.argv[at + 1]);

const part = (figures, share) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length * share)];
const median = (figures) => part(figures, 0.5);
const ms = (figure) => `${figure.toFixed(1)} ms`;
const say = (what, ...figures) => console.log(`${what.padEnd(56)} ${figures.join('  ')}`);

const server = await serve();

/** Milliseconds from the start of loading to the first diagnostics. */
async function loading(browser, path = '') {
  const tab = await Tab.open(browser, server.origin, { path, ready: false });
  const figure = await (await tab.page.waitForFunction(() => document.querySelector('.cm-lintRange') && performance.now())).jsonValue();
  await tab.page.evaluate(() => navigator.serviceWorker.ready);
  await tab.close();
  return figure;
}

const cold = [];
const warm = [];
for (let i = 0; i < 5; i++) {
  const { browser, close } = await launch('chromium');
  await new Promise((resolve) => setTimeout(resolve, 2000)); // until the browser's own first tab is loaded
  cold.push(await loading(browser));
  for (let again = 0; again < 3; again++) {
    warm.push(await loading(browser));
  }
  await close();
}
say('loaded, first diagnostics, without a cache', ms(median(cold)), `worst ${ms(Math.max(...cold))}`);
say('the same, with it', ms(median(warm)), `worst ${ms(Math.max(...warm))}`);

const { browser, close } = await launch('chromium');
const tab = await Tab.open(browser, server.origin);

/** Types letters into a value, and returns how long it took each time until the diagnostics were there. */
function keys(count) {
  return tab.page.evaluate(async (times) => {
    const { view } = window.forge;
    const middle = window.forge.text.indexOf('.md', window.forge.text.length / 2);
    const took = [];
    for (let i = 0; i < times; i++) {
      const began = performance.now();
      // Typed and deleted, so that the text stays as large as it was.
      view.dispatch(i % 2 === 0 ? { changes: { from: middle, insert: 'x' }, userEvent: 'input.type' } : { changes: { from: middle, to: middle + 1 }, userEvent: 'delete.backward' });
      const typing = performance.now() - began;
      while (!window.forge.checked) {
        await new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      }
      took.push([performance.now() - began, typing]);
      if (i % 20 === 0) {
        await new Promise((resolve) => setTimeout(resolve, 100)); // what the panel and the colors ask for
      }
    }
    return took;
  }, count);
}

for (const [name, size] of [['10 KB', 1e4], ['100 KB', 1e5], ['1 MB', 1e6], ['10 MB', 1e7]]) {
  const text = prompt(size);
  const began = performance.now();
  await tab.show(text, 'a.md');
  const opened = performance.now() - began;
  await keys(20);
  const took = await keys(typed);
  const all = took.map(([figure]) => figure);
  say(`${name}: opened`, ms(opened));
  say(`${name}: a key, to diagnostics`, `p50 ${ms(median(all))}`, `p99 ${ms(part(all, 0.99))}`, `in the editor ${ms(median(took.map(([, figure]) => figure)))}`);
}

await tab.close();
await close();
await server.stop();
