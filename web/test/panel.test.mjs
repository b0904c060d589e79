// The panel with a server that answers what a test wants, in a document without a screen.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { Window } from 'happy-dom';

const folder = mkdtempSync(join(tmpdir(), 'forge-panel-'));
const outfile = join(folder, 'panel.mjs');
await build({
  entryPoints: [join(import.meta.dirname, '../src/panel/panel.ts')], outfile, bundle: true, format: 'esm', target: 'es2022', logLevel: 'warning',
});
const { CallsPanel } = await import(pathToFileURL(outfile));
after(() => rmSync(folder, { recursive: true }));

const range = (line) => ({ start: { line, character: 0 }, end: { line: line + 3, character: 7 } });
const runs = (line, more = {}) => ({
  range: range(line), outcome: 'runs', checked: true, server: 'local', tool: 'read_file', as_meant: true,
  text: 'runs, tool accepts', about: `${line}.go`, ...more,
});
const refused = (line, more = {}) => runs(line, {
  outcome: 'refused', checked: false, as_meant: false, text: 'refused by the reader',
  short: 'refused', problem: { start: { line: line + 1, character: 3 }, end: { line: line + 1, character: 4 } }, ...more,
});
const leaked = (line) => refused(line, {
  tool: 'Bash', outcome: 'ignored', form: 'leaked', text: 'never runs, leaked', short: 'never runs', about: undefined,
});
const summary = { calls: 3, worst: 'error', line: '3 calls: 2 run, 1 refused' };
const received = { tool: 'read_file', verdicts: ['Runs', 'Tool: read_file accepts the call'], heading: 'The tool receives', values: [] };

/** What the server answers to forge/calls about calls. */
function windowOf(calls, { only, from = 0, limit, choose }) {
  const filters = [
    ['', 'All', () => true], ['broken', 'Not as meant', ({ as_meant: asMeant }) => !asMeant], ['refused', 'Refused', ({ outcome }) => outcome === 'refused'],
    ['leaked', 'Leaked', ({ form }) => form === 'leaked'],
  ].map(([only, text, lists]) => ({ only, text, listed: calls.filter(lists) }));
  const { listed, text } = filters.find((filter) => filter.only === only);
  const rows = [];
  const places = listed.map(({ first, ...call }, at) => {
    if (first) {
      rows.push({ row: rows.length, heading: `Message ${call.message} · ${call.role}` });
    }
    const place = { row: rows.length, index: at + 1, call };
    rows.push(place);
    return place;
  });
  const starts = ({ call: { range: { start }, tool } }) => choose?.tool === tool && start.line === choose.position.line;
  const holds = ({ call: { range: { start, end } } }) => choose?.tool === undefined && choose?.position.line >= start.line && choose.position.line < end.line;
  const nth = places[choose?.index - 1];
  const chosen = places.find((place) => starts(place) || holds(place)) ?? (nth?.call.tool === choose?.tool ? nth : undefined)
    ?? places.find(({ call }) => !call.as_meant) ?? places[0];
  return {
    filters: filters.map(({ only, text, listed }) => ({ only, text, calls: listed.length })), none: listed.length > 0 ? '' : `None of ${text}.`,
    listed: listed.length, rows: rows.length, list: rows.slice(from, from + limit), ...chosen === undefined ? {} : { chosen } };
}

/** A page around the panel. */
class Page {
  answers = {
    'forge/calls': [runs(0), refused(10), runs(20)], 'forge/summary': summary, 'forge/received': received,
    'forge/correction': { text: '', note: 'No message for the model: the call runs as meant.' },
    'forge/written': ['escapes', 'cdata', 'json'].map((form) => ({ form, text: `<tool>${form}</tool>`, note: `About ${form}.` })),
    'forge/fixedCall': { text: '<tool/>', note: 'The fixed call runs as written.' }, 'textDocument/codeAction': ({ range: at }) => at.start.line === at.end.line && page.fixable ? [{ title: 'Fix all', kind: 'source.fixAll.forge' }] : page.actions,
  };

  asked = [];
  revealed = [];
  fixes = true;
  fixable = true;
  actions = [];
  undoes = true;
  applied = [];
  found = [];
  changed = [];
  moved = [];

  async request(method, params) {
    this.asked.push([method, params]);
    const answer = this.answers[method];
    if (answer instanceof Error) {
      throw answer;
    }
    if (method === 'forge/calls') {
      return structuredClone(windowOf(answer, params));
    }
    return typeof answer === 'function' ? answer(params) : structuredClone(answer);
  }

  onChange(listener) { this.changed.push(listener); }
  onCursor(listener) { this.moved.push(listener); }
  problems() { return this.found; }
  apply(edit) { this.applied.push(edit); return this.fixes; }
  name = 'text.md';

  uri() { return `file:///w/${this.name}`; }
  reveal(where, focus) { this.revealed.push([where.start.line, focus]); }
  async fixAll() { return this.fixes; }
  undo() { return this.undoes; }

  /** How often a method was asked for. */
  count(method) { return this.asked.filter(([asked]) => asked === method).length; }
}

let window;
let page;
let copied;

beforeEach(() => {
  window = new Window({ url: 'http://127.0.0.1/', width: 1200, height: 800 });
  copied = [];
  Object.defineProperty(window.navigator, 'clipboard', { configurable: true, value: { writeText: async (text) => { copied.push(text); } } });
  for (const name of ['document', 'navigator', 'HTMLElement', 'ResizeObserver', 'matchMedia', 'Event', 'KeyboardEvent']) {
    const value = name === 'matchMedia' ? window.matchMedia.bind(window) : window[name];
    Object.defineProperty(globalThis, name, { configurable: true, writable: true, value });
  }
  document.body.innerHTML = '<div id="bar"></div><section id="panel"></section>';
  page = new Page();
});

afterEach(async () => {
  await window.happyDOM.close();
});

/** Mounts the panel and waits for what it shows. */
async function mount() {
  new CallsPanel({ bar: document.getElementById('bar'), panel: document.getElementById('panel') }, page);
  await settled();
}

/** Waits until nothing has been asked for a while. */
async function settled() {
  for (let quiet = 0, before = -1; quiet < 3; quiet = before === page.asked.length ? quiet + 1 : 0) {
    before = page.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
}

const one = (selector) => {
  const found = document.querySelector(selector);
  assert.ok(found, `no ${selector}`);
  return found;
};
const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.closest('[hidden]') === null);
const texts = (selector) => all(selector).map(({ textContent }) => textContent);
const named = (name) => {
  const found = all('button, [role=tab]').find((element) => (element.getAttribute('aria-label') ?? element.textContent) === name);
  assert.ok(found, `no button ${name}`);
  return found;
};
const press = (element, key) => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
const rows = () => texts('[role=option] .place');
const chosen = () => texts('[role=option][aria-selected=true] .place').join();
const told = () => one('.announcement').textContent;

describe('the list', () => {
  it('has the calls with their outcomes, and chooses the first that did not run as it was meant', async () => {
    await mount();
    assert.deepEqual(rows(), ['line 1', 'line 11', 'line 21']);
    assert.deepEqual(texts('[role=option] .what'), ['runs', 'refused', 'runs']);
    assert.equal(chosen(), 'line 11');
    assert.equal(one('[aria-selected=true]').textContent, 'read_file10.gorefused (refused by the reader) line 11');
    assert.equal(one('[role=listbox]').getAttribute('aria-activedescendant'), one('[aria-selected=true]').id);
    assert.equal(one('.counts').textContent, summary.line);
    assert.deepEqual(page.revealed, [], 'the text moved by itself');
  });

  it('is walked through by keys; Enter goes to the problem in the text', async () => {
    await mount();
    const list = one('[role=listbox]');
    for (const [key, line] of [['ArrowDown', 'line 21'], ['ArrowDown', 'line 21'], ['Home', 'line 1'], ['ArrowUp', 'line 1'], ['End', 'line 21'], ['ArrowUp', 'line 11']]) {
      press(list, key);
      assert.equal(chosen(), line, key);
    }
    assert.deepEqual(page.revealed.map(([line]) => line), [20, 0, 20, 11]);
    assert.ok(page.revealed.every(([, focus]) => !focus));
    press(list, 'Enter');
    assert.deepEqual(page.revealed.at(-1), [11, true]);
  });

  it('chooses the call that the cursor is in', async () => {
    await mount();
    page.moved.forEach((listener) => listener({ line: 21, character: 0 }));
    assert.equal(chosen(), 'line 21');
    page.moved.forEach((listener) => listener({ line: 15, character: 0 }));
    assert.equal(chosen(), 'line 21');
    assert.deepEqual(page.revealed, []);
  });

  it('keeps the call that is chosen while the list is on its way', async () => {
    await mount();
    page.found = [{ range: range(0), message: 'Odd' }];
    const waiting = [];
    page.answers['textDocument/codeAction'] = () => new Promise((resolve) => { waiting.push(resolve); });
    page.changed.forEach((listener) => listener());
    await settled(); // but for what can be fixed
    press(one('[role=listbox]'), 'End');
    page.answers['textDocument/codeAction'] = () => [];
    waiting.forEach((resolve) => resolve([]));
    await settled();
    assert.equal(chosen(), 'line 21');
  });

  it('does not choose a call of another text by the one that was chosen', async () => {
    await mount();
    press(one('[role=listbox]'), 'End');
    page.found = [{ range: range(0), message: 'Odd' }];
    const waiting = [];
    page.answers['textDocument/codeAction'] = () => new Promise((resolve) => { waiting.push(resolve); });
    page.changed.forEach((listener) => listener());
    await settled(); // but for what can be fixed
    page.name = 'other.md';
    page.answers['forge/calls'] = [runs(20), refused(30)];
    page.answers['textDocument/codeAction'] = () => [];
    waiting.forEach((resolve) => resolve([]));
    await settled();
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(chosen(), 'line 31');
  });

  it('keeps the chosen call when the text changes before it', async () => {
    await mount();
    press(one('[role=listbox]'), 'End');
    page.answers['forge/calls'] = [runs(2), refused(12), runs(22)];
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(chosen(), 'line 23');
    page.answers['forge/calls'] = [runs(22)];
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(chosen(), 'line 23');
  });

  it('has the messages of a transcript as headings', async () => {
    const at = (line, message, first) => runs(line, { message, role: 'assistant', ...first ? { first } : {} });
    page.answers['forge/calls'] = [at(0, 2, true), at(1, 2), at(2, 4, true), leaked(5)];
    await mount();
    assert.deepEqual(texts('.row.message'), ['Message 2 · assistant', 'Message 4 · assistant']);
    assert.match(one('[role=option]').textContent, /in message 2$/);
  });

  it('has only the rows of a hundred thousand calls that can be seen', async () => {
    page.answers['forge/calls'] = Array.from({ length: 100_002 }, (_, n) => runs(n));
    await mount();
    assert.ok(all('[role=option]').length < 200);
    assert.equal(one('[role=option]').getAttribute('aria-setsize'), '100002');
    press(one('[role=listbox]'), 'End');
    await settled();
    assert.equal(page.revealed.at(-1)[0], 99_999);
    assert.ok(page.asked.filter(([method]) => method === 'forge/calls').every(([, { limit }]) => limit < 500));
    press(one('[role=listbox]'), 'ArrowUp');
    assert.equal(chosen(), 'line 99999');
    page.moved.forEach((listener) => listener({ line: 50_001, character: 0 }));
    await settled();
    assert.equal(chosen(), 'line 50000');
    page.answers['forge/calls'].unshift(runs(0), runs(1));
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(chosen(), 'line 50000');
  });
});

describe('the filter', () => {
  it('has what there is, and lists what passes', async () => {
    page.answers['forge/calls'] = [runs(0), refused(10), leaked(20)];
    await mount();
    assert.deepEqual(texts('.chip'), ['All 3', 'Not as meant 2', 'Refused 1', 'Leaked 1']);
    const radio = one('input[value=leaked]');
    radio.checked = true;
    radio.dispatchEvent(new Event('change'));
    await settled();
    assert.deepEqual(rows(), ['line 21']);
    assert.equal(chosen(), 'line 21');

    page.answers['forge/calls'] = [runs(0), runs(10)];
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(one('.empty p').textContent, 'None of Leaked.');
    named('List all calls').click();
    await settled();
    assert.deepEqual(rows(), ['line 1', 'line 11']);
    assert.ok(one('.empty').hidden);
  });
});

describe('empty states', () => {
  it('tells what to do where there are no calls', async () => {
    Object.assign(page.answers, { 'forge/calls': [], 'forge/summary': { calls: 0, worst: '', line: '0 calls' } });
    await mount();
    assert.match(one('.empty').textContent, /^No tool calls yet\. Paste a reply/);
    assert.equal(one('.counts').textContent, 'No tool calls');
    assert.deepEqual(texts('button.primary'), []);
    assert.ok(one('.details').hidden);
  });

  it('tells that the server does not answer, and tries again', async () => {
    page.answers['forge/calls'] = new Error('it ended');
    await mount();
    assert.match(one('.empty').textContent, /The server did not answer: it ended/);
    page.answers['forge/calls'] = [runs(0)];
    named('Try again').click();
    await settled();
    assert.deepEqual(rows(), ['line 1']);
  });
});

describe('a call', () => {
  it('has its values as text, whatever is in them, with what is lost in words', async () => {
    page.answers['forge/calls'] = [refused(0, { outcome: 'altered', short: 'data lost' })];
    page.answers['forge/received'] = {
      ...received, values: [
        { name: 'path', depth: 0, type: 'string', kind: 'string', text: '<img src=x onerror=alert(1)>', bytes: 28 },
        { name: 'edits', depth: 0, type: 'list of objects', kind: 'list', text: '1 item' },
        { name: 'edits[0].n', depth: 1, type: 'integer', kind: 'integer', text: '7' },
        { name: 'content', depth: 0, type: 'string', kind: 'string', text: Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n'), bytes: 300 },
        { name: 'other', depth: 0, kind: 'ignored', text: '', note: 'read_file ignores <other>.', lost: true },
      ], more: '… 3 elements more',
    };
    await mount();
    assert.equal(document.querySelector('img'), null);
    assert.deepEqual(texts('.value-line .name'), ['path', 'edits', 'edits[0].n', 'content', 'other']);
    assert.deepEqual(texts('.value'), ['<img src=x onerror=alert(1)>', '1 item', '7']);
    assert.equal(one('.item.bad .note').textContent, 'Lostread_file ignores <other>.');
    assert.equal(one('.text-block').textContent.split('\n').length, 12);
    named('Show all 40 lines').click();
    assert.equal(one('.text-block').textContent.split('\n').length, 40);
    assert.equal(named('Show less').getAttribute('aria-expanded'), 'true');
    named('Copy content').click();
    await settled();
    assert.equal(copied[0].split('\n').length, 40);
    assert.equal(told(), 'Copied content.');
  });

  it('shows what apply_diff replaces by signs', async () => {
    page.answers['forge/calls'] = [runs(0)];
    page.answers['forge/received'] = {
      ...received, changes: [{ path: 'a.go', lines: [{ sign: ' ', text: 'x' }, { sign: '-', text: 'a' }, { sign: '…', text: '' }, { sign: '+', text: '' }], more: '… 2 lines more' }],
    };
    await mount();
    assert.deepEqual(texts('.diff .line'), [' x', '-removed: a', '…lines left out:  ', '+added:  ']);
    assert.equal(one('.change .more').textContent, '… 2 lines more');
  });

  it('that is refused shows no difference, which nothing made', async () => {
    page.answers['forge/calls'] = [refused(0)];
    page.answers['forge/received'] = { ...received, heading: 'The tool would receive', changes: [{ path: 'a.go', lines: [{ sign: '-', text: 'a' }] }] };
    await mount();
    assert.deepEqual(all('.diff'), []);
  });

  it('is shown corrected and as JSON by tabs, which the arrow keys open', async () => {
    await mount();
    const list = one('[role=tablist]');
    assert.equal(page.count('forge/written') + page.count('forge/fixedCall'), 0, 'asked for what nobody looks at');
    press(list, 'ArrowRight');
    await settled();
    assert.equal(one('.tab-body').textContent, 'The fixed call runs as written.Copy<tool/>');
    page.answers['forge/correction'] = { text: 'Write it again.', note: '' };
    page.changed.forEach((listener) => listener());
    await settled();
    assert.deepEqual(texts('.text-block'), ['<tool/>', 'Write it again.']);
    named('Copy the message').click();
    press(list, 'ArrowRight');
    await settled();
    assert.equal(one('.tab-body .text-block').textContent, '<tool>json</tool>');
    assert.equal(one('[role=tabpanel]').getAttribute('aria-labelledby'), one('[role=tab][aria-selected=true]').id);
    assert.equal(page.count('forge/written'), 1);
    named('Copy the call as JSON').click();
    await settled();
    assert.deepEqual(copied, ['Write it again.', '<tool>json</tool>']);
    press(list, 'Home');
    await settled();
    assert.equal(texts('[role=tab][aria-selected=true]').join(), 'Received');
  });

  it('does not show the same again: what is unfolded stays so', async () => {
    page.answers['forge/received'] = { ...received, values: [{ name: 'content', depth: 0, type: 'string', kind: 'string', text: 'x\n'.repeat(50), bytes: 100 }] };
    await mount();
    named('Show all 51 lines').click();
    page.changed.forEach((listener) => listener());
    await settled();
    named('Show less');
    assert.equal(page.count('forge/received'), 2);
  });

  it('begins with its problems, each with its own fixes', async () => {
    const problem = (line, message, severity) => ({ range: { start: { line, character: 3 }, end: { line, character: 4 } }, message, severity, code: 'a-rule' });
    const action = (title, ...diagnostics) => ({ title, kind: 'quickfix', diagnostics, edit: { changes: { [title]: [] } } });
    const [other, first, second] = [problem(0, 'Other', 1), problem(11, 'Unescaped `<`; write `&lt;`\nIt is refused', 1), problem(12, 'Odd', 2)];
    page.found = [other, first, second];
    page.actions = [action('Escape as `&lt;`', first), action('Wrap', first), action('Fix all in this call', first, second), action('Disable a-rule for this call', second)];
    await mount();
    assert.deepEqual(texts('.problem'), ['error Unescaped <; write &lt;It is refusedline 12a-ruleEscape as &lt;Wrap', 'warning Oddline 13a-rule']);
    assert.deepEqual(texts('button.primary'), ['Fix all']);
    named('Wrap').click();
    assert.deepEqual(page.applied, [{ changes: { Wrap: [] } }]);
    assert.equal(told(), 'Fixed. Undo takes it back.');
    named('Fix all in this call').click();
    assert.equal(page.applied.length, 2);
    page.fixes = false;
    named('Wrap').click();
    assert.match(told(), /^Nothing was fixed/);
    named('line 13').click();
    assert.deepEqual(page.revealed.at(-1), [12, true]);
    named('line 11').click();
    assert.deepEqual(page.revealed.at(-1), [10, true]);

    page.fixable = false; // what is left is to choose
    page.changed.forEach((listener) => listener());
    await settled();
    assert.deepEqual(texts('button.primary'), ['Escape as &lt;']);
    page.found = [];
    page.changed.forEach((listener) => listener());
    await settled();
    assert.deepEqual(texts('.problem, button.primary'), []);
  });

  it('drops an answer about a call that is not chosen any more', async () => {
    let answer;
    page.answers['forge/received'] = ({ position }) => position.line === 10
      ? new Promise((resolve) => { answer = resolve; }) : { ...received, verdicts: [`line ${position.line}`] };
    await mount();
    press(one('[role=listbox]'), 'End');
    await settled();
    answer({ ...received, verdicts: ['too late'] });
    await settled();
    assert.deepEqual(texts('.verdicts li'), ['line 20']);
  });
});

describe('the whole text', () => {
  it('is fixed and undone', async () => {
    page.found = [{ range: range(0), message: 'Odd' }];
    await mount();
    named('Fix all').click();
    await settled();
    assert.equal(told(), 'Applied all safe fixes.');
    page.fixes = false;
    named('Fix all').click();
    await settled();
    assert.match(told(), /^Nothing can be fixed/);
    page.undoes = false;
    named('Undo').click();
    assert.equal(told(), 'Nothing to undo.');
  });

  it('that is fixed has the first call chosen that is not', async () => {
    page.found = [{ range: range(0), message: 'Odd' }];
    page.answers['forge/calls'] = [runs(0), refused(10), refused(20)];
    await mount();
    press(one('[role=listbox]'), 'End');
    named('Fix all').click();
    page.answers['forge/calls'] = [runs(0), refused(10), runs(20)];
    page.changed.forEach((listener) => listener());
    await settled();
    assert.equal(chosen(), 'line 11');
  });

  it('is looked at once more after many changes, not for each', async () => {
    await mount();
    const before = page.count('forge/calls');
    for (let n = 0; n < 50; n++) {
      page.changed.forEach((listener) => listener());
    }
    await settled();
    assert.ok(page.count('forge/calls') - before <= 2);
  });
});
