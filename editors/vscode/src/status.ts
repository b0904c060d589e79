import * as vscode from 'vscode';
import type { Summary } from './protocol';
import type { Selection } from './selection';
import type { Server } from './server';

/** How long nothing must change before the calls are counted again, in milliseconds. */
const DELAY = 100;

/** The size in bytes from which VS Code keeps a file from extensions. */
const TOO_LARGE = 50 * 1024 * 1024;

/** The icons by the worst that is known of a file. A check mark is only there where every call is known to run. */
const ICONS = { error: 'error', warning: 'warning', information: 'info', '': 'check' };

/** The key of what menus and keys are there for: the active file has calls, or may get some. */
const SERVED = 'forge.served';

/**
 * The item in the status bar: what the server has of the calls of the active file, in its
 * words. A click lists them.
 */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('forge.status', vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: { dispose(): void }[];
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private served: boolean | undefined;
  /** What was counted last, and in which document. */
  private counted: { readonly uri: string; readonly summary: Summary } | undefined;

  constructor(
    private readonly server: Server,
    private readonly selection: Selection,
  ) {
    this.item.name = 'Forge Tool Calls';
    const update = (): void => this.update();
    this.disposables = [
      this.item,
      server.onDidChangeState(update),
      selection.onDidChange(update),
      vscode.window.onDidChangeActiveTextEditor(update),
      vscode.window.tabGroups.onDidChangeTabs(update), // a file that is too large has no editor that extensions see
      vscode.window.tabGroups.onDidChangeTabGroups(update),
      vscode.workspace.onDidOpenTextDocument(update), // also told where a language changed
      vscode.workspace.onDidChangeTextDocument(({ document }) => { this.changed([document.uri]); }),
      // Also when a configuration changes, and with it what a call is.
      vscode.languages.onDidChangeDiagnostics(({ uris }) => { this.changed(uris); }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('forge.statusBar')) {
          this.update();
        }
      }),
    ];
    this.update();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private changed(uris: readonly vscode.Uri[]): void {
    const active = vscode.window.activeTextEditor?.document.uri.toString();
    if (uris.some((uri) => uri.toString() === active)) {
      this.update();
    }
  }

  private update(): void {
    clearTimeout(this.timer);
    const document = vscode.window.activeTextEditor?.document;
    const large = document === undefined ? this.selection.tooLarge() : undefined;
    this.item.backgroundColor = undefined;
    if (large?.scheme === 'file') {
      this.hide();
      void this.showLarge(large);
      return;
    }
    if (document === undefined || !this.selection.has(document)) {
      this.hide();
      return;
    }
    const state = this.server.state;
    switch (state.kind) {
      case 'idle': // the file has no call
        this.hide();
        return;
      case 'starting':
        this.set('$(loading~spin) Forge', 'The Forge language server is starting.', 'forge.showLog');
        break;
      case 'waiting':
        this.set('$(sync) Forge', `The Forge language server stopped and will restart in ${state.seconds} s.`, 'forge.showLog');
        break;
      case 'failed':
        this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
        this.set('$(error) Forge', `${state.reason}\n\nClick to restart it.`, 'forge.restartServer');
        break;
      case 'running':
        this.show(document, state.version);
        this.timer = setTimeout(() => void this.count(document), DELAY);
        return;
    }
  }

  /** Tells that a file is kept from extensions, if it is and still the one that is shown: of any file the tab is known before the document. */
  private async showLarge(uri: vscode.Uri): Promise<void> {
    const { size } = await vscode.workspace.fs.stat(uri);
    if (size >= TOO_LARGE && this.selection.tooLarge()?.toString() === uri.toString()) {
      this.set('$(info) Forge: file too large', 'VS Code does not give files over 50 MB to extensions. Click to check this file in a task.', 'forge.checkFile');
    }
  }

  /** Counts the calls of a document and shows them if it still is the active one. */
  private async count(document: vscode.TextDocument): Promise<void> {
    const question = ++this.asked;
    const counted = await this.server.ask<Summary>('forge/summary', document.uri);
    const { state } = this.server;
    // An answer can come after that to a later question.
    if (counted !== undefined && question === this.asked && state.kind === 'running' && vscode.window.activeTextEditor?.document === document) {
      this.counted = { uri: document.uri.toString(), summary: counted };
      this.show(document, state.version);
    }
  }

  /** Shows what is known of a document. Of a program without calls nothing is. */
  private show(document: vscode.TextDocument, version: string): void {
    const known = this.counted?.uri === document.uri.toString() ? this.counted.summary : undefined;
    const none = known === undefined || (known.calls + (known.native ?? 0) + (known.leaked ?? 0) === 0 && known.formats === undefined);
    if (none && !this.selection.isPrompt(document)) {
      this.hide();
      return;
    }
    const tooltip = [
      ...(known === undefined ? [] : [known.details]),
      '[List the calls](command:forge.showCalls) · [Show the problems](command:workbench.actions.view.problems)',
      `_${version}_`,
    ];
    const text = known === undefined ? '$(tools) Forge' : `$(${ICONS[known.worst]}) Forge: ${known.text}`;
    this.set(text, tooltip.join('\n\n'), 'forge.showCalls');
    this.serve(true);
  }

  private hide(): void {
    this.item.hide();
    this.serve(false);
  }

  /** Sets whether the active file is one that menus are there for, when that changes. */
  private serve(on: boolean): void {
    if (this.served !== on) {
      this.served = on;
      void vscode.commands.executeCommand('setContext', SERVED, on);
    }
  }

  private set(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.tooltip = new vscode.MarkdownString(tooltip);
    this.item.tooltip.isTrusted = { enabledCommands: ['forge.showCalls', 'workbench.actions.view.problems'] };
    this.item.command = command;
    // The symbols of the text are read out by name.
    this.item.accessibilityInformation = { label: text.replace(/^\$\(\S+\) /, '') };
    if (vscode.workspace.getConfiguration('forge').get<boolean>('statusBar.enabled', true)) {
      this.item.show();
    } else {
      this.item.hide();
    }
  }
}
