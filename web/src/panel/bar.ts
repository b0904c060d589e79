import type { Announcer } from './announce';
import type { PanelApi } from './api';
import { button, h } from './dom';
import type { Summary } from './protocol';

/** What happens to all calls, on a line, and what can be done with the whole text. */
export class Bar {
  private readonly counts = h('p', { class: 'counts' }, h('span', { class: 'dot', 'aria-hidden': true }), h('span', { class: 'line' }, 'Starting the server…'));

  constructor(root: HTMLElement, api: PanelApi, announcer: Announcer) {
    root.replaceChildren(this.counts, h('div', { class: 'buttons' },
      button('Fix all', () => void this.fixAll(api, announcer), { class: 'primary', title: 'Apply all safe fixes' }),
      button('Undo', () => {
        if (!api.undo()) {
          announcer.tell('Nothing to undo.');
        }
      }),
      button('Download', () => api.download())));
  }

  show({ calls, native = 0, leaked = 0, formats, worst, line }: Summary): void {
    const none = calls + native + leaked === 0 && formats === undefined;
    this.tell(none ? 'No tool calls' : line, none ? 'none' : worst === '' ? 'good' : worst);
  }

  tell(text: string, how: string): void {
    this.counts.className = `counts ${how}`;
    const line = this.counts.lastElementChild;
    if (line !== null && line.textContent !== text) {
      line.textContent = text;
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
