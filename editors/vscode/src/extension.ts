import * as vscode from 'vscode';
import { type About, CallCommands } from './commands';
import { Explainer } from './explain';
import { ReceivedPages } from './received';
import { Selection } from './selection';
import { Server } from './server';
import { Status } from './status';
import { CheckTasks } from './tasks';
import type { CallNode } from './tree';
import { CallsView } from './view';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('Forge');
  const trace = vscode.window.createOutputChannel('Forge Trace');
  const selection = new Selection();
  const running = new Server(context.extensionUri, selection, log, trace);
  const view = new CallsView(running, selection, context.workspaceState);
  const received = new ReceivedPages();
  const commands = new CallCommands(running, view, received);
  const explainer = new Explainer(running);
  const tasks = new CheckTasks(running);
  server = running;

  context.subscriptions.push(
    log,
    trace,
    selection,
    received,
    running,
    view,
    explainer,
    new Status(running, selection),
    vscode.tasks.registerTaskProvider('forge-lsp', tasks),
    vscode.commands.registerCommand('forge.checkFile', () => checkFile(tasks, selection)),
    vscode.commands.registerCommand('forge.formatCalls', () => formatCalls(running)),
    vscode.commands.registerCommand('forge.fixAll', () => fixAll(running)),
    vscode.commands.registerCommand('forge.showCalls', () => vscode.commands.executeCommand('forge.calls.focus')),
    vscode.commands.registerCommand('forge.showFailedCalls', () => view.only('broken')),
    vscode.commands.registerCommand('forge.filterCalls', (filter?: unknown) => view.only(typeof filter === 'string' ? filter : undefined)),
    vscode.commands.registerCommand('forge.showAllCalls', () => view.only('')),
    vscode.commands.registerCommand('forge.goToCall', (node: CallNode) => view.goTo(node)),
    vscode.commands.registerCommand('forge.nextCall', () => view.go(1)),
    vscode.commands.registerCommand('forge.previousCall', () => view.go(-1)),
    vscode.commands.registerCommand('forge.showReceived', (call?: About) => commands.showReceived(call)),
    vscode.commands.registerCommand('forge.copyFixedCall', (call?: About) => commands.copyFixed(call)),
    vscode.commands.registerCommand('forge.fixCall', (call?: About) => commands.fix(call)),
    vscode.commands.registerCommand('forge.insertCall', () => commands.insert()),
    vscode.commands.registerCommand('forge.restartServer', () => running.restart()),
    vscode.commands.registerCommand('forge.showLog', () => log.show(true)),
    vscode.commands.registerCommand('forge.openExample', () => openExample(context.extensionUri)),
    vscode.commands.registerCommand('forge.explainRule', (rule?: unknown) => explainer.show(rule)),
  );
  running.startIfNeeded();
}

/** The server is told to end, and waited for: a window that closes leaves nothing running. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}

/** Applies every safe fix to the active file, or tells that there is none. */
async function fixAll(running: Server): Promise<void> {
  const document = vscode.window.activeTextEditor?.document;
  if (document === undefined) {
    return;
  }
  for (;;) {
    const { version } = document;
    const edit = await running.fixAll(document.uri);
    if (edit !== undefined && (await vscode.workspace.applyEdit(edit))) {
      return;
    }
    if (document.version === version) {
      const isRunning = running.state.kind === 'running';
      void vscode.window.showInformationMessage(isRunning ? 'Nothing in this file can be fixed automatically.' : 'The Forge language server is not running.');
      return;
    }
    // Somebody typed meanwhile: the edit was for a text that is gone.
  }
}

/** Checks the active file in a task, which takes files of any size. */
async function checkFile(tasks: CheckTasks, selection: Selection): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri ?? selection.tooLarge();
  if (uri?.scheme === 'file') {
    await tasks.check(uri);
  } else {
    void vscode.window.showInformationMessage('This document has no file on disk to check.');
  }
}

/** Formats the calls of the active file, whatever VS Code formats the file with. */
async function formatCalls(running: Server): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor !== undefined) {
    const { version } = editor.document;
    const edit = await running.format(editor.document.uri, editor.options);
    if (edit !== undefined && editor.document.version === version) {
      await vscode.workspace.applyEdit(edit);
    }
  }
}

/** Opens the walkthrough's example as an untitled file, which can be tried on without a trace. */
async function openExample(extension: vscode.Uri): Promise<void> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(extension, 'walkthrough', 'example.md'));
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: new TextDecoder().decode(bytes) });
  await vscode.window.showTextDocument(document);
}
