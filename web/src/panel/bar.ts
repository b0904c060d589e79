import type { Announcer } from './announce';
import type { PanelApi, PanelRoots } from './api';
import { button, h } from './dom';
import type { CallWindow, Summary } from './protocol';

/** What happens to all calls, on a line that leads to them, and what can be done with the whole text. */
export class Bar {
  private readonly line = h('span', { class: 'line' }, 'Starting the server…');
  private readonly counts: HTMLElement;
  private readonly fix: HTMLElement;

  /** `fixing` is called before all is fixed. */
  constructor({ bar, panel }: PanelRoots, api: PanelApi, announcer: Announcer, fixing: () => void) {
    this.counts = button('', () => panel.scrollIntoView({ block: 'start' }), { class: 'counts' });
    this.counts.append(h('span', { class: 'dot', 'aria-hidden': true }), this.line);
    this.fix = button('Fix all', () => {
      fixing();
      void this.fixAll(api, announcer);
    }, { class: 'primary', title: 'Apply all safe fixes', hidden: true });
    bar.replaceChildren(this.counts, announcer.element, h('div', { class: 'buttons' }, this.fix,
      button('Undo', () => {
        if (!api.undo()) {
          announcer.tell('Nothing to undo.');
        }
      })));
  }

  /** Shows the counts. Of a single call, what happens to it, which the list tells. */
  show({ calls, native = 0, leaked = 0, formats = [], worst, line }: Summary, list?: CallWindow): void {
    const all = formats.reduce((sum, { calls }) => sum + calls, calls + native + leaked);
    if (all === 1 && list === undefined) {
      return;
    }
    const only = all === 1 ? list?.chosen?.call : undefined;
    this.tell(all === 0 ? 'No tool calls' : only === undefined ? line : `1 call: ${only.short ?? only.outcome}`, all === 0 ? 'none' : worst === '' ? 'good' : worst);
  }

  /** Offers to fix all, or not where there is nothing that is safe to fix. */
  offer(canFix: boolean): void {
    this.fix.hidden = !canFix;
  }

  tell(text: string, how: string): void {
    this.counts.className = `counts ${how}`;
    if (this.line.textContent !== text) {
      this.line.replaceChildren(...text.split(/( \([^)]*\))/).map((part, at) => at % 2 === 1 ? h('span', { class: 'detail' }, part) : part));
    }
  }

  private async fixAll(api: PanelApi, announcer: Announcer): Promise<void> {
    try {
      announcer.tell(await api.fixAll() ? 'Applied all safe fixes.' : 'Nothing can be fixed automatically.');
    } catch (error) {
      announcer.tell(`Nothing was fixed: ${(error as Error).message}`);
    }
  }
}
