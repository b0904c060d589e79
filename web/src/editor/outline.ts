// The outline: messages, calls and their arguments as the server lists them.
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';

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
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = symbol.name;
      if (symbol.detail !== undefined && symbol.detail !== '') {
        const detail = document.createElement('span');
        detail.className = 'detail';
        detail.textContent = ` ${symbol.detail}`;
        button.append(detail);
      }
      button.onclick = () => this.go(symbol.selectionRange.start);
      item.append(button);
      if (symbol.children !== undefined && symbol.children.length > 0) {
        const inner = document.createElement('ul');
        inner.append(...listed(symbol.children));
        item.append(inner);
      }
      return [item];
    });
    this.list.replaceChildren(...listed(symbols));
    if (left < 0) {
      const more = document.createElement('li');
      more.textContent = `The first ${most} entries are shown.`;
      this.list.append(more);
    }
  }

  private go(position: lsp.Position): void {
    const plugin = LSPPlugin.get(this.view);
    if (plugin) {
      const at = plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
      this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true, userEvent: 'select' });
      this.view.focus();
    }
  }
}
