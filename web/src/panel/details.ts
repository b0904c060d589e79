import type { Announcer } from './announce';
import type { PanelApi } from './api';
import { button, h } from './dom';
import { icon, severity } from './icons';
import type { Call, Form, Noted, Received } from './protocol';
import { receivedView } from './received';
import { Tabs } from './tabs';
import { block, copyButton, wholeCall } from './text';

const tabs = { received: 'Received', correction: 'Correction', escapes: 'Escapes', cdata: 'CDATA', json: 'JSON' } as const;
type Tab = keyof typeof tabs;

/** What is known of the call that is chosen. */
export class Details {
  readonly element = h('section', { class: 'details', 'aria-label': 'The chosen call', hidden: true });
  private readonly head = h('div', { class: 'details-head' });
  private readonly tabs: Tabs<Tab>;
  private call: Call | undefined;
  /** Answers about the call as the text is now, by method. */
  private asked = new Map<string, Promise<unknown>>();
  private filling = 0;
  /** What the open tab shows, so that the same is not shown again: what was unfolded stays so. */
  private shown = '';

  constructor(private readonly api: PanelApi, private readonly announcer: Announcer, private readonly goTo: (call: Call) => void) {
    this.tabs = new Tabs('About the chosen call', tabs, () => void this.fill());
    this.element.append(this.head, this.tabs.list, this.tabs.body);
  }

  /** Shows a call; asks again where the text may have changed. */
  show(call: Call | undefined): void {
    this.call = call;
    this.asked = new Map();
    this.element.hidden = call === undefined;
    if (call === undefined) {
      this.shown = '';
      return;
    }
    this.title(call);
    void this.fill();
  }

  private title(call: Call): void {
    const { tool, about, server, text, message, role, range: { start }, form, outcome, problem } = call;
    const place = [
      `line ${start.line + 1}`, message !== undefined && `message ${message}`, role, server !== '' && server !== 'local' && `server ${server}`,
    ].filter((part) => typeof part === 'string').join(' · ');
    const foreign = form === 'leaked' || outcome === 'unknown';
    const canFix = problem !== undefined && !foreign;
    const focused = document.activeElement instanceof HTMLElement && this.head.contains(document.activeElement) ? document.activeElement.textContent : null;
    this.head.replaceChildren(
      h('div', { class: 'details-title' }, icon(call), h('h3', {}, tool === '' ? 'no tool' : tool), h('span', { class: `what ${severity(call)}` }, text)),
      h('p', { class: 'place' }, about !== undefined && h('span', { class: 'about' }, about), h('span', {}, place)),
      h('div', { class: 'buttons' },
        button('Go to call', () => this.goTo(call)),
        canFix && button('Fix call', () => void this.fix(call)),
        !foreign && button(canFix ? 'Copy fixed call' : 'Copy call', () => void this.copyFixed())),
    );
    if (focused !== null) { // the button is another one now
      [...this.head.querySelectorAll('button')].find(({ textContent }) => textContent === focused)?.focus();
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
      const [key, view] = open === 'received' ? await this.received(call) : await this.text(open);
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
      h('ul', { class: 'verdicts' }, ...received.verdicts.map((verdict) => h('li', {}, verdict))),
      ...receivedView(call, received, this.announcer),
    ];
    return [JSON.stringify(['received', call.lost, received]), view];
  }

  private async text(tab: Exclude<Tab, 'received'>): Promise<[key: string, view: () => HTMLElement[]]> {
    const noted = tab === 'correction'
      ? await this.ask<Noted | null>('forge/correction')
      : (await this.ask<Form[] | null>('forge/written'))?.find(({ form }) => form === tab);
    const what = tab === 'correction' ? 'the correction' : `the call as ${tab === 'escapes' ? tab : tabs[tab]}`;
    const view = (): HTMLElement[] => !noted ? [gone()] : [
      noted.note !== '' && h('p', { class: 'note' }, noted.note),
      tab === 'correction' && noted.text !== '' && h('p', { class: 'note' }, 'Send this to the model, so that it corrects the call:'),
      noted.text !== '' && h('div', { class: 'copyable' }, copyButton(this.announcer, noted.text, what), block(noted.text, undefined, what, wholeCall)),
    ].filter((part) => part instanceof HTMLElement);
    return [JSON.stringify([tab, noted]), view];
  }

  private async fix(call: Call): Promise<void> {
    try {
      const fixed = await this.api.request<boolean | null>('workspace/executeCommand', {
        command: 'forge-lsp.fixCall', arguments: [{ uri: this.api.uri(), position: call.range.start }],
      });
      this.announcer.tell(fixed === true ? 'The call was fixed.' : 'Nothing was fixed: it is not certain what was meant.');
    } catch (error) {
      this.announcer.tell(`Nothing was fixed: ${(error as Error).message}`);
    }
  }

  private async copyFixed(): Promise<void> {
    try {
      const fixed = await this.ask<Noted | null>('forge/fixedCall');
      if (fixed === null || fixed.text === '') {
        this.announcer.tell(`Nothing was copied. ${fixed?.note ?? ''}`);
        return;
      }
      await this.announcer.copy(fixed.text, `Copied. ${fixed.note}`);
    } catch (error) {
      this.announcer.tell(`Nothing was copied: ${(error as Error).message}`);
    }
  }
}

function gone(): HTMLElement {
  return h('p', { class: 'note' }, 'The call is no longer there.');
}
