// What the server publishes, as squiggles; and in their tooltips what can be done about them.
import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { LSPPlugin, type LSPClientExtension } from '@codemirror/lsp-client';
import { EditorView, type ViewUpdate } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';
import { message } from '../panel/dom';
import { actionsAt, carryOut } from './actions';

const severities = ['error', 'warning', 'info', 'hint'] as const;

/** The diagnostics of a file that is not in the editor, such as the definitions of tools. */
export type Elsewhere = (uri: string, diagnostics: readonly lsp.Diagnostic[]) => void;

export function diagnostics(shown: () => void, elsewhere: Elsewhere): LSPClientExtension {
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
        shown();
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

function messageOf(diagnostic: lsp.Diagnostic): string {
  return typeof diagnostic.message === 'string' ? diagnostic.message : String((diagnostic.message as { value: string }).value);
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string, text = ''): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** A message with the rule's name, what is related, and buttons for what can be done. */
function rendered(view: EditorView, diagnostic: lsp.Diagnostic): HTMLElement {
  const node = element('div', 'forge-diagnostic');
  node.append(element('div', 'forge-diagnostic-message'));
  node.lastElementChild?.append(...message(messageOf(diagnostic)));
  for (const related of diagnostic.relatedInformation ?? []) {
    const place = element('button', 'forge-diagnostic-related');
    place.append(...message(related.message));
    place.type = 'button';
    place.onclick = () => {
      const plugin = LSPPlugin.get(view);
      if (plugin) {
        const at = plugin.unsyncedChanges.mapPos(plugin.fromPosition(related.location.range.start, plugin.syncedDoc));
        view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
        view.focus();
      }
    };
    node.append(place);
  }
  const code = typeof diagnostic.code === 'string' ? diagnostic.code : '';
  if (code !== '') {
    const rule = element('a', 'forge-diagnostic-code', code);
    if (diagnostic.codeDescription !== undefined) {
      rule.href = diagnostic.codeDescription.href;
      rule.target = '_blank';
      rule.rel = 'noreferrer';
    }
    node.append(rule);
  }
  void addActions(view, diagnostic, node);
  return node;
}

async function addActions(view: EditorView, diagnostic: lsp.Diagnostic, node: HTMLElement): Promise<void> {
  const of = view.state.doc;
  const actions = await actionsAt(view, diagnostic.range, 'quickfix');
  const own = actions.filter(({ diagnostics: fixed }) => fixed === undefined || fixed.some(({ code }) => code === diagnostic.code));
  const buttons = element('div', 'forge-diagnostic-actions');
  for (const action of own) {
    const button = element('button', action.isPreferred === true ? 'preferred' : '');
    button.append(...message(action.title));
    button.type = 'button';
    button.onclick = () => {
      if (view.state.doc === of) {
        void carryOut(view, action);
      }
    };
    buttons.append(button);
  }
  if (own.length > 0) {
    node.append(buttons);
  }
}
