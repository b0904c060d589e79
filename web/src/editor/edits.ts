// What the server says of places in the text: where to go, and what to edit.
import { LSPPlugin } from '@codemirror/lsp-client';
import { EditorView } from '@codemirror/view';
import type * as lsp from 'vscode-languageserver-protocol';

/** Selects a range as the server knows it and scrolls to it. With `focus` the editor gets the focus. */
export function reveal(view: EditorView, { start, end }: lsp.Range, focus: boolean, userEvent?: string): void {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return;
  }
  const [anchor, head] = [start, end].map((position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc))) as [number, number];
  view.dispatch({
    selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'nearest', yMargin: 40 }), ...userEvent === undefined ? {} : { userEvent },
  });
  if (focus) {
    view.focus();
  }
}

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
