import * as vscode from 'vscode';
import type { Server } from './server';
import { grouped, reasons, type Summary, type Verdict } from './verdict';

/** A call as the server describes it. */
interface Call extends Verdict {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly server: string;
  readonly tool: string;
  /** The number of its message, in a transcript. */
  readonly message?: number;
}

interface Position {
  readonly line: number;
  readonly character: number;
}

/** How many calls of a group are listed: a transcript can have a hundred thousand. */
const LIMIT = 2000;

interface Item extends vscode.QuickPickItem {
  readonly range?: vscode.Range;
}

/** Counts the calls of a document; undefined if there is no server to ask. */
export function summary(server: Server, uri: vscode.Uri): Promise<Summary | undefined> {
  return server.ask<Summary>('forge/summary', uri);
}

/** Lists the calls of the active file, those that do not run as written first, and goes to the one that is picked. */
export async function showCalls(server: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return;
  }
  const calls = await server.ask<Call[]>('forge/calls', editor.document.uri);
  if (calls === undefined || calls.length === 0) {
    void vscode.window.showInformationMessage('There are no tool calls in this file.');
    return;
  }
  const visible = editor.visibleRanges[0];
  const picked = await vscode.window.showQuickPick(itemsOf(calls), {
    title: 'Tool calls in this file',
    matchOnDescription: true,
    matchOnDetail: true,
    // What the cursor is on is shown, as it is in the list of a file's symbols.
    onDidSelectItem: (item: Item) => { reveal(editor, item.range); },
  });
  if (picked?.range === undefined) {
    reveal(editor, visible, vscode.TextEditorRevealType.AtTop);
    return;
  }
  editor.selection = new vscode.Selection(picked.range.start, picked.range.start);
  reveal(editor, picked.range);
}

function reveal(editor: vscode.TextEditor, range: vscode.Range | undefined, how = vscode.TextEditorRevealType.InCenterIfOutsideViewport): void {
  if (range !== undefined) {
    editor.revealRange(range, how);
  }
}

function itemsOf(calls: readonly Call[]): Item[] {
  return grouped(calls).flatMap(({ title, icon, calls: group }) => [
    { label: title, kind: vscode.QuickPickItemKind.Separator },
    ...group.slice(0, LIMIT).map((call) => itemOf(call, icon)),
    ...(group.length > LIMIT ? [{ label: `… and ${group.length - LIMIT} more` }] : []),
  ]);
}

function itemOf(call: Call, icon: string): Item {
  const { range: { start, end }, server, tool, message } = call;
  const detail = reasons(call);
  return {
    label: `$(${icon}) ${tool === '' ? 'no tool' : tool}`,
    description: `${server === 'local' ? '' : `on ${server}, `}${message === undefined ? '' : `message ${message}, `}line ${start.line + 1}`,
    ...(detail === '' ? {} : { detail }),
    range: new vscode.Range(start.line, start.character, end.line, end.character),
  };
}
