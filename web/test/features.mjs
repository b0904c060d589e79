// What the page does with a text.
import assert from 'node:assert/strict';
import { Tab } from './harness.mjs';
import { call, mistakes, outcomes, prompt, sound } from './texts.mjs';

const emoji = call('read_file', '  <path>🙂/q&a.md</path>');

export async function features(tests, browser, origin) {
  const tab = await Tab.open(browser, origin);
  const test = (name, run) => tests.run(name, run, tab);

  await test('shows an example and what is wrong in it', async () => {
    assert.match(await tab.text(), /<tool>/);
    await tab.find('.cm-lintRange');
  });

  await test('diagnostics after an emoji', async () => {
    await tab.show(emoji);
    assert.equal(await (await tab.find('.cm-lintRange-warning')).evaluate((mark) => mark.textContent), '&');
  });

  await test('a quick fix, from the tooltip of a diagnostic', async () => {
    await tab.show(emoji);
    await tab.hover('&');
    await tab.click('.forge-diagnostic-actions button', 'Escape as &amp;');
    await tab.until((wanted) => window.forge.text === wanted, emoji.replace('&', '&amp;'));
    await tab.until(() => document.querySelector('.cm-lintRange') === null);
  });

  await test('quick fixes, by keyboard', async () => {
    await tab.show(emoji);
    await tab.cursor('q&');
    await tab.page.keyboard.down('Control');
    await tab.page.keyboard.press('.');
    await tab.page.keyboard.up('Control');
    await tab.until(() => document.activeElement?.getAttribute('role') === 'menuitem');
    await tab.page.keyboard.press('Enter');
    await tab.until((wanted) => window.forge.text === wanted, emoji.replace('&', '&amp;'));
    assert.ok(await tab.page.evaluate(() => window.forge.view.hasFocus));
  });

  await test('hover', async () => {
    await tab.show(sound);
    await tab.hover('read_file');
    await tab.find('.cm-lsp-hover-tooltip', 'Reads a text file');
  });

  await test('the same words for each outcome of a call as everywhere else', async () => {
    for (const { file, text, words } of outcomes()) {
      await tab.show(text, file);
      await tab.until((wanted) => wanted === [...document.querySelectorAll('[role=option] .what')].map((one) => one.textContent).join(),
        words.join());
      const line = await (await tab.find('.counts .line')).evaluate((element) => element.textContent);
      for (const [at, word] of words.entries()) {
        assert.ok(line.includes(word === 'runs' ? 'run' : word), `${file}: ${line}`);
        await tab.page.evaluate((row) => document.querySelectorAll('[role=option]')[row].click(), at); // at once: the list may be drawn again
        await tab.find('.details .what', word);
        await tab.find('.verdicts li:first-child', `${word[0].toUpperCase()}${word.slice(1)}`);
      }
    }
  });

  await test('completion of a whole call, by keyboard', async () => {
    await tab.show('');
    await tab.page.evaluate(() => window.forge.focus());
    await tab.page.keyboard.type('<to');
    await tab.find('.cm-tooltip-autocomplete li', 'write_file');
    await tab.page.keyboard.type('ol');
    const wanted = await tab.find('.cm-tooltip-autocomplete li', 'write_file');
    await wanted.click();
    await tab.until(() => window.forge.text.includes('<content>'));
    await tab.page.keyboard.type('docs/a.md');
    await tab.page.keyboard.press('Tab');
    await tab.page.keyboard.type('if a < b {}');
    await tab.until((text) => window.forge.text === text, call('write_file', '  <path>docs/a.md</path>', '  <content><![CDATA[if a < b {}]]></content>'));
  });

  await test('outline', async () => {
    await tab.show(`# One\n\n${sound}\n\n${call('list_files', '  <path>b</path>')}\n`, 'a.md');
    await tab.click('#outline summary');
    await tab.click('#outline-list button', 'list_files');
    await tab.until(() => window.forge.text.slice(window.forge.view.state.selection.main.head).startsWith('list_files') ||
      window.forge.text.slice(window.forge.view.state.selection.main.head).startsWith('<tool'));
    await tab.click('#outline summary');
  });

  await test('colors of calls', async () => {
    await tab.show(sound);
    assert.equal(await (await tab.find('.forge-token-function')).evaluate((mark) => mark.textContent), 'read_file');
  });

  await test('recognizes what is pasted, and reads it as somebody chooses', async () => {
    const recognized = (label) => tab.until((wanted) => document.querySelector('#kind').selectedOptions[0].label === `Recognized: ${wanted}`, label);
    await tab.show('');
    for (const [text, label] of [
      [`I read it.\n\n${sound}`, 'One reply'],
      [`# Tools\n\n${sound}\n\nThat is all.\n`, 'Markdown or text'],
      [`package main\n\nconst example = \`${sound}\`\n`, 'Go'],
      [`{"role": "user", "content": "x"}\n${JSON.stringify({ role: 'assistant', content: emoji })}\n`, 'JSON or JSONL'],
    ]) {
      await paste(tab, text);
      await recognized(label);
      await tab.checked();
    }
    assert.equal(await (await tab.find('.cm-lintRange-warning')).evaluate((mark) => mark.textContent), '&'); // in a string of JSON
    await tab.page.select('#kind', '.reply');
    await tab.checked();
    assert.match(await tab.page.evaluate(() => window.forge.uri()), /\.reply$/);
    await tab.page.select('#kind', '');
    await recognized('JSON or JSONL');
  });

  await test('the problems of a call and their fixes are in the panel; what is left to do is the primary button', async () => {
    const primary = () => tab.page.$$eval('button.primary', (buttons) => buttons.filter((one) => one.checkVisibility()).map((one) => one.textContent));
    await tab.show(emoji, 'a.reply');
    await tab.find('.problem', 'Unescaped &; write &amp;');
    assert.deepEqual(await primary(), ['Fix all']);
    await tab.click('.problem button', 'Wrap <path> in CDATA');
    await tab.until(() => window.forge.text.includes('<![CDATA[🙂/q&a.md]]>') && document.querySelector('.problem') === null);
    await tab.find('.counts', '1 call: runs');
    assert.deepEqual(await primary(), []);
  });

  await test('each of six mistakes is fixed by the first button of its call', async () => {
    await tab.show(mistakes, 'a.md');
    for (let at = 0; at < 6; at++) {
      await tab.until((n) => document.querySelectorAll('[role=option] .what').length === 6 &&
        [...document.querySelectorAll('[role=option] .what')].filter(({ textContent }) => textContent === 'runs').length === n, at);
      await tab.page.evaluate((row) => document.querySelectorAll('[role=option]')[row].click(), at);
      await tab.until((row) => document.querySelectorAll('[role=option]')[row].ariaSelected === 'true' && document.querySelectorAll('.problem').length === 1, at);
      await tab.click('.problem .buttons button:first-child');
    }
    await tab.find('.counts', '6 calls: all run as written');
    assert.equal(await tab.page.$('.cm-selectionMatch'), null, 'the tag that was selected is marked in other calls');
  });

  await test('the call that is chosen of many can be seen in the list', async () => {
    await tab.show(`${prompt(30_000)}\n\n${call('read_file', '  <path>a < b</path>')}\n`, 'many.md');
    await tab.until(() => {
      const [row, list] = ['.row[aria-selected=true]', '.list'].map((part) => document.querySelector(part)?.getBoundingClientRect());
      return row !== undefined && row.top >= list.top && row.bottom <= list.bottom && document.querySelector('.row[aria-selected=true] .what').textContent === 'refused';
    });
  });

  await test('the list of problems has three rows', async () => {
    for (const width of [1280, 390]) {
      await tab.page.setViewport({ width, height: 800 });
      await tab.show(mistakes, 'a.md');
      await openProblems(tab);
      const [list, third] = await tab.page.evaluate(() => ['ul', 'li:nth-child(3)'].map((part) => document.querySelector(`.cm-panel-lint ${part}`).getBoundingClientRect().bottom));
      assert.ok(third <= list, `${width}: the third row ends at ${third}, the list at ${list}`);
      await tab.page.keyboard.press('Escape');
    }
    await tab.page.setViewport({ width: 1280, height: 800 });
  });

  await test('what an empty page shows as a call has nothing wrong', async () => {
    await tab.show('');
    const sample = await (await tab.find('.shape')).evaluate((shape) => shape.textContent);
    await tab.show(sample, 'a.reply');
    await tab.find('.counts', '1 call: runs');
    assert.equal(await tab.page.$('.cm-lintRange'), null);
  });

  await test('on a phone there is one row of controls, and the bar leads to the call', async () => {
    await tab.page.setViewport({ width: 390, height: 844 });
    await tab.show(call('read_file', '  <path>a < b</path>'), 'a.reply');
    await tab.click('.counts', '1 call: refused');
    await tab.until(() => document.querySelector('#panel').getBoundingClientRect().top < innerHeight / 2);
    assert.ok(await tab.page.$eval('header', ({ offsetHeight }) => offsetHeight < 50));
    assert.deepEqual(await tab.page.$$eval('.tabs', (all) => all.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)), [false]);
    await tab.click('.problem .buttons button');
    const [toast, tabs] = await tab.page.evaluate(() => ['.announcement span', '.tabs'].map((part) => {
      const { top, bottom } = document.querySelector(part).getBoundingClientRect();
      return { top, bottom };
    }));
    assert.ok(toast.bottom <= tabs.top || toast.top >= tabs.bottom, 'the message is over the tabs');
    await tab.page.evaluate(() => scrollTo(0, 0));
    await tab.show(mistakes, 'a.md');
    await tab.find('.counts', '6 calls');
    assert.ok(await tab.page.$eval('#bar', ({ offsetHeight }) => offsetHeight < 60), 'the counts have more than two lines');
    await tab.page.setViewport({ width: 1280, height: 800 });
  });

  await test('fix all, undo', async () => {
    const spoiled = `${emoji}\n`;
    await tab.show(spoiled);
    assert.equal(await tab.page.evaluate(() => window.forge.fixAll()), true);
    assert.equal(await tab.text(), spoiled.replace('&', '&amp;'));
    await tab.checked();
    assert.equal(await tab.page.evaluate(() => window.forge.fixAll()), false);
    assert.equal(await tab.page.evaluate(() => window.forge.undo()), true);
    assert.equal(await tab.text(), spoiled);
  });

  await test('own tools, and the mistakes in them', async () => {
    const mine = call('make_tea', '  <sort>green</sort>');
    await tab.show(mine, 'a.reply');
    await tab.find('.cm-lintRange-error');
    await tab.click('#tools');
    for (const text of [
      'tools:\n  - name: make_tea\n    parameters:\n      type: object\n      properties:\n        sort: {type: string}\n',
      JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'make_tea', inputSchema: { type: 'object', properties: { sort: { type: 'string' } } } }] } }),
    ]) {
      await setText(tab, '#tools-text', text);
      await tab.until(() => document.querySelector('.cm-lintRange-error') === null);
      await setText(tab, '#tools-text', '');
      await tab.until(() => document.querySelector('.cm-lintRange-error') !== null);
    }
    await setText(tab, '#tools-text', 'tools:\n  - name: make_tea\n    parameters: {type: objekt}\n');
    await tab.click('#tools-mistakes button', "value must be one of");
    await tab.until(() => document.activeElement.id === 'tools-text' && document.activeElement.selectionStart > 0);
    await setText(tab, '#tools-text', '');
    await tab.until(() => document.querySelector('#tools-mistakes li') === null);
    await tab.page.keyboard.press('Escape');
  });

  await test('settings, and the mistakes in them', async () => {
    await tab.show(emoji, 'a.reply');
    await tab.find('.cm-lintRange-warning');
    await tab.click('#settings');
    await setText(tab, '#settings-text', '[rules]\nunescaped-ampersand = "error"\n');
    await tab.until(() => document.querySelector('.cm-lintRange-error') !== null);
    await setText(tab, '#settings-text', '[rules]\nunescaped-ampersands = "error"\n');
    await tab.find('#settings-mistakes button', 'unescaped-ampersand');
    await setText(tab, '#settings-text', '');
    await tab.until(() => document.querySelector('.cm-lintRange-warning') !== null);
    await tab.page.keyboard.press('Escape');
  });

  await test('code in titles is code, and a tooltip is below the header', async () => {
    await tab.show(emoji);
    await tab.hover('&');
    await tab.find('.forge-diagnostic-actions code', '&amp;');
    assert.doesNotMatch(await tab.page.$eval('.forge-diagnostic', (shown) => shown.textContent), /`/);
    const [shown, header] = await tab.page.evaluate(() => ['.cm-tooltip', 'header'].map((what) => {
      const { top, bottom } = document.querySelector(what).getBoundingClientRect();
      return { top, bottom };
    }));
    assert.ok(shown.top >= header.bottom, `the tooltip is at ${shown.top}, the header ends at ${header.bottom}`);
  });

  await test('a link to what does not exist is told, in a sentence', async () => {
    for (const [link, told] of [
      ['#rule=nosuch', 'There is no rule “nosuch”.'], ['#example=%', 'There is no example “%”.'], ['#text=garbage!', 'It is damaged or was cut off'],
      ['#text=AAAA', 'It is damaged or was cut off'],
    ]) {
      await tab.page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      await tab.find('#notice', told);
    }
  });

  await test('an example of each rule, by link and in the menu', async () => {
    await tab.go('#rule=corrupted-cdata');
    assert.match(await tab.text(), /<!\[CDATA\[/);
    await tab.page.evaluate(() => {
      location.hash = '#example=transcript';
    });
    await tab.until(() => window.forge.text.startsWith('{'));
    const rules = await tab.page.$$eval('#example option', (options) => options.map(({ value }) => value).filter((value) => value.startsWith('rule:')));
    assert.ok(rules.length > 50, `${rules.length} rules`);
    await tab.page.select('#example', 'rule:unescaped-ampersand');
    await tab.until(() => window.forge.uri().includes('unescaped-ampersand'));
    await tab.checked();
    await tab.find('.cm-lintRange-warning');
  });

  await tab.close();
}

/** Opens the list of all problems by its keys. */
export async function openProblems(tab) {
  await tab.page.evaluate(() => window.forge.focus());
  await tab.page.keyboard.down('Control');
  await tab.page.keyboard.down('Shift');
  await tab.page.keyboard.press('KeyM');
  await tab.page.keyboard.up('Shift');
  await tab.page.keyboard.up('Control');
  await tab.find('.cm-panel-lint .forge-diagnostic-message');
}

/** Replaces the text as a paste does. */
export async function paste(tab, text) {
  await tab.page.evaluate((pasted) => {
    const { view } = window.forge;
    view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } });
    const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
    // What a script gives the event, Firefox does not let it read again.
    Object.defineProperty(event, 'clipboardData', { value: { types: ['text/plain'], files: [], getData: () => pasted } });
    view.contentDOM.dispatchEvent(event);
  }, text);
}

/** Replaces the text of a field as typing does. */
export async function setText(tab, selector, text) {
  await tab.page.$eval(selector, (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, text);
}
