import * as vscode from 'vscode';
import { CloseAction, type CodeAction, ErrorAction, LanguageClient, RevealOutputChannelOn, type TextEdit } from 'vscode-languageclient/node';
import { Backoff } from './backoff';
import { type Binary, BinaryError, findBinary } from './binary';
import { QuietClient } from './client';
import { provideOnTypeFormattingEdits } from './closing';
import { provideDiagnostics } from './pull';
import { Registration } from './registration';
import type { Selection } from './selection';
import { changesServerSettings, serverSettings } from './settings';

/** What the server is doing, as far as a person wants to know. */
export type State =
  | { readonly kind: 'idle' } // no document needs it yet
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly version: string }
  | { readonly kind: 'waiting'; readonly seconds: number } // it ended; the next start is near
  | { readonly kind: 'failed'; readonly reason: string };

/** The commands of the server that show what the tool of a call receives, and what it changes. They could only show a message. */
const SHOW = ['forge-lsp.showReceived', 'forge-lsp.showChange'];

/**
 * The one server of a window. It is started when the first document needs it,
 * and again with growing delays when it ends unasked. Each start has its own
 * client: nothing of a session that broke reaches the next one.
 */
export class Server implements vscode.Disposable {
  private readonly backoff = new Backoff();
  private readonly changed = new vscode.EventEmitter<State>();
  private readonly disposables: { dispose(): void }[];
  private current: State = { kind: 'idle' };
  private client: QuietClient | undefined;
  private registration: Registration | undefined;
  private timer: NodeJS.Timeout | undefined;
  /** Which start is the current one; a start that was overtaken must not go on. */
  private attempt = 0;

  readonly onDidChangeState = this.changed.event;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly selection: Selection,
    private readonly log: vscode.OutputChannel,
    private readonly trace: vscode.OutputChannel,
  ) {
    this.disposables = [
      this.changed,
      selection.onDidChange(() => {
        this.register();
        this.startIfNeeded();
      }),
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (this.current.kind === 'idle' && selection.needs(document)) {
          void this.start();
        }
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        if (this.current.kind === 'idle' && selection.needsAfter(event)) {
          void this.start();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('forge.server.path') && this.current.kind !== 'idle') {
          void this.restart();
        }
        if (changesServerSettings(event) && this.current.kind === 'running') {
          void this.client?.sendNotification('workspace/didChangeConfiguration', { settings: serverSettings() });
        }
      }),
    ];
  }

  get state(): State {
    return this.current;
  }

  /** Starts the server unless it was started before, or nothing needs it. */
  startIfNeeded(): void {
    if (this.current.kind === 'idle' && vscode.workspace.textDocuments.some((document) => this.selection.needs(document))) {
      void this.start();
    }
  }

  /** Stops the server if it runs, forgets earlier failures and starts it. */
  async restart(): Promise<void> {
    this.backoff.reset();
    await this.stop();
    await this.start();
  }

  /** Stops the server. */
  async stop(): Promise<void> {
    this.attempt++;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    this.registration = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // The client throws when it is stopped while it starts. It is gone all the same.
      this.log.appendLine(`stop: ${String(error)}`);
    }
  }

  /**
   * Finds the server again: somebody may have put another one into place.
   * Returns it, or tells the user why there is none.
   */
  async binary(): Promise<Binary | undefined> {
    try {
      return await this.findBinary();
    } catch (error) {
      this.report(error);
      return undefined;
    }
  }

  /** Asks the server something about a document. Undefined if none runs, or it is too old to know. */
  ask<Result>(method: string, uri: vscode.Uri, params: object = {}): Promise<Result | undefined> {
    return this.request(method, (client) => ({ ...params, textDocument: { uri: client.code2ProtocolConverter.asUri(uri) } }));
  }

  /** Has the server carry out a command about the call at a place. Null if there is none, undefined as for ask. */
  execute<Result>(command: string, uri: vscode.Uri, { line, character }: vscode.Position): Promise<Result | null | undefined> {
    return this.request('workspace/executeCommand', (client) => ({
      command,
      arguments: [{ uri: client.code2ProtocolConverter.asUri(uri), position: { line, character } }],
    }));
  }

  private async request<Result>(method: string, paramsFor: (client: LanguageClient) => object): Promise<Result | undefined> {
    const client = this.client;
    if (client === undefined || this.current.kind !== 'running') {
      return undefined;
    }
    try {
      return await client.sendRequest<Result>(method, paramsFor(client));
    } catch (error) {
      this.log.appendLine(`${method}: ${String(error)}`);
      return undefined;
    }
  }

  /**
   * Returns the edit that makes every safe fix of a document; undefined if there
   * is none. The workbench is not asked for the action: it drops what it was told
   * when another extension registers actions meanwhile, as many do at the start.
   */
  async fixAll(uri: vscode.Uri): Promise<vscode.WorkspaceEdit | undefined> {
    const nowhere = { line: 0, character: 0 }; // the action is one of the whole file
    const actions = await this.ask<CodeAction[]>('textDocument/codeAction', uri, {
      range: { start: nowhere, end: nowhere },
      context: { only: ['source.fixAll.forge'], diagnostics: [] },
    });
    const [action] = actions ?? [];
    if (action === undefined) {
      return undefined;
    }
    const { edit } = action.edit === undefined ? ((await this.ask<CodeAction>('codeAction/resolve', uri, action)) ?? action) : action;
    return edit === undefined ? undefined : this.client?.protocol2CodeConverter.asWorkspaceEdit(edit);
  }

  /** Returns the edit that formats the calls of a document; undefined if there is nothing to change. */
  async format(uri: vscode.Uri, { tabSize, insertSpaces }: vscode.TextEditorOptions): Promise<vscode.WorkspaceEdit | undefined> {
    const edits = await this.ask<TextEdit[] | null>('textDocument/formatting', uri, { options: { tabSize, insertSpaces } });
    if (edits === undefined || edits === null || edits.length === 0) {
      return undefined;
    }
    return this.client?.protocol2CodeConverter.asWorkspaceEdit({ changes: { [this.client.code2ProtocolConverter.asUri(uri)]: edits } });
  }

  dispose(): void {
    void this.stop();
    vscode.Disposable.from(...this.disposables).dispose();
  }

  private findBinary(): Promise<Binary> {
    const setting = vscode.workspace.getConfiguration('forge').get<unknown>('server.path');
    return findBinary(this.extension.fsPath, typeof setting === 'string' ? setting.trim() : '');
  }

  private async start(): Promise<void> {
    const attempt = ++this.attempt;
    this.become({ kind: 'starting' });
    try {
      const binary = await this.findBinary();
      if (attempt !== this.attempt) {
        return;
      }
      this.log.appendLine(`start: ${binary.path} serve (${binary.version})`);
      const client = this.newClient(binary, attempt);
      this.client = client;
      await client.start();
      if (attempt !== this.attempt) {
        return;
      }
      this.registration = new Registration(client, client.features);
      this.register();
      this.become({ kind: 'running', version: binary.version });
    } catch (error) {
      if (attempt !== this.attempt) {
        return;
      }
      if (error instanceof BinaryError) {
        this.fail(error);
      } else {
        this.log.appendLine(`start: ${String(error)}`);
        this.ended(attempt);
      }
    }
  }

  private register(): void {
    this.registration?.replace((method) => this.selection.filters(method));
  }

  private newClient(binary: Binary, attempt: number): QuietClient {
    return new QuietClient(
      'forge', // the trace is configured as forge.trace.server
      'Forge',
      { command: binary.path, args: ['serve'] },
      {
        outputChannel: this.log,
        traceOutputChannel: this.trace,
        revealOutputChannelOn: RevealOutputChannelOn.Never,
        initializationOptions: serverSettings(),
        diagnosticPullOptions: { onChange: true, onSave: false },
        middleware: {
          provideDiagnostics,
          provideOnTypeFormattingEdits,
          executeCommand: (command, args: unknown[], next) =>
            SHOW.includes(command) ? vscode.commands.executeCommand('forge.showReceived', ...args) : (next(command, args) as unknown),
          workspace: {
            // The section also has settings that are not the server's, and defaults that nobody has set.
            configuration: ({ items }) => items.map((item) => (item.section === 'forge' ? serverSettings().forge : null)),
          },
        },
        initializationFailedHandler: () => false, // start() hears of it too
        errorHandler: {
          // What cannot be written ends the connection anyway.
          error: () => ({ action: ErrorAction.Continue, handled: true }),
          closed: () => {
            this.ended(attempt);
            return { action: CloseAction.DoNotRestart, handled: true };
          },
        },
      },
    );
  }

  /** Takes note that the server of a start ended unasked. */
  private ended(attempt: number): void {
    if (attempt !== this.attempt) {
      return;
    }
    // The same end can be heard of twice: as a closed connection and as a start that failed.
    const next = ++this.attempt;
    this.client = undefined;
    this.registration = undefined;
    const delay = this.backoff.next(Date.now());
    if (delay === undefined) {
      this.fail(new Error('The Forge language server stopped five times in three minutes. Its log has the reason.'));
      return;
    }
    this.log.appendLine(`the server stopped; restarting in ${delay / 1000} s`);
    this.become({ kind: 'waiting', seconds: delay / 1000 });
    this.timer = setTimeout(() => {
      if (next === this.attempt) {
        void this.start();
      }
    }, delay);
  }

  /** Takes note that no server will run until somebody does something about it. */
  private fail(error: unknown): void {
    this.become({ kind: 'failed', reason: this.report(error) });
  }

  /** Tells the user what is wrong and what to do about it, and returns what is wrong. */
  private report(error: unknown): string {
    const reason = error instanceof Error ? error.message : String(error);
    this.log.appendLine(reason);
    const settings = 'Open Settings';
    const restart = 'Restart';
    const log = 'Show Log';
    const actions = error instanceof BinaryError ? [...(error.configured ? [settings] : []), restart] : [restart, log];
    void vscode.window.showErrorMessage(reason, ...actions).then((action) => {
      if (action === settings) {
        openPathSetting();
      } else if (action === restart) {
        void this.restart();
      } else if (action === log) {
        this.log.show(true);
      }
    });
    return reason;
  }

  private become(state: State): void {
    this.current = state;
    this.changed.fire(state);
    // The view and what is about it are there from the first start on: a folder without calls has no view.
    if (state.kind === 'running') {
      void vscode.commands.executeCommand('setContext', 'forge.running', true);
    }
  }
}

/** Opens the setting that names the server. In a remote window it is a setting of the remote machine. */
function openPathSetting(): void {
  const query = '@id:forge.server.path';
  if (vscode.env.remoteName === undefined) {
    void vscode.commands.executeCommand('workbench.action.openSettings', query);
  } else {
    void vscode.commands.executeCommand('workbench.action.openRemoteSettings', { query });
  }
}
