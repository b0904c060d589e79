import { Announcer } from './announce';
import type { Panel, PanelApi, PanelRoots } from './api';
import { Bar } from './bar';
import { Details } from './details';
import { button, h } from './dom';
import { FilterBox, nothing, passes } from './filter';
import { CallList } from './list';
import type { Call, Position, Summary } from './protocol';

/** Where the panel is beside the text; else it is below, and the text would move away from under the finger. */
const beside = '(min-width: 60rem)';

/** Up to how long the next look at the text waits, in ms: as long as the last one took. */
const longest = 1000;

/** The calls of the text, and what is known of the one that is chosen. */
export class CallsPanel implements Panel {
  private readonly announcer = new Announcer();
  private readonly bar: Bar;
  private readonly filter = new FilterBox(() => this.list());
  private readonly empty = h('div', { class: 'empty', hidden: true });
  private readonly box = new CallList({
    chosen: (call) => {
      this.choose(call);
      if (matchMedia(beside).matches) {
        this.api.reveal((call.problem ?? call.range), false);
      }
    },
    opened: (call) => this.goTo(call),
  });
  private readonly details: Details;
  private readonly stops: readonly (() => void)[];

  private calls: readonly Call[] = [];
  private chosen: Call | undefined;
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
        const [calls, summary] = await Promise.all([
          this.api.request<Call[]>('forge/calls', document), this.api.request<Summary>('forge/summary', document),
        ]);
        if (!this.isStale) { // else the ranges are those of a text that is gone
          this.show(calls, summary);
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

  private show(calls: readonly Call[], summary: Summary): void {
    const before = this.chosen;
    const at = before === undefined ? -1 : this.calls.indexOf(before);
    this.calls = calls;
    this.bar.show(summary);
    this.filter.count(calls);
    // The call that was chosen may have moved: it starts where it did, or as many are before it.
    this.chosen = before === undefined ? undefined : calls.find(({ range: { start } }) => same(start, before.range.start)) ?? calls[at];
    this.list();
  }

  /** Lists the calls that pass the filter. One is chosen where there is any. */
  private list(): void {
    const { filter } = this.filter;
    const listed = this.calls.filter((call) => passes(call, filter));
    if (this.chosen === undefined || !listed.includes(this.chosen)) {
      this.chosen = listed.find(({ as_meant: asMeant }) => !asMeant) ?? listed[0];
    }
    this.box.element.hidden = listed.length === 0;
    if (listed.length > 0) {
      this.say('');
    } else if (this.calls.length > 0) {
      this.say(nothing[filter], button('List all calls', () => {
        this.filter.choose('all');
        this.list();
        this.box.element.focus();
      }));
    } else {
      this.say('No tool calls yet. Paste a reply, a prompt or a transcript into the text, open a file, or choose an example.',
        h('pre', { class: 'shape' }, '<tool>\n<tool_name>…</tool_name>\n<arguments>…</arguments>\n</tool>'));
    }
    this.box.show(listed, this.chosen);
    this.details.show(this.chosen);
  }

  /** Shows what to do where no call is listed; nothing for an empty text. */
  private say(text: string, ...more: readonly HTMLElement[]): void {
    this.empty.hidden = text === '';
    this.empty.replaceChildren(...text === '' ? [] : [h('p', {}, text), ...more]);
  }

  private choose(call: Call): void {
    this.chosen = call;
    this.details.show(call);
  }

  private goTo(call: Call): void {
    this.api.reveal(call.problem ?? call.range, true);
  }

  /** Chooses the call that the cursor is in, if it is listed. */
  private follow(at: Position): void {
    const call = this.calls.find(({ range: { start, end } }) => !precedes(at, start) && precedes(at, end));
    if (call !== undefined && call !== this.chosen && passes(call, this.filter.filter)) {
      this.choose(call);
      this.box.choose(call);
    }
  }
}

function precedes(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}

function same(a: Position, b: Position): boolean {
  return a.line === b.line && a.character === b.character;
}
