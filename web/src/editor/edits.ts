// Edits of the server.
import { LSPPlugin } from '@codemirror/lsp-client';
import type { EditorView } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';

/** Makes an edit of the text, unless it was made for another version. Whether it did. */
export function applyEdit(view: EditorView, edit: lsp.WorkspaceEdit, userEvent: string): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return false;
  }
  const version = plugin.client.workspace.getFile(plugin.uri)?.version;
  const edits: lsp.TextEdit[] = [...edit.changes?.[plugin.uri] ?? []];
  for (const change of edit.documentChanges ?? []) {
    if (!('textDocument' in change) || change.textDocument.uri !== plugin.uri) {
      return false;
    }
    if (change.textDocument.version !== null && change.textDocument.version !== version) {
      return false;
    }
    edits.push(...change.edits as lsp.TextEdit[]);
  }
  if (edits.length === 0 || !plugin.unsyncedChanges.empty) {
    return false;
  }
  view.dispatch({
    changes: edits.map(({ range, newText }) => ({ from: plugin.fromPosition(range.start), to: plugin.fromPosition(range.end), insert: newText })),
    scrollIntoView: view.hasFocus,
    userEvent,
  });
  return true;
}
