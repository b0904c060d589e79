// What the server publishes, as squiggles; and in their tooltips what can be done about them.
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { LSPPlugin, type LSPClientExtension } from '@codemirror/lsp-client';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';
import { button, h, message } from '../panel/dom';
import { messageOf, ruleLink } from '../panel/problems';
import { actionsAt, carryOut } from './actions';
import { reveal } from './edits';

const severities = ['error', 'warning', 'info', 'hint'] as const;

/** The diagnostics of a file that is not in the editor, such as the definitions of tools. */
export type Elsewhere = (uri: string, diagnostics: readonly lsp.Diagnostic[]) => void;

export function diagnostics(shown: (found: readonly lsp.Diagnostic[]) => void, elsewhere: Elsewhere): LSPClientExtension {
  return {
    clientCapabilities: {
      textDocument: { publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true } },
    },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, params: lsp.PublishDiagnosticsParams) => {
        const file = client.workspace.getFile(params.uri);
        const view = file?.getView();
        const plugin = view && LSPPlugin.get(view);
        if (!file || !plugin) {
          elsewhere(params.uri, params.diagnostics);
          return true;
        }
        if (params.version !== undefined && params.version !== file.version) {
          return true; // newer ones are on their way
        }
        const at = (position: lsp.Position): number => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
        view.dispatch(setDiagnostics(view.state, params.diagnostics.map((diagnostic): Diagnostic => {
          const from = at(diagnostic.range.start);
          return {
            from, to: Math.max(from, at(diagnostic.range.end)),
            severity: severities[(diagnostic.severity ?? 1) - 1] ?? 'error',
            message: messageOf(diagnostic),
            renderMessage: (target) => rendered(target, diagnostic),
          };
        })));
        shown(params.diagnostics);
        return true;
      },
    },
    editorExtension: EditorView.updateListener.of((update: ViewUpdate) => {
      if (update.docChanged) {
        LSPPlugin.get(update.view)?.client.sync(); // the server makes of it what it can, and is not waited for
      }
    }),
  };
}

/** A message with the rule's name, what is related, and buttons for what can be done. */
function rendered(view: EditorView, diagnostic: lsp.Diagnostic): HTMLElement {
  const related = (diagnostic.relatedInformation ?? []).map(({ message: text, location: { range: { start } } }) => button(text, () => {
    reveal(view, { start, end: start }, true);
  }, { class: 'forge-diagnostic-related' }));
  const node = h('div', { class: 'forge-diagnostic' },
    h('div', { class: 'forge-diagnostic-message' }, ...message(messageOf(diagnostic))), ...related, ruleLink(diagnostic));
  void addActions(view, diagnostic, node);
  return node;
}

async function addActions(view: EditorView, diagnostic: lsp.Diagnostic, node: HTMLElement): Promise<void> {
  const of = view.state.doc;
  const actions = await actionsAt(view, diagnostic.range, 'quickfix');
  const own = actions.filter(({ diagnostics: fixed }) => fixed === undefined || fixed.some(({ code }) => code === diagnostic.code));
  if (own.length > 0) {
    node.append(h('div', { class: 'forge-diagnostic-actions' }, ...own.map((action) => button(action.title, () => {
      if (view.state.doc === of) {
        void carryOut(view, action);
      }
    }, { class: action.isPreferred === true ? 'preferred' : '' }))));
  }
}
