// The colors of calls: semantic tokens of what is on the screen.
import { StateEffect, StateField, type Range } from '@codemirror/state';
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from '@codemirror/view';
import { LSPPlugin, type LSPClientExtension } from '@codemirror/lsp-client';
import type * as lsp from 'vscode-languageserver-protocol';

const setTokens = StateEffect.define<DecorationSet>();

const tokens = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setTokens)) {
        return effect.value;
      }
    }
    return transaction.docChanged ? shown.map(transaction.changes) : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** How long after a change or a scroll the colors are asked for again, in ms: the old ones move along. */
const quiet = 60;

const asking = ViewPlugin.fromClass(class {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly view: EditorView) {
    this.later();
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged) {
      this.later();
    }
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), quiet);
  }

  private async ask(): Promise<void> {
    const { view } = this;
    const plugin = LSPPlugin.get(view);
    if (!plugin) {
      return;
    }
    await plugin.client.initializing;
    plugin.client.sync();
    const { doc } = view.state;
    const { from, to } = view.viewport;
    try {
      const answer = await plugin.client.request<lsp.SemanticTokensRangeParams, lsp.SemanticTokens | null>('textDocument/semanticTokens/range', {
        textDocument: { uri: plugin.uri }, range: { start: plugin.toPosition(from), end: plugin.toPosition(to) },
      });
      const types = plugin.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
      if (view.state.doc === doc && answer && types) {
        view.dispatch({ effects: setTokens.of(decorated(view, answer.data, types)) });
      }
    } catch {
      // The server was ended, or is asked again after the change that came between.
    }
  }
});

function decorated(view: EditorView, data: readonly number[], types: readonly string[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  const { doc } = view.state;
  for (let i = 0, line = 0, character = 0; i + 4 < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0] = data.slice(i, i + 4);
    line += lines;
    character = lines > 0 ? characters : character + characters;
    const from = doc.line(line + 1).from + character;
    ranges.push(Decoration.mark({ class: `forge-token-${types[type] ?? ''}` }).range(from, Math.min(from + length, doc.length)));
  }
  return Decoration.set(ranges);
}

/** Has the colors asked for again. */
export function refreshTokens(view: EditorView): void {
  view.plugin(asking)?.later();
}

export function semanticTokens(): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: { semanticTokens: { requests: { range: true }, tokenTypes: [], tokenModifiers: [], formats: ['relative'] } },
      workspace: { semanticTokens: { refreshSupport: true } },
    },
    editorExtension: [tokens, asking],
  };
}
