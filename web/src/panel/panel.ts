import type { CodeAction } from 'vscode-languageserver-types';
import { Announcer } from './announce';
import type { PanelApi, PanelRoots } from './api';
import { Bar } from './bar';
import { Details } from './details';
import { button, h } from './dom';
import { FilterBox } from './filter';
import { CallList } from './list';
import { contains, type Call, type CallRow, type CallWindow, type Position, type Row, type Summary } from './protocol';

/** Where the panel is beside the text; else it is below, and the text would move away from under the finger. */
const beside = '(min-width: 60rem)';

/** What a call looks like: one that runs as it is written. */
const sample = `<tool>
<server_name>local</server_name>
<tool_name>read_file</tool_name>
<arguments>
  <path>README.md</path>
</arguments>
</tool>`;

/** Up to how long the next look at the text waits, in ms: as long as the last one took. */
const longest = 1000;

/**
 * The panel beside the text: which calls there are, what happens to them, and what the tool of the chosen one
 * receives. What it shows comes from the server.
 */
export class CallsPanel {
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

  private uri = '';
  private chosen: CallRow | undefined;
  /** Where the cursor is, while it is not known in which call. */
  private cursor: Position | undefined;
  private following = false;
  private loading = false;
  private stale = false;
  /** Whether "Fix all" is the next thing to do. */
  private canFix = false;

  constructor(roots: PanelRoots, private readonly api: PanelApi) {
    this.bar = new Bar(roots, api, this.announcer, () => {
      this.take(undefined); // what is left to do is chosen then
    });
    this.details = new Details(api, this.announcer);
    roots.panel.replaceChildren(
      h('div', { class: 'calls' }, h('h2', { class: 'sr' }, 'Calls'), this.filter.element, this.box.element, this.empty),
      this.details.element,
    );
    this.box.element.hidden = true;
    api.onChange(() => this.changed());
    api.onCursor((at) => this.follow(at));
    this.changed();
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
    while (this.stale) {
      this.stale = false;
      const start = performance.now();
      const uri = this.api.uri();
      try {
        const summary = await this.api.request<Summary>('forge/summary', { textDocument: { uri } }); // of large texts, long before the list
        if (!this.stale) {
          this.bar.show(summary);
          const { only } = this.filter;
          const window = await this.window({ ...this.box.wanted, choose: this.choice() });
          const canFix = await this.anySafe();
          if (!this.stale && uri === this.api.uri() && only === this.filter.only) { // else the ranges are those of a text that is gone
            this.bar.show(summary, window);
            this.bar.offer(canFix);
            this.show(window, canFix);
          }
        }
      } catch (error) {
        if (!this.stale) {
          this.failed(error as Error);
        }
      }
      if (this.stale) {
        await new Promise((resolve) => setTimeout(resolve, Math.min(longest, performance.now() - start)));
      }
    }
  }

  private failed({ message }: Error): void {
    this.bar.tell('The server does not answer', 'error');
    this.say(`The server did not answer: ${message}`, button('Try again', () => this.changed()));
    this.bar.offer(false);
    this.box.element.hidden = true;
    this.details.show(undefined);
  }

  /** Whether fix-all would do something. Asked at one place, the server does not compute what. */
  private async anySafe(): Promise<boolean> {
    if (this.api.problems()?.length === 0) {
      return false;
    }
    const at = { line: 0, character: 0 };
    const actions = await this.api.request<CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri: this.api.uri() }, range: { start: at, end: at }, context: { diagnostics: [], triggerKind: 1 },
    });
    return actions?.some(({ kind }) => kind?.startsWith('source.fixAll')) === true;
  }

  /** Asks for a part of the list of the calls that pass the filter. */
  private window(part: { from?: number; limit: number; choose?: object | undefined }): Promise<CallWindow> {
    return this.api.request<CallWindow>('forge/calls', { textDocument: { uri: this.api.uri() }, only: this.filter.only, ...part });
  }

  /** The call that is chosen, as the server finds it again after edits. */
  private choice(): object | undefined {
    return this.chosen === undefined || this.uri !== this.api.uri() ? undefined
      : { position: this.chosen.call.range.start, tool: this.chosen.call.tool, index: this.chosen.index };
  }

  private async rows(from: number, limit: number): Promise<readonly Row[]> {
    const { list } = await this.window({ from, limit });
    if (this.stale) {
      throw new Error('the list has changed');
    }
    return list;
  }

  /** Lists calls. One is chosen where there is any. */
  private show(window: CallWindow, canFix: boolean): void {
    const { filters, none, rows, chosen } = window;
    const isNew = this.choice() === undefined;
    this.uri = this.api.uri();
    this.filter.show(filters);
    this.box.element.hidden = rows === 0;
    if (rows > 0) {
      this.say('');
    } else if ((filters[0]?.calls ?? 0) > 0) {
      this.say(none, button('List all calls', () => {
        this.filter.choose('');
        this.box.element.focus();
      }));
    } else {
      this.say('No tool calls yet. Paste a reply, a prompt or a transcript into the text, open a file, or choose an example.',
        h('pre', { class: 'shape' }, sample));
    }
    this.chosen = chosen;
    this.box.show(window);
    if (isNew && chosen !== undefined) {
      this.box.choose(chosen); // which may be below those that can be seen
    }
    this.canFix = canFix;
    this.details.show(chosen?.call, !canFix);
  }

  /** Shows what to do where no call is listed; nothing for an empty text. */
  private say(text: string, ...more: readonly HTMLElement[]): void {
    this.empty.hidden = text === '';
    this.empty.replaceChildren(...text === '' ? [] : [h('p', {}, text), ...more]);
  }

  /** Notes which call is chosen. A list that is on its way has another one, and is asked for again. */
  private take(row: CallRow | undefined): void {
    this.chosen = row;
    this.stale ||= this.loading;
  }

  private choose(row: CallRow): void {
    this.take(row);
    this.details.show(row.call, !this.canFix);
  }

  /** Puts the cursor there: what is selected would be gone with the next key. */
  private goTo(call: Call): void {
    const { start } = call.problem ?? call.range;
    this.api.reveal({ start, end: start }, true);
  }

  /** Chooses the call that the cursor is in, if it is listed. */
  private follow(at: Position): void {
    const { calls, all } = this.box.known;
    const row = calls.find(({ call }) => contains(call.range, at));
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
    while (this.cursor !== undefined && !this.stale) {
      const at = this.cursor;
      this.cursor = undefined;
      const { chosen } = await this.window({ limit: 0, choose: { position: at } }).catch(() => ({ chosen: undefined }));
      if (chosen !== undefined && this.cursor === undefined && !this.stale && contains(chosen.call.range, at)) {
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
