import type { Announcer } from './announce';
import type { PanelApi } from './api';
import { button, h, message } from './dom';
import { icon, severity } from './icons';
import type { Call, Form, Noted, Received } from './protocol';
import { Problems } from './problems';
import { receivedView } from './received';
import { Tabs } from './tabs';
import { block, copyButton, wholeCall } from './text';

const tabs = { received: 'Received', corrected: 'Corrected', json: 'JSON' } as const;
type Tab = keyof typeof tabs;

/** What is known of the call that is chosen. */
export class Details {
  readonly element = h('section', { class: 'details', 'aria-label': 'The chosen call', hidden: true });
  private readonly head = h('div', { class: 'details-head' });
  private readonly problems: Problems;
  private readonly tabs: Tabs<Tab>;
  private call: Call | undefined;
  /** Answers about the call as the text is now, by method. */
  private asked = new Map<string, Promise<unknown>>();
  private filling = 0;
  /** What the open tab shows, so that the same is not shown again: what was unfolded stays so. */
  private shown = '';

  constructor(private readonly api: PanelApi, private readonly announcer: Announcer) {
    this.problems = new Problems(api, announcer);
    this.tabs = new Tabs('About the chosen call', tabs, () => void this.fill());
    this.element.append(this.head, this.problems.element, this.tabs.list, this.tabs.body);
  }

  /** Shows a call; asks again where the text may have changed. `isNext` tells that its fixes are the next thing to do. */
  show(call: Call | undefined, isNext = false): void {
    this.call = call;
    this.asked = new Map();
    this.element.hidden = call === undefined;
    void this.problems.show(call, isNext);
    if (call === undefined) {
      this.shown = '';
      return;
    }
    this.title(call);
    void this.fill();
  }

  private title(call: Call): void {
    const { tool, about, server, text, message: number, role, range: { start } } = call;
    const rest = [number !== undefined && `message ${number}`, role, server !== '' && server !== 'local' && `server ${server}`]
      .filter((part) => typeof part === 'string');
    const focused = this.head.contains(document.activeElement);
    const line = button(`line ${start.line + 1}`, () => this.api.reveal({ start, end: start }, true), { class: 'link' });
    this.head.replaceChildren(
      h('div', { class: 'details-title' }, icon(call), h('h3', {}, tool === '' ? 'no tool' : tool), h('span', { class: `what ${severity(call)}` }, text)),
      h('p', { class: 'place' }, about !== undefined && h('span', { class: 'about' }, about), line, ...rest.map((part) => h('span', {}, part))),
    );
    if (focused) {
      line.focus();
    }
  }

  private ask<R>(method: string): Promise<R> {
    const { call } = this;
    const asked = this.asked.get(method) ?? this.api.request<unknown>(method, {
      textDocument: { uri: this.api.uri() }, position: call?.range.start,
    });
    this.asked.set(method, asked);
    return asked as Promise<R>;
  }

  /** Fills the open tab. What it showed stays until the answer is there. */
  private async fill(): Promise<void> {
    const filling = ++this.filling;
    const { call, tabs: { open, body } } = this;
    if (call === undefined) {
      return;
    }
    try {
      const [key, view] = await (open === 'received' ? this.received(call) : open === 'corrected' ? this.corrected() : this.json());
      if (filling === this.filling && this.shown !== key) {
        this.shown = key;
        body.replaceChildren(...view());
      }
    } catch (error) {
      if (filling === this.filling) {
        this.shown = '';
        body.replaceChildren(h('p', { class: 'note' }, `The server did not answer: ${(error as Error).message}`));
      }
    }
  }

  private async received(call: Call): Promise<[key: string, view: () => HTMLElement[]]> {
    const received = await this.ask<Received | null>('forge/received');
    const view = (): HTMLElement[] => received === null ? [gone()] : [
      h('ul', { class: 'verdicts' }, ...received.verdicts.map((verdict) => h('li', {}, ...message(verdict)))),
      ...receivedView(call, received, this.announcer),
    ];
    return [JSON.stringify(['received', call.outcome, received]), view];
  }

  /** The call with what is certain fixed, and what to tell the model that wrote it. */
  private async corrected(): Promise<[key: string, view: () => HTMLElement[]]> {
    const [fixed, correction] = await Promise.all([this.ask<Noted | null>('forge/fixedCall'), this.ask<Noted | null>('forge/correction')]);
    const view = (): HTMLElement[] => fixed === null && correction === null ? [gone()] : [
      ...fixed === null ? [] : this.noted(fixed, 'the corrected call'),
      ...correction === null || fixed !== null && correction.text === '' ? [] : [
        h('h4', {}, 'Message to the model, in lines of the call'), ...this.noted(correction, 'the message'),
      ],
    ];
    return [JSON.stringify(['corrected', fixed, correction]), view];
  }

  private async json(): Promise<[key: string, view: () => HTMLElement[]]> {
    const form = (await this.ask<Form[] | null>('forge/written'))?.find(({ form: name }) => name === 'json');
    return [JSON.stringify(['json', form]), () => form === undefined ? [gone()] : this.noted(form, 'the call as JSON')];
  }

  private noted({ note, text }: Noted, what: string): HTMLElement[] {
    return [
      ...note === '' ? [] : [h('p', { class: 'note' }, ...message(note))],
      ...text === '' ? [] : [h('div', { class: 'copyable' }, copyButton(this.announcer, text, what), block(text, undefined, what, wholeCall))],
    ];
  }
}

function gone(): HTMLElement {
  return h('p', { class: 'note' }, 'The call is no longer there.');
}
