import * as vscode from 'vscode';
import { summary } from './calls';
import { findings } from './findings';
import type { Selection } from './selection';
import type { Server } from './server';
import { counts, explained, iconOf, plural, type Summary } from './verdict';

/** How long nothing must change before the calls are counted anew, in milliseconds. */
const DELAY = 100;

/**
 * The item in the status bar: what the server says of the active file. A click
 * lists the calls. The server counts them and gives the diagnostics their
 * severities; what is done here is to put the two beside each other.
 */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('forge.status', vscode.StatusBarAlignment.Right, 100);
  private readonly disposables: { dispose(): void }[];
  private timer: NodeJS.Timeout | undefined;
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
      vscode.workspace.onDidOpenTextDocument(update), // also says that a language changed
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
    const shown = vscode.workspace.getConfiguration('forge').get<boolean>('statusBar.enabled', true);
    this.item.backgroundColor = undefined;
    if (shown && large?.scheme === 'file') {
      this.set('$(info) Forge: file too large', 'VS Code keeps files above 50 MB from extensions. Click to check this one in a task.', 'forge.checkFile');
      this.item.show();
      return;
    }
    if (!shown || document === undefined || !this.selection.has(document)) {
      this.item.hide();
      return;
    }
    const state = this.server.state;
    switch (state.kind) {
      case 'idle': // the file has no call
        this.item.hide();
        return;
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
        this.show(document, state.version);
        this.timer = setTimeout(() => void this.count(document), DELAY);
        return;
    }
    this.item.show();
  }

  /** Counts the calls of a document and shows them if it still is the active one. */
  private async count(document: vscode.TextDocument): Promise<void> {
    const counted = await summary(this.server, document.uri);
    const { state } = this.server;
    if (counted !== undefined && state.kind === 'running' && vscode.window.activeTextEditor?.document === document) {
      this.counted = { uri: document.uri.toString(), summary: counted };
      this.show(document, state.version);
    }
  }

  /** Shows what is known of a document. Of a program without calls nothing is. */
  private show(document: vscode.TextDocument, version: string): void {
    const { uri } = document;
    let errors = 0;
    let warnings = 0;
    for (const { severity } of findings(uri)) {
      errors += severity === vscode.DiagnosticSeverity.Error ? 1 : 0;
      warnings += severity === vscode.DiagnosticSeverity.Warning ? 1 : 0;
    }
    const known = this.counted?.uri === uri.toString() ? this.counted.summary : undefined;
    if ((known?.calls ?? 0) === 0 && !this.selection.isPrompt(document)) {
      this.item.hide();
      return;
    }
    const icon = iconOf(errors, warnings, known);
    const tooltip = [
      ...(known === undefined ? [] : explained(known, errors + warnings)),
      line(errors, 'error', 'the runtime refuses the call, does not see it, or runs it with other data than was written'),
      line(warnings, 'warning', 'the runtime runs the call only thanks to a fallback, or ignores a part of it'),
      '[List the calls](command:forge.showCalls) · [Show the problems](command:workbench.actions.view.problems)',
      `_${version}_`,
    ];
    this.set(`$(${icon}) ${known === undefined ? 'Forge' : `Forge: ${counts(known)}`}`, tooltip.filter((text) => text !== '').join('\n\n'), 'forge.showCalls');
    this.item.show();
  }

  private set(text: string, tooltip: string, command: string): void {
    this.item.text = text;
    this.item.tooltip = new vscode.MarkdownString(tooltip);
    this.item.tooltip.isTrusted = { enabledCommands: ['forge.showCalls', 'workbench.actions.view.problems'] };
    this.item.command = command;
    // The symbols of the text are read out by name.
    this.item.accessibilityInformation = { label: text.replace(/^\$\(\S+\) /, '') };
  }
}

/** A line of the tooltip; empty if there is nothing to say. */
function line(count: number, noun: string, meaning: string): string {
  return count === 0 ? '' : `**${plural(count, noun)}**: ${meaning}.`;
}
