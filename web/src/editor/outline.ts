// The outline: messages, calls and their arguments as the server lists them.
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';
import { button, h } from '../panel/dom';
import { reveal } from './edits';

/** How many entries are shown: more are of no use to a person. */
const most = 1000;

export class Outline {
  private asked = 0;

  constructor(private readonly details: HTMLDetailsElement, private readonly list: HTMLElement, private readonly view: EditorView) {
    details.addEventListener('toggle', () => void this.refresh());
  }

  /** Asks again, if it is open. */
  async refresh(): Promise<void> {
    const plugin = LSPPlugin.get(this.view);
    if (!this.details.open || !plugin) {
      return;
    }
    const asked = ++this.asked;
    plugin.client.sync();
    try {
      const symbols = await plugin.client.request<lsp.DocumentSymbolParams, lsp.DocumentSymbol[] | null>('textDocument/documentSymbol', {
        textDocument: { uri: plugin.uri },
      });
      if (asked === this.asked) {
        this.show(symbols ?? []);
      }
    } catch {
      // The server was ended: it is asked again when it has started.
    }
  }

  private show(symbols: readonly lsp.DocumentSymbol[]): void {
    let left = most;
    const listed = (of: readonly lsp.DocumentSymbol[]): HTMLElement[] => of.flatMap((symbol) => {
      if (left-- <= 0) {
        return [];
      }
      const { name, detail = '', selectionRange, children = [] } = symbol;
      const entry = button('', () => reveal(this.view, { start: selectionRange.start, end: selectionRange.start }, true, 'select'));
      entry.append(name, ...detail === '' ? [] : [h('span', { class: 'detail' }, ` ${detail}`)]);
      return [h('li', {}, entry, children.length > 0 && h('ul', {}, ...listed(children)))];
    });
    this.list.replaceChildren(...listed(symbols));
    if (left < 0) {
      this.list.append(h('li', {}, `The first ${most} entries are shown.`));
    }
  }
}
