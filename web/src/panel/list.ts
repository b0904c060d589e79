import { h } from './dom';
import { icon, severity } from './icons';
import type { Call } from './protocol';

/** How many rows there can be: browsers know no element that is higher than some ten million pixels. */
const limit = 100_000;

/** How many rows beyond the visible ones are there, for scrolling. */
const spare = 8;

/** The height of a row in pixels, until one is measured. */
const assumed = 32;

type Row =
  | { readonly kind: 'call'; readonly call: Call; readonly at: number }
  | { readonly kind: 'message' | 'rest'; readonly text: string };

export interface ListEvents {
  /** A call was chosen by the user. */
  chosen(call: Call): void;
  /** The user wants to go to a call in the text. */
  opened(call: Call): void;
}

/**
 * The calls as a list box, by messages. Only the rows that can be seen are elements: a transcript has
 * a hundred thousand calls. The focus stays on the box, so that a row may go while it is chosen.
 */
export class CallList {
  readonly element = h('div', { class: 'list', role: 'listbox', tabIndex: 0, 'aria-label': 'Calls' });
  private readonly space = h('div', { class: 'rows', role: 'presentation' });
  private readonly resized = new ResizeObserver(() => this.draw());
  private rows: readonly Row[] = [];
  /** The rows of calls, in order. */
  private calls: readonly number[] = [];
  private height = assumed;
  /** The elements that there are, by row. */
  private drawn = new Map<number, HTMLElement>();
  private chosen: Call | undefined;

  constructor(private readonly events: ListEvents) {
    this.element.append(this.space);
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('focus', () => {
      if (this.element.matches(':focus-visible')) { // by a key; a row that is clicked stays where it is
        this.scrollToChosen();
      }
    });
    this.resized.observe(this.element);
  }

  stop(): void {
    this.resized.disconnect();
  }

  /** Shows calls, of which one may be chosen. */
  show(calls: readonly Call[], chosen: Call | undefined): void {
    const rows: Row[] = [];
    const places: number[] = [];
    let message = '';
    for (const call of calls) {
      const heading = call.message === undefined ? '' : `Message ${call.message}${call.role === undefined ? '' : ` · ${call.role}`}`;
      if (heading !== '' && (call.first === true || heading !== message)) {
        rows.push({ kind: 'message', text: heading });
      }
      message = heading;
      places.push(rows.length);
      rows.push({ kind: 'call', call, at: places.length });
      if (rows.length >= limit) {
        break;
      }
    }
    if (places.length < calls.length) {
      rows.push({ kind: 'rest', text: `… ${(calls.length - places.length).toLocaleString('en')} more` });
    }
    this.rows = rows;
    this.drawn.clear();
    this.calls = places;
    this.chosen = chosen;
    this.draw();
  }

  /** Marks the call that is chosen, and scrolls to it. */
  choose(call: Call | undefined): void {
    this.chosen = call;
    this.scrollToChosen();
    this.draw();
  }

  private get index(): number {
    return this.calls.findIndex((row) => this.callAt(row) === this.chosen);
  }

  private callAt(row: number | undefined): Call | undefined {
    const found = row === undefined ? undefined : this.rows[row];
    return found?.kind === 'call' ? found.call : undefined;
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const { index, calls: { length } } = this;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const to = {
      ArrowDown: index + 1, ArrowUp: index - 1, PageDown: index + page, PageUp: index - page, Home: 0, End: length - 1,
    }[event.key];
    if (event.key === 'Enter' && this.chosen !== undefined) {
      this.events.opened(this.chosen);
    } else if (to !== undefined && length > 0) {
      const call = this.callAt(this.calls[Math.max(0, Math.min(length - 1, to))]);
      if (call !== undefined && call !== this.chosen) {
        this.choose(call);
        this.events.chosen(call);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  private scrollToChosen(): void {
    const row = this.calls[this.index];
    if (row === undefined) {
      return;
    }
    const { scrollTop, clientHeight } = this.element;
    const heading = this.rows[row - 1]?.kind === 'message' ? 1 : 0; // is seen with its first call
    const [top, bottom] = [(row - heading) * this.height, (row + 1) * this.height];
    if (top < scrollTop) {
      this.element.scrollTop = top;
    } else if (bottom > scrollTop + clientHeight) {
      this.element.scrollTop = bottom - clientHeight;
    }
  }

  /** Makes the elements of the rows that can be seen. */
  private draw(): void {
    const visible = Math.ceil((this.element.clientHeight || 20 * this.height) / this.height);
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - spare);
    const last = Math.min(this.rows.length, first + visible + 2 * spare);
    const drawn = new Map<number, HTMLElement>();
    let active = '';
    for (let at = first; at < last; at++) {
      const row = this.rows[at];
      if (row === undefined) {
        continue;
      }
      const element = this.drawn.get(at) ?? (row.kind === 'call' ? this.callRow(row.call, row.at) : h('div', { class: `row ${row.kind}`, role: 'presentation' }, row.text));
      element.style.top = `${at * this.height}px`;
      if (row.kind === 'call') {
        element.setAttribute('aria-selected', String(row.call === this.chosen));
        active = row.call === this.chosen ? element.id : active;
      }
      drawn.set(at, element);
    }
    this.drawn = drawn;
    this.space.replaceChildren(...drawn.values());
    this.space.style.height = `${this.rows.length * this.height}px`;
    if (active === '') {
      this.element.removeAttribute('aria-activedescendant');
    } else {
      this.element.setAttribute('aria-activedescendant', active);
    }
    const height = drawn.get(first)?.getBoundingClientRect().height ?? 0;
    if (height > 0 && Math.abs(height - this.height) > 0.01) { // the font is of another size
      this.height = height;
      this.draw();
    }
  }

  private callRow(call: Call, at: number): HTMLElement {
    const { tool, about, short, verdict, text, message, range: { start } } = call;
    const name = tool === '' ? 'no tool' : tool;
    const row = h('div', {
      class: `row call ${severity(call)}`, role: 'option', id: `call-${at}`, 'aria-posinset': at, 'aria-setsize': this.calls.length,
    },
    icon(call),
    h('span', { class: 'tool' }, name),
    h('span', { class: 'about' }, about),
    h('span', { class: 'what' }, short ?? verdict),
    h('span', { class: 'sr' }, ` (${text}) `),
    h('span', { class: 'place' }, `line ${start.line + 1}`),
    message !== undefined && h('span', { class: 'sr' }, ` in message ${message}`));
    row.addEventListener('click', () => {
      this.choose(call);
      this.events.chosen(call);
    });
    row.addEventListener('dblclick', () => this.events.opened(call));
    return row;
  }
}
