import * as vscode from 'vscode';
import { Explainer } from './explain';
import { Selection } from './selection';
import { Server } from './server';
import { Status } from './status';
import { CheckTasks } from './tasks';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Forge');
  const trace = vscode.window.createOutputChannel('Forge Trace');
  const selection = new Selection();
  const running = new Server(context.extensionUri, selection, log, trace);
  const explainer = new Explainer(running);
  server = running;

  context.subscriptions.push(
    log,
    trace,
    selection,
    running,
    explainer,
    new Status(running, selection),
    vscode.tasks.registerTaskProvider('forge-lsp', new CheckTasks(running)),
    vscode.commands.registerCommand('forge.fixAll', fixAll),
    vscode.commands.registerCommand('forge.restartServer', () => running.restart()),
    vscode.commands.registerCommand('forge.showLog', () => log.show(true)),
    vscode.commands.registerCommand('forge.openExample', () => openExample(context.extensionUri)),
    vscode.commands.registerCommand('forge.explainRule', (rule?: unknown) => explainer.show(rule)),
  );
  running.startIfNeeded();
}

/** The server is told to end, and waited for: a window that closes leaves nothing behind. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Applies every safe fix to the active file; the editor says so when there is none. */
async function fixAll(): Promise<void> {
  await vscode.commands.executeCommand('editor.action.codeAction', { kind: 'source.fixAll.forge', apply: 'first' });
}

/** Opens the walkthrough's example as an untitled file, which can be tried on without a trace. */
async function openExample(extension: vscode.Uri): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'walkthrough', 'example.md'));
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: new TextDecoder().decode(bytes) });
  await vscode.window.showTextDocument(document);
}
