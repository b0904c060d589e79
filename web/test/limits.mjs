// What the page stands: size, hostile input, a server that dies, no network; and what it keeps to itself.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { patience, serve, Tab } from './harness.mjs';
import { openProblems, paste, setText } from './features.mjs';
import { call, native, prompt, sound } from './texts.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function limits(tests, browser, origin, asked) {
  const tab = await Tab.open(browser, origin);
  const test = (name, run) => tests.run(name, run, tab);

  await test('asks for nothing once it has loaded, and keeps nothing', async () => {
    await tab.page.evaluate(() => navigator.serviceWorker.ready);
    const loaded = asked.length;
    assert.ok(loaded > 0);
    await tab.show(call('read_file', '  <path>q&a.md</path>'));
    await tab.page.evaluate(() => window.forge.fixAll());
    await tab.hover('read_file');
    await tab.find('.cm-tooltip-hover');
    await tab.click('#share');
    await tab.find('#share-dialog[open]');
    await tab.page.keyboard.press('Escape');
    await tab.checked();
    // After a while browsers look on their own whether there is another service worker.
    assert.deepEqual(asked.slice(loaded).filter((path) => path !== '/sw.js'), []);
    assert.deepEqual(await tab.page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie]), [0, 0, '']);
    assert.deepEqual(await tab.page.evaluate(async () => (await indexedDB.databases()).length), 0);
  });

  await test('is not let by its policy to send anything elsewhere', async () => {
    assert.equal(await tab.page.evaluate(() => fetch('http://127.0.0.1:9/').then(() => 'sent', () => 'refused')), 'refused');
    assert.equal(await tab.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.head.append(script);
      return window.ran === undefined;
    }), true);
    const told = await tab.complained();
    assert.ok(told.some((line) => line.includes('connect-src')) && told.some((line) => line.includes('script-src')), told.join('\n'));
  });

  await test('a link holds the text, its tools and its settings', async () => {
    const text = `Zwölf Boxkämpfer 🥊 – "quoted" \\u0041 \u2028 &\n${sound}\n\t<tool>\r\n`.replace('\r', '');
    await tab.show(text, 'a 🥊.md');
    await tab.click('#tools');
    await setText(tab, '#tools-text', 'tools: [{name: make_🍵}]');
    await tab.page.keyboard.press('Escape');
    await tab.click('#share');
    await tab.find('#share-dialog[open]'); // until then the field may have the link before
    const link = await tab.page.$eval('#share-link', (field) => field.value);
    assert.match(await tab.page.$eval('#share-about', (about) => about.textContent), /the whole text \(\d+ characters\) and your tools/);
    const other = await Tab.open(browser, origin, { path: link.slice(origin.length) });
    assert.equal(await other.text(), text);
    assert.match(await other.page.evaluate(() => decodeURIComponent(window.forge.uri())), /a 🥊\.md$/);
    assert.equal(await other.page.$eval('#tools-text', (field) => field.value), 'tools: [{name: make_🍵}]');
    assert.deepEqual(await other.complained(), []);
    await keepTools(other, 'tools: [{name: mine}]');
    await other.go(link.slice(origin.length), false);
    await other.page.reload();
    await other.until(() => document.querySelector('#tools-text').value === 'tools: [{name: make_🍵}]');
    await other.go('/?again');
    assert.equal(await other.page.$eval('#tools-text', (field) => field.value), 'tools: [{name: mine}]', 'a link has changed what the browser keeps');
    await keepTools(other, '');
    await other.go('#text=AAAA', false);
    await other.page.reload();
    await other.find('#notice', 'This link cannot be read');
    assert.deepEqual(await other.complained(), []);
    await other.close();
    await tab.page.keyboard.press('Escape');
    await tab.page.evaluate(() => document.querySelector('#tools-clear').click());
  });

  await test('a server that was killed is started again with the text', async () => {
    const text = call('read_file', '  <path>q&a.md</path>');
    await tab.show(text);
    await tab.page.evaluate(() => window.forge.connection.worker.terminate()); // which tells the page nothing
    await tab.find('#notice', 'was restarted with your text');
    await tab.checked();
    assert.equal(await tab.text(), text);
    await tab.find('.cm-lintRange-warning');
    await tab.cursor('q');
    await tab.page.keyboard.type('&');
    await tab.until(() => document.querySelectorAll('.cm-lintRange-warning').length > 0 && window.forge.checked);
    await tab.page.evaluate(() => window.forge.client.notification('exit', null)); // the program ends by itself
    await tab.find('#notice', 'The server has ended.');
    await tab.checked();
  });

  await test('a binary file that is dropped is refused, a text is shown', async () => {
    const before = await tab.text();
    await drop(tab, 'a.bin', [0, 1, 2, 255, 254]);
    await tab.find('#notice', 'a.bin is not UTF-8 text');
    await drop(tab, 'b.bin', [65, 0, 66]);
    await tab.find('#notice', 'b.bin is not text: it contains NUL bytes');
    assert.equal(await tab.text(), before);
    await drop(tab, 'c.md', [...Buffer.from('# Dropped 🙂\n')]);
    await tab.until(() => window.forge.text === '# Dropped 🙂\n');
    await tab.checked();
  });

  await test('definitions of tools that are meant to do harm', async () => {
    await tab.show(call('read_file', '  <path>q&a.md</path>'), 'a.reply');
    await tab.page.evaluate(() => document.querySelector('#tools').click());
    const bomb = ['a: &a [x, x, x, x, x, x, x, x, x]', ...[...'bcdefghij'].map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[i]}`).join(', ')}]`)].join('\n');
    const schema = { type: 'object', properties: { path: { type: 'string', pattern: '^(a+)+$' } } };
    for (const text of [
      bomb,
      '['.repeat(500_000),
      `{"tools": [${'{"name": "x"},'.repeat(100_000)}{}]}`,
      JSON.stringify({ tools: [{ name: 'read_file', inputSchema: schema }] }),
      'package x\n\nvar x = ' + '('.repeat(100_000),
      'tools:\n'.repeat(200_000),
    ]) {
      await setText(tab, '#tools-text', text);
      await tab.page.evaluate(() => window.forge.show('<tool><tool_name>read_file</tool_name><arguments><path>' + 'a'.repeat(50_000) + '!</path></arguments></tool>', 'a.reply'));
      await tab.checked();
    }
    await setText(tab, '#tools-text', '');
    await tab.page.keyboard.press('Escape');
    await tab.show(call('read_file', '  <path>q&a.md</path>'), 'a.reply');
    await tab.find('.cm-lintRange-warning');
    assert.ok(await tab.page.$eval('#notice', ({ hidden, textContent }) => hidden || !textContent.includes('stopped')));
  });

  await test('10 MB that are pasted stay usable', async () => {
    await tab.show('');
    await paste(tab, prompt(10_000_000));
    await tab.checked();
    await tab.cursor('page-1.md');
    await tab.page.keyboard.type('&');
    await tab.until(() => window.forge.text.slice(0, 2000).includes('page-1.md&'));
    await tab.checked();
    await tab.find('.cm-lintRange-warning');
    await tab.show('');
  });

  await test('neither axe-core nor the keyboard finds a barrier', async () => {
    for (const width of [1280, 390]) {
      await tab.page.setViewport({ width, height: 800 });
      for (const theme of ['light', 'dark']) {
        await tab.page.select('#theme', theme);
        for (const [state, reach] of states) {
          await tab.show(call('read_file', '  <path>q&a.md</path>', '  <start>1</start>'), 'a.reply');
          await tab.find('.problem button');
          await reach(tab);
          await tab.page.evaluate(() => Promise.allSettled(document.getAnimations().filter((a) => a instanceof CSSTransition).map((a) => a.finished)));
          await tab.page.evaluate(axe); // as the debugger does: a script element would be refused
          const { violations } = await tab.page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
          assert.deepEqual(violations.map(({ id, nodes }) => `${width} ${theme} ${state}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join('\n')}`), []);
          await tab.page.keyboard.press('Escape');
        }
      }
      await tab.page.select('#theme', '');
    }
    await tab.page.setViewport({ width: 1280, height: 800 });
  });

  // Browsers zoom by making the page's pixels larger, so that it has fewer of them.
  for (const [how, viewport, font] of [['a zoom of 200 %', { width: 640, height: 400, deviceScaleFactor: 2 }, ''], ['letters of twice the size', { width: 1280, height: 800 }, '200%']]) {
    await test(`with ${how} nothing is scrolled sideways, and all controls can be reached`, async () => {
      await tab.page.setViewport(viewport);
      await tab.page.evaluate((size) => {
        document.documentElement.style.fontSize = size;
      }, font);
      await tab.show(`${call('read_file', '  <path>q&a.md</path>')}\n\n${sound}`, 'a.reply');
      await tab.find('.details');
      for (const control of ['', '#menu', '#tools', '#settings', '#share']) {
        if (control !== '') {
          await tab.control(control);
        }
        assert.deepEqual(await tab.page.evaluate(barriers), [], control);
        await tab.page.keyboard.press('Escape');
      }
      await tab.page.evaluate(() => {
        document.documentElement.style.fontSize = '';
      });
      await tab.page.setViewport({ width: 1280, height: 800 });
    });
  }

  await tab.close();
}

/** The states of the page, and how to get from a call with problems to each; Escape leads back. */
const states = [
  ['received', (tab) => tab.click('[role=tab]', 'Received')],
  ['a message', (tab) => tab.click('.copyable button, .value-line button')],
  ['corrected', async (tab) => {
    await tab.click('[role=tab]', 'Corrected');
    await tab.find('.tab-body h4', 'Message to the model');
  }],
  ['JSON', (tab) => tab.click('[role=tab]', 'JSON')],
  ['a call that runs', (tab) => tab.show(sound, 'a.reply')],
  ['no call', (tab) => tab.show('')],
  ['list of problems', openProblems],
  ['search', async (tab) => {
    await tab.page.evaluate(() => window.forge.focus());
    await tab.page.keyboard.down('Control');
    await tab.page.keyboard.press('KeyF');
    await tab.page.keyboard.up('Control');
    await tab.find('.cm-search input');
    await tab.page.keyboard.type('tool');
    await tab.page.keyboard.press('Enter');
    await tab.find('.cm-searchMatch-selected');
  }],
  ['a word that is selected', async (tab) => {
    await tab.page.evaluate(() => window.forge.view.dispatch({ selection: { anchor: 1, head: 5 } }));
    await tab.find('.cm-selectionMatch');
  }],
  ['a transcript', async (tab) => {
    await tab.show(native, 'a.json');
    await tab.find('.problem .rule', 'invalid-json');
  }],
  ['menu', (tab) => tab.control('#menu')],
  ...['tools', 'settings', 'share'].map((dialog) => [dialog, async (tab) => {
    await tab.control(`#${dialog}`);
    await tab.find(`#${dialog}-dialog`);
  }]),
];

/** What a user cannot reach: in the page, what is beyond its sides, and controls that another element covers. */
function barriers() {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page has ${scrollWidth} pixels in ${clientWidth}`] : [];
  const scope = document.querySelector('dialog[open], :popover-open') ?? document.body;
  let controls = 0;
  for (const control of scope.querySelectorAll('button, select, summary, textarea, label.chip, .list, [role=tab], .cm-content, input:not([type=radio], [type=file])')) {
    if (control.getClientRects().length === 0) {
      continue;
    }
    controls++;
    control.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, right, top, bottom, width, height } = control.getBoundingClientRect();
    const at = [(Math.max(0, left) + Math.min(innerWidth, right)) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const hit = document.elementFromPoint(...at);
    const isCut = !control.matches('.cm-content') && (left < -1 || right > innerWidth + 1); // the text has a scroll bar of its own
    if (width === 0 || height === 0 || isCut || hit === null || !(control.contains(hit) || hit.contains(control))) {
      found.push(`${control.outerHTML.slice(0, 100)} from ${left} to ${right} of ${innerWidth}, below ${hit?.outerHTML.slice(0, 60)}`);
    }
  }
  return controls > 0 ? found : ['no control can be seen'];
}

/** The page without a network. It has a server of its own, which is stopped. */
export async function offline(tests, browser) {
  const server = await serve();
  const tab = await Tab.open(browser, server.origin);
  await tests.run('works offline', async () => {
    await tab.page.evaluate(() => navigator.serviceWorker.ready);
    await tab.until(() => navigator.serviceWorker.controller !== null);
    await server.stop();
    await tab.page.reload({ timeout: patience });
    await tab.checked();
    await tab.show(call('read_file', '  <path>q&a.md</path>'));
    await tab.find('.cm-lintRange-warning');
  }, tab);
  await tab.close();
  await server.stop();
}

/** Has the browser keep tools, or none. */
async function keepTools(tab, text) {
  await tab.control('#tools');
  if (!await tab.page.$eval('#tools-keep', ({ checked }) => checked)) {
    await tab.click('#tools-keep');
  }
  await setText(tab, '#tools-text', text);
  await tab.page.keyboard.press('Escape');
}

async function drop(tab, name, bytes) {
  await tab.page.evaluate((named, content) => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(content)], named));
    document.querySelector('#editor .cm-content').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, name, bytes);
}
