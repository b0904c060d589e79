import { Announcer } from './announce';
import type { Panel, PanelApi, PanelRoots } from './api';
import { Bar } from './bar';
import { Details } from './details';
import { button, h } from './dom';
import { FilterBox, nothing } from './filter';
import { CallList } from './list';
import type { Call, CallRow, CallWindow, Position, Row, Summary } from './protocol';

/** Where the panel is beside the text; else it is below, and the text would move away from under the finger. */
const beside = '(min-width: 60rem)';

/** Up to how long the next look at the text waits, in ms: as long as the last one took. */
const longest = 1000;

/** The calls of the text, and what is known of the one that is chosen. */
export class CallsPanel implements Panel {
  private readonly announcer = new Announcer();
  private readonly bar: Bar;
  private readonly filter = new FilterBox(() => this.changed());
  private readonly empty = h('div', { class: 'empty', hidden: true });
  private readonly box = new CallList({
    chosen: (row) => {
      this.choose(row);
      const { call } = row;
      if (matchMedia(beside).matches) {
        this.api.reveal(call.problem ?? call.range, false);
      }
    },
    opened: (call) => this.goTo(call),
    wanted: (from, limit) => this.rows(from, limit),
  });
  private readonly details: Details;
  private readonly stops: readonly (() => void)[];

  private uri = '';
  private chosen: CallRow | undefined;
  /** Where the cursor is, while it is not known in which call. */
  private cursor: Position | undefined;
  private following = false;
  private loading = false;
  private stale = false;
  private ended = false;

  constructor(private readonly roots: PanelRoots, private readonly api: PanelApi) {
    this.bar = new Bar(roots.bar, api, this.announcer);
    this.details = new Details(api, this.announcer, (call) => this.goTo(call));
    roots.panel.replaceChildren(
      h('div', { class: 'calls' }, h('h2', { class: 'sr' }, 'Calls'), this.filter.element, this.box.element, this.empty),
      this.details.element,
    );
    document.body.append(this.announcer.element);
    this.box.element.hidden = true;
    this.stops = [api.onChange(() => this.changed()), api.onCursor((at) => this.follow(at))];
    this.changed();
  }

  announce(text: string): void {
    this.announcer.tell(text);
  }

  unmount(): void {
    this.ended = true;
    this.stops.forEach((stop) => stop());
    this.box.stop();
    this.announcer.stop();
    this.roots.bar.replaceChildren();
    this.roots.panel.replaceChildren();
  }

  /** Looks at the text again, as soon as the last look is over. */
  private changed(): void {
    this.stale = true;
    if (!this.loading) {
      this.loading = true;
      void this.load().finally(() => {
        this.loading = false;
      });
    }
  }

  private async load(): Promise<void> {
    while (this.stale && !this.ended) {
      this.stale = false;
      const start = performance.now();
      const document = { textDocument: { uri: this.api.uri() } };
      try {
        const summary = await this.api.request<Summary>('forge/summary', document); // of large texts, long before the list
        if (!this.isStale) {
          this.bar.show(summary);
          const { filter } = this.filter;
          const window = await this.window({ ...this.box.wanted, choose: this.choice() });
          if (!this.isStale && filter === this.filter.filter) { // else the ranges are those of a text that is gone
            this.show(window);
          }
        }
      } catch (error) {
        if (!this.isStale) {
          this.failed(error as Error);
        }
      }
      if (this.isStale) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(longest, performance.now() - start)));
      }
    }
  }

  /** Whether the text has changed since it was asked about. */
  private get isStale(): boolean {
    return this.stale || this.ended;
  }

  private failed({ message }: Error): void {
    this.bar.tell('The server does not answer', 'error');
    this.say(`The server did not answer: ${message}`, button('Try again', () => this.changed()));
    this.box.element.hidden = true;
    this.details.show(undefined);
  }

  /** Asks for a part of the list of the calls that pass the filter. */
  private window(part: { from?: number; limit: number; choose?: object | undefined }): Promise<CallWindow> {
    const { filter } = this.filter;
    return this.api.request<CallWindow>('forge/callList', {
      textDocument: { uri: this.api.uri() }, ...filter === 'all' ? {} : { only: filter }, ...part,
    });
  }

  /** The call that is chosen, as the server finds it again after edits. */
  private choice(): object | undefined {
    return this.chosen === undefined || this.uri !== this.api.uri() ? undefined
      : { position: this.chosen.call.range.start, tool: this.chosen.call.tool, index: this.chosen.index };
  }

  private async rows(from: number, limit: number): Promise<readonly Row[]> {
    const { list } = await this.window({ from, limit });
    if (this.isStale) {
      throw new Error('the list has changed');
    }
    return list;
  }

  /** Lists calls. One is chosen where there is any. */
  private show(window: CallWindow): void {
    const { counts, rows, chosen } = window;
    this.uri = this.api.uri();
    this.filter.count(counts);
    this.box.element.hidden = rows === 0;
    if (rows > 0) {
      this.say('');
    } else if ((counts.all ?? 0) > 0) {
      this.say(nothing[this.filter.filter], button('List all calls', () => {
        this.filter.choose('all');
        this.changed();
        this.box.element.focus();
      }));
    } else {
      this.say('No tool calls yet. Paste a reply, a prompt or a transcript into the text, open a file, or choose an example.',
        h('pre', { class: 'shape' }, '<tool>\n<tool_name>…</tool_name>\n<arguments>…</arguments>\n</tool>'));
    }
    this.chosen = chosen;
    this.box.show(window);
    this.details.show(chosen?.call);
  }

  /** Shows what to do where no call is listed; nothing for an empty text. */
  private say(text: string, ...more: readonly HTMLElement[]): void {
    this.empty.hidden = text === '';
    this.empty.replaceChildren(...text === '' ? [] : [h('p', {}, text), ...more]);
  }

  private choose(row: CallRow): void {
    this.chosen = row;
    this.details.show(row.call);
  }

  /** Puts the cursor there: what is selected would be gone with the next key. */
  private goTo(call: Call): void {
    const { start } = call.problem ?? call.range;
    this.api.reveal({ start, end: start }, true);
  }

  /** Chooses the call that the cursor is in, if it is listed. */
  private follow(at: Position): void {
    const { calls, all } = this.box.known;
    const row = calls.find(({ call }) => contains(call, at));
    if (row !== undefined) {
      this.point(row);
    } else if (!all) {
      this.cursor = at;
      if (!this.following) {
        this.following = true;
        void this.find().finally(() => {
          this.following = false;
        });
      }
    }
  }

  /** Asks which call the cursor is in, as long as it is moved. */
  private async find(): Promise<void> {
    while (this.cursor !== undefined && !this.isStale) {
      const at = this.cursor;
      this.cursor = undefined;
      const { chosen } = await this.window({ limit: 0, choose: { position: at } }).catch(() => ({ chosen: undefined }));
      if (chosen !== undefined && this.cursor === undefined && !this.isStale && contains(chosen.call, at)) {
        this.point(chosen);
      }
    }
  }

  private point(row: CallRow): void {
    if (row.row !== this.chosen?.row) {
      this.choose(row);
      this.box.choose(row);
    }
  }
}

function contains({ range: { start, end } }: Call, at: Position): boolean {
  return !precedes(at, start) && precedes(at, end);
}

function precedes(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
