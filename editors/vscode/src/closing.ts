import * as vscode from 'vscode';
import type { ProvideOnTypeFormattingEditsSignature } from 'vscode-languageclient/node';

/**
 * Asks the server what to change after a typed character. The end tag or line that it inserts at the
 * cursor is inserted as a snippet: VS Code would move the cursor behind the text of an edit.
 */
export async function provideOnTypeFormattingEdits(
  document: vscode.TextDocument, position: vscode.Position, ch: string, options: vscode.FormattingOptions, token: vscode.CancellationToken,
  next: ProvideOnTypeFormattingEditsSignature,
): Promise<vscode.TextEdit[] | null | undefined> {
  const { version } = document;
  const edits = await next(document, position, ch, options, token);
  const [edit, ...others] = edits ?? [];
  const editor = vscode.window.activeTextEditor;
  if (edit === undefined || others.length > 0 || !edit.range.isEmpty || !edit.range.start.isEqual(position) || editor?.document !== document) {
    return edits;
  }
  if (document.version === version && !token.isCancellationRequested) {
    // VS Code indents the lines of a snippet as the one that it is inserted in.
    const indent = /^[ \t]*/.exec(document.lineAt(position.line).text)?.[0] ?? '';
    const text = new vscode.SnippetString('$0').appendText(edit.newText.replace(`\n${indent}`, '\n'));
    await editor.insertSnippet(text, position, { undoStopBefore: true, undoStopAfter: false });
  }
  return [];
}
