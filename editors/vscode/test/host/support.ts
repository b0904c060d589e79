import * as assert from 'node:assert/strict';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';

export const EXTENSION = 'entrhq.forge-lsp';

/** A call with one raw ampersand in the value of an argument. */
export function call(value = 'q&a.md'): string {
  return `<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n  <path>${value}</path>\n</arguments>\n</tool>\n`;
}

/** The call of call() as it is after its fix. */
export const FIXED = call('q&amp;a.md');

export function folder(): vscode.Uri {
  const [first] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(first);
  return first.uri;
}

/** Writes a file below the workspace folder. */
export async function write(name: string, text: string): Promise<vscode.Uri> {
  const uri = vscode.Uri.joinPath(folder(), name);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

export async function read(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
}

/** Opens and shows a document: of one that is not shown, no diagnostics are asked for. */
export async function show(uri: vscode.Uri): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: false });
}

/** Waits until a condition holds, and returns what it returned. */
export async function until<T>(what: string, condition: () => T | undefined | false | Promise<T | undefined | false>, limit = 10 * 60_000): Promise<T> {
  const end = Date.now() + limit;
  for (;;) {
    const result = await condition();
    if (result !== undefined && result !== false) {
      return result;
    }
    assert.ok(Date.now() < end, `waited ${limit} ms for ${what}`);
    await sleep(20);
  }
}

/** Saves a document: VS Code gives up if something takes long, as on a busy machine. */
export async function save(document: vscode.TextDocument): Promise<void> {
  await until('the save', async () => {
    await document.save();
    return !document.isDirty;
  });
}

/** The codes of the server's diagnostics of a document, in order. */
export function codes(uri: vscode.Uri): string[] {
  const list = vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'forge-lsp');
  return list.map(({ code }) => String(typeof code === 'object' ? code.value : code)).sort();
}

/** Waits until a document has just these diagnostics. */
export async function diagnosed(uri: vscode.Uri, ...want: string[]): Promise<void> {
  let got: string[] = [];
  try {
    await until('diagnostics', () => (got = codes(uri)).join() === want.join());
  } catch {
    assert.deepEqual(got, want, uri.toString());
  }
}

/** The code actions at a position. */
export async function actions(editor: vscode.TextEditor, position: vscode.Position, kind?: vscode.CodeActionKind): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider', editor.document.uri, new vscode.Range(position, position), kind?.value, 20,
  );
}

/** Where a text is in a document for the first time. */
export function find(document: vscode.TextDocument, text: string): vscode.Position {
  const offset = document.getText().indexOf(text);
  assert.notEqual(offset, -1);
  return document.positionAt(offset);
}

export async function closeAll(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** The servers that this extension host has started. VS Code may ask for tasks at any time, which runs `forge-lsp version`. */
export function servers(): number[] {
  return readdirSync('/proc').map(Number).filter((pid) => {
    try {
      const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
      return Number(parent) === process.pid && readlinkSync(`/proc/${pid}/exe`).includes('/server/forge-lsp')
        && readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[1] === 'serve';
    } catch {
      return false; // not a process, or gone
    }
  });
}
