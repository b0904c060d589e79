import { h } from './dom';
import { icon, severity } from './icons';
import type { Call, CallRow, CallWindow, Row } from './protocol';

/** How many rows there can be: browsers know no element that is higher than some ten million pixels. */
const limit = 100_000;

/** How many rows beyond the visible ones are there, for scrolling. */
const spare = 8;

/** The height of a row in pixels, until one is measured. */
const assumed = 32;

/** How many rows more than the visible ones are asked for, on each side. */
const ahead = 100;

export interface ListEvents {
  /** A call was chosen by the user. */
  chosen(row: CallRow): void;
  /** The user wants to go to a call in the text. */
  opened(call: Call): void;
  /** Asks for rows. Rejects where the list is another one by now. */
  wanted(from: number, limit: number): Promise<readonly Row[]>;
}

/**
 * The calls as a list box, by messages. Only the rows around those that can be seen are known, and only
 * these are elements: a transcript has a hundred thousand calls. The focus stays on the box, so that a
 * row may go while it is chosen.
 */
export class CallList {
  readonly element = h('div', { class: 'list', role: 'listbox', tabIndex: 0, 'aria-label': 'Calls' });
  private readonly space = h('div', { class: 'rows', role: 'presentation' });
  private rows = new Map<number, Row>();
  /** How many rows there are, how many of them are shown, and how many calls these have. */
  private all = 0;
  private length = 0;
  private listed = 0;
  private height = assumed;
  /** The elements that there are, by row. */
  private drawn = new Map<number, HTMLElement>();
  private chosen: CallRow | undefined;
  /** Settles when the rows are there that were asked for. */
  private asking: Promise<void> | undefined;

  constructor(private readonly events: ListEvents) {
    this.element.append(this.space);
    this.element.addEventListener('scroll', () => this.draw(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.key(event));
    this.element.addEventListener('focus', () => {
      if (this.element.matches(':focus-visible')) { // by a key; a row that is clicked stays where it is
        this.scrollToChosen();
      }
    });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** Which rows to know: the visible ones and those around them. */
  get wanted(): { readonly from: number; readonly limit: number } {
    const from = Math.max(0, Math.floor(this.element.scrollTop / this.height) - ahead);
    return { from, limit: this.visible + 2 * ahead };
  }

  /** The calls that are known, and whether all are. */
  get known(): { readonly calls: readonly CallRow[]; readonly all: boolean } {
    return { calls: [...this.rows.values()].filter(isCall), all: this.rows.size >= this.length };
  }

  /** Shows another list, of which some rows are known. */
  show({ rows, listed, list, chosen }: CallWindow): void {
    this.rows = new Map(list.map((row) => [row.row, row]));
    this.all = rows;
    this.length = Math.min(rows, limit);
    this.listed = listed;
    this.drawn.clear();
    this.chosen = chosen;
    this.asking = undefined;
    this.draw();
  }

  /** Marks the call that is chosen, and scrolls to it. */
  choose(row: CallRow): void {
    this.chosen = row;
    this.scrollToChosen();
    this.draw();
  }

  private get visible(): number {
    return Math.ceil((this.element.clientHeight || 20 * this.height) / this.height);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    const { chosen, length } = this;
    const at = chosen?.row ?? -1;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.height) - 1);
    const to = {
      ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: length - 1,
    }[event.key];
    if (event.key === 'Enter' && chosen !== undefined) {
      this.events.opened(chosen.call);
    } else if (to !== undefined && length > 0) {
      this.walk(Math.max(0, Math.min(length - 1, to)), to < at ? -1 : 1);
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Chooses the call in a row; above a heading or below it, the next one that way. */
  private walk(to: number, way: 1 | -1): void {
    const around = [to, to + way, to - way].filter((row) => row >= 0 && row < this.length);
    if (around.some((row) => !this.rows.has(row))) {
      const { rows } = this;
      void this.ask(to).then(() => {
        if (rows === this.rows && around.every((row) => rows.has(row))) {
          this.walk(to, way);
        }
      });
      return;
    }
    const row = around.map((at) => this.rows.get(at)).find(isCall);
    if (row !== undefined && row.row !== this.chosen?.row) {
      this.choose(row);
      this.events.chosen(row);
    }
  }

  /** Asks for the rows around one, after those that were asked for before. */
  private async ask(row: number): Promise<void> {
    const { rows } = this;
    while (this.asking !== undefined && rows === this.rows) {
      await this.asking;
    }
    if (rows !== this.rows || rows.has(row)) {
      return;
    }
    const asking = this.events.wanted(Math.max(0, row - ahead), this.visible + 2 * ahead).then((more) => {
      more.forEach((found) => rows.set(found.row, found));
    }, () => undefined).then(() => { // what failed is asked for with the next row that is not known
      if (this.asking === asking) {
        this.asking = undefined;
      }
    });
    this.asking = asking;
    await asking;
    if (rows === this.rows && rows.has(row)) {
      this.draw();
    }
  }

  private scrollToChosen(): void {
    if (this.chosen === undefined) {
      return;
    }
    const { row } = this.chosen;
    const { scrollTop, clientHeight } = this.element;
    const heading = this.rows.get(row - 1)?.heading === undefined ? 0 : 1; // is seen with its first call
    const [top, bottom] = [(row - heading) * this.height, (row + 1) * this.height];
    if (top < scrollTop) {
      this.element.scrollTop = top;
    } else if (bottom > scrollTop + clientHeight) {
      this.element.scrollTop = bottom - clientHeight;
    }
  }

  /** Makes the elements of the rows that can be seen. */
  private draw(): void {
    const first = Math.max(0, Math.floor(this.element.scrollTop / this.height) - spare);
    const last = Math.min(this.length, first + this.visible + 2 * spare);
    const drawn = new Map<number, HTMLElement>();
    let active = '';
    let missing: number | undefined;
    for (let at = first; at < last; at++) {
      const row = this.rows.get(at);
      if (row === undefined) {
        missing ??= at;
        continue;
      }
      const element = this.drawn.get(at) ?? (isCall(row) ? this.callRow(row) : other('message', row.heading ?? ''));
      element.style.top = `${at * this.height}px`;
      if (isCall(row)) {
        const isChosen = at === this.chosen?.row;
        element.setAttribute('aria-selected', String(isChosen));
        active = isChosen ? element.id : active;
      }
      drawn.set(at, element);
    }
    const rest = this.all - this.length;
    if (rest > 0 && last === this.length) {
      const element = other('rest', `… ${rest.toLocaleString('en')} more`);
      element.style.top = `${last * this.height}px`;
      drawn.set(last, element);
    }
    this.drawn = drawn;
    this.space.replaceChildren(...drawn.values());
    this.space.style.height = `${(this.length + (rest > 0 ? 1 : 0)) * this.height}px`;
    if (active === '') {
      this.element.removeAttribute('aria-activedescendant');
    } else {
      this.element.setAttribute('aria-activedescendant', active);
    }
    if (missing !== undefined && this.asking === undefined) {
      void this.ask(missing);
    }
    const height = [...drawn.values()][0]?.getBoundingClientRect().height ?? 0;
    if (height > 0 && Math.abs(height - this.height) > 0.01) { // the font is of another size
      this.height = height;
      this.draw();
    }
  }

  private callRow(shown: CallRow): HTMLElement {
    const { index, call } = shown;
    const { tool, about, short, outcome, text, message, range: { start } } = call;
    const name = tool === '' ? 'no tool' : tool;
    const row = h('div', {
      class: `row call ${severity(call)}`, role: 'option', id: `call-${index}`, 'aria-posinset': index, 'aria-setsize': this.listed,
    },
    icon(call),
    h('span', { class: 'tool' }, name),
    h('span', { class: 'about' }, about),
    h('span', { class: 'what' }, short ?? outcome),
    h('span', { class: 'sr' }, ` (${text}) `),
    h('span', { class: 'place' }, `line ${start.line + 1}`),
    message !== undefined && h('span', { class: 'sr' }, ` in message ${message}`));
    row.addEventListener('click', () => {
      this.choose(shown);
      this.events.chosen(shown);
    });
    row.addEventListener('dblclick', () => this.events.opened(call));
    return row;
  }
}

function isCall(row: Row | undefined): row is CallRow {
  return row?.call !== undefined;
}

function other(kind: 'message' | 'rest', text: string): HTMLElement {
  return h('div', { class: `row ${kind}`, role: 'presentation' }, text);
}
