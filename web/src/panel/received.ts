import type { Announcer } from './announce';
import { h, message } from './dom';
import type { Call, Change, Line, Received, Value } from './protocol';
import { block, copyButton } from './text';

/** How long a string is shown beside its name, in characters. */
const inline = 60;

/** Returns what the tool of a call receives. */
export function receivedView(call: Call, received: Received, announcer: Announcer): HTMLElement[] {
  const { heading, values, more } = received;
  const changes = call.outcome === 'refused' || call.outcome === 'ignored' ? undefined : received.changes; // which it does not make
  const list = values.length === 0 ? undefined : h('div', { class: 'values' }, ...values.map((value) => valueView(value, announcer)));
  const parts = [
    ...(changes ?? []).map((change) => changeView(change)),
    heading !== undefined && changes === undefined && h('h4', {}, heading),
    changes === undefined ? list : list && h('details', { class: 'all' }, h('summary', {}, `${heading ?? ''}: all values`), list),
    more !== undefined && h('p', { class: 'more' }, more),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

function valueView(value: Value, announcer: Announcer): HTMLElement {
  const { name, depth, type, kind, text, more, note, lost, bytes } = value;
  const long = kind === 'string' && (text.length > inline || text.includes('\n') || more !== undefined);
  const shown = kind === 'ignored' || long ? undefined
    : h(kind === 'list' || kind === 'object' || kind === 'empty' ? 'span' : 'code', { class: `value ${kind}` }, text);
  const line = h('div', { class: 'value-line' },
    h('span', { class: 'name' }, name),
    type !== undefined && h('span', { class: 'type' }, type),
    long && bytes !== undefined && h('span', { class: 'type' }, `${bytes.toLocaleString('en')} ${bytes === 1 ? 'byte' : 'bytes'}`),
    shown,
    kind === 'string' && more === undefined && copyButton(announcer, text, name),
  );
  const item = h('div', { class: lost === true || kind === 'refused' ? 'item bad' : 'item' },
    line,
    long && block(text, more, name),
    note !== undefined && h('p', { class: 'note' }, lost === true && h('strong', { class: 'mark' }, 'Lost'), ...message(note)),
  );
  item.style.marginLeft = `${Math.min(depth, 4)}rem`;
  return item;
}

const words = { '+': 'added', '-': 'removed', ' ': '', '…': 'lines left out' } as const;
const classes = { '+': 'added', '-': 'removed', ' ': '', '…': 'gap' } as const;

/** Returns the difference that a call of apply_diff makes in a file. */
function changeView({ path, lines, more }: Change): HTMLElement {
  return h('section', { class: 'change' },
    h('h4', { class: 'path' }, path === '' ? 'No path' : path),
    lines.length === 0
      ? h('p', { class: 'more' }, 'The new text is the same as the old.')
      : h('div', { class: 'diff', role: 'group', 'aria-label': `Changes of ${path}`, tabIndex: 0 }, ...lines.map(lineView)),
    more !== undefined && h('p', { class: 'more' }, more),
  );
}

function lineView({ sign, text }: Line): HTMLElement {
  return h('div', { class: `line ${classes[sign]}` },
    h('span', { class: 'sign', 'aria-hidden': true }, sign),
    words[sign] !== '' && h('span', { class: 'sr' }, `${words[sign]}: `),
    h('code', {}, text === '' ? ' ' : text),
  );
}
