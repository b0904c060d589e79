import * as vscode from 'vscode';
import { findings } from './findings';
import type { Selection } from './selection';
import type { Server } from './server';

/**
 * The item in the status bar: what the server says of the active file. It
 * counts the diagnostics that came from the server. What a severity means is
 * the server's to say: an error, that a call does not run as it was written; a
 * warning, that it runs only thanks to a repair, or in part.
 */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('forge.status', vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: { dispose(): void }[];

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
      vscode.workspace.onDidOpenTextDocument(update), // also says that a language changed
      vscode.languages.onDidChangeDiagnostics((event) => {
        const active = vscode.window.activeTextEditor?.document.uri.toString();
        if (event.uris.some((uri) => uri.toString() === active)) {
          this.update();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('forge.statusBar')) {
          this.update();
        }
      }),
    ];
    this.update();
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    const shown = vscode.workspace.getConfiguration('forge').get<boolean>('statusBar.enabled', true);
    if (!shown || document === undefined || !this.selection.has(document)) {
      this.item.hide();
      return;
    }
    this.item.backgroundColor = undefined;
    const state = this.server.state;
    switch (state.kind) {
      case 'idle':
      case 'starting':
        this.set('$(loading~spin) Forge', 'The Forge language server is starting.', 'forge.showLog');
        break;
      case 'waiting':
        this.set('$(sync) Forge', `The Forge language server ended and starts again in ${state.seconds} s.`, 'forge.showLog');
        break;
      case 'failed':
        this.item.backgroundColor = new vscode.ThemeColor('statusBarItem.errorBackground');
        this.set('$(error) Forge', `${state.reason}\n\nClick to start it again.`, 'forge.restartServer');
        break;
      case 'running':
        this.count(document.uri, state.version);
    }
    this.item.show();
  }

  private count(uri: vscode.Uri, version: string): void {
    let errors = 0;
    let warnings = 0;
    for (const { severity } of findings(uri)) {
      errors += severity === vscode.DiagnosticSeverity.Error ? 1 : 0;
      warnings += severity === vscode.DiagnosticSeverity.Warning ? 1 : 0;
    }
    const lines = [
      plural(errors, 'error', 'The runtime refuses the call, does not see it, or runs it with other data than was written.'),
      plural(warnings, 'warning', 'The runtime runs the call only thanks to a fallback, or ignores a part of it.'),
    ];
    const found = [errors > 0 ? ` $(error) ${errors}` : '', warnings > 0 ? ` $(warning) ${warnings}` : ''].join('');
    const text = found === '' ? '$(check) Forge' : `Forge${found}`;
    const tooltip = found === '' ? ['The runtime runs every tool call in this file as it was written.'] : lines.filter((line) => line !== '');
    this.set(text, [...tooltip, `_${version}_`].join('\n\n'), 'workbench.actions.view.problems');
  }

  private set(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.tooltip = new vscode.MarkdownString(tooltip);
    this.item.command = command;
    // The symbols of the text are read out by name.
    this.item.accessibilityInformation = { label: tooltip };
  }
}

/** A line of the tooltip; empty if there is nothing to say. */
function plural(count: number, noun: string, meaning: string): string {
  return count === 0 ? '' : `**${count} ${noun}${count === 1 ? '' : 's'}.** ${meaning}`;
}
