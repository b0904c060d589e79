// What an hour of typing leaves in memory, in Chromium: node test/memory.mjs [--keys N]. The page is built, and
// web/test/.serve is web/serve. It prints figures and asserts nothing.
import { readFileSync } from 'node:fs';
import { launch, serve, Tab } from './harness.mjs';
import { prompt } from './texts.mjs';

const at = process.argv.indexOf('--keys');
const all = at < 0 ? 24_000 : Number(process.argv[at + 1]); // an hour of 400 a minute
const parts = 6;
/** How many keys are typed in one call of the browser, which waits for two minutes. */
const call = 200;

const server = await serve();
const { browser, close } = await launch('chromium');
const tab = await Tab.open(browser, server.origin);
await tab.show(prompt(1e5), 'a.md');

/** Types words and deletes them, at many places of the text, and has the page show what a user would see of them. */
function type(first, keys) {
  return tab.page.evaluate(async (start, count) => {
    const { view } = window.forge;
    const turn = () => new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    const word = 'a & <tool>';
    for (let key = start; key < start + count; key++) {
      const letter = key % (2 * word.length);
      const place = Math.floor(key / (2 * word.length)) * 7919 % view.state.doc.length;
      const from = letter === 0 ? place : view.state.selection.main.head;
      view.dispatch(letter < word.length
        ? { changes: { from, insert: word[letter] }, selection: { anchor: from + 1 }, userEvent: 'input.type' }
        : { changes: { from: from - 1, to: from }, selection: { anchor: from - 1 }, userEvent: 'delete.backward' });
      while (!window.forge.checked) {
        await turn();
      }
      if (key % 200 === 0) {
        view.dispatch({ selection: view.state.selection, scrollIntoView: true, userEvent: 'select' });
        await new Promise((resolve) => setTimeout(resolve, 400)); // the panel, the colors and the outline
      }
    }
  }, first, keys);
}

const session = await browser.target().createCDPSession();
const page = await tab.page.createCDPSession();
const mega = (bytes) => `${(bytes / (1 << 20)).toFixed(1)} MB`.padStart(10);

/** What the page's process has of the machine's memory, in bytes. */
async function resident() {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const size = ({ id }) => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1]);
  return Math.max(...processInfo.filter(({ type: kind }) => kind === 'renderer').map(size));
}

/** The memory of the program, in bytes. It never shrinks. */
const program = () => tab.page.workers()[0].evaluate(() => globalThis.program.mem.buffer.byteLength);

async function heap() {
  await page.send('HeapProfiler.collectGarbage');
  return (await page.send('Runtime.getHeapUsage')).usedSize;
}

console.log(`${'keys'.padStart(8)}${'the page\'s objects'.padStart(20)}${'the program'.padStart(14)}${'its process'.padStart(14)}`);
for (let part = 0; part <= parts; part++) {
  if (part > 0) {
    for (let key = all / parts * (part - 1); key < all / parts * part; key += call) {
      await type(key, call);
    }
  }
  console.log(`${String(all / parts * part).padStart(8)}${mega(await heap()).padStart(20)}${mega(await program()).padStart(14)}${mega(await resident()).padStart(14)}`);
}
await tab.close();
await close();
await server.stop();
