import * as vscode from 'vscode';
import { placeOf, rangeOf } from './places';
import type { Call, Calls } from './protocol';
import type { Selection } from './selection';
import type { Server } from './server';
import { type CallNode, LIMIT, type Node, Tree } from './tree';

/** How long nothing must change before the calls are listed again, in milliseconds. */
const DELAY = 150;

/** What of a file with many calls is waited for: so many times as long as listing them took. */
const SHARE = 3;

/** The key of the filter among the settings of the workspace that nobody sees. */
const FILTERED = 'forge.calls.filtered';

/** The key of the text for a file without calls. While it is not known whether there are any, the tree takes the focus. */
const EMPTY = 'forge.calls.empty';

/** The view of the messages and calls of the active file, and the way through them. */
export class CallsView implements vscode.Disposable {
  private readonly tree: Tree;
  private readonly view: vscode.TreeView<Node>;
  private readonly highlight = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
  });
  private readonly disposables: { dispose(): void }[];
  /** What is shown: the document of the editor that was active last. */
  private document: vscode.TextDocument | undefined;
  /** The word of the filter, empty for all calls. */
  private filtered: string;
  private timer: NodeJS.Timeout | undefined;
  /** How long it took to list the calls last, in milliseconds. */
  private took = 0;
  /** Whether there are more calls than are shown. Then they are not listed again with each change: typing would wait for it. */
  private many = false;

  constructor(
    private readonly server: Server,
    private readonly selection: Selection,
    private readonly state: vscode.Memento,
  ) {
    this.tree = new Tree(server);
    this.view = vscode.window.createTreeView('forge.calls', { treeDataProvider: this.tree, showCollapseAll: true });
    this.filtered = state.get(FILTERED, '');
    const changed = ({ uri }: { readonly uri: vscode.Uri }): void => {
      if (uri.toString() === this.document?.uri.toString() && !this.many) {
        this.later();
      }
    };
    this.disposables = [
      this.view,
      this.highlight,
      this.view.onDidChangeVisibility(() => { this.later(0); }),
      server.onDidChangeState(() => { this.later(0); }),
      vscode.window.onDidChangeActiveTextEditor(() => { this.turn(); }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => { changed(document); }),
      vscode.workspace.onDidSaveTextDocument((document) => {
        if (document === this.document) {
          this.later(0);
        }
      }),
      vscode.workspace.onDidCloseTextDocument((document) => {
        if (document === this.document) {
          this.document = undefined;
          this.later(0);
        }
      }),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => { uris.forEach((uri) => { changed({ uri }); }); }),
      vscode.window.onDidChangeTextEditorSelection((event) => { void this.follow(event); }),
    ];
    void this.filter(this.filtered);
    this.turn();
  }

  dispose(): void {
    clearTimeout(this.timer);
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Shows only the calls that a filter lists, or asks which, and goes to the view. */
  async only(some: string | undefined): Promise<void> {
    const word = some ?? await this.choose();
    if (word !== undefined) {
      await this.filter(word);
      await vscode.commands.executeCommand('forge.calls.focus');
    }
  }

  private async choose(): Promise<string | undefined> {
    const { filters } = await this.list(this.document, { limit: 0 });
    const choices = filters.filter(({ only, calls }) => only === '' || calls > 0).map(({ only, text, calls }) => ({ label: text, description: calls.toLocaleString('en'), only }));
    return (await vscode.window.showQuickPick(choices, { placeHolder: 'Which calls are shown' }))?.only;
  }

  private async filter(some: string): Promise<void> {
    this.filtered = some;
    await vscode.commands.executeCommand('setContext', FILTERED, some !== '');
    await this.state.update(FILTERED, some);
    await this.update();
  }

  /** Asks for the calls of a document that are to be shown, or some of them. */
  private async list(document: vscode.TextDocument | undefined, part: object): Promise<Calls> {
    const calls = document && this.selection.has(document) ? await this.server.ask<Calls>('forge/calls', document.uri, { only: this.filtered, ...part }) : undefined;
    return calls ?? { filters: [], none: '', listed: 0, list: [] };
  }

  /** Goes to the next call that is shown, or to the one before. */
  async go(step: 1 | -1): Promise<void> {
    const editor = this.editor();
    if (editor === undefined) {
      return;
    }
    const { document, selection: { active } } = editor;
    const { version } = document;
    const { chosen, none } = await this.list(document, { limit: 0, choose: { position: active, step } });
    if (document.version !== version) { // somebody typed meanwhile: the ranges are those of a text that is gone
      await this.go(step);
    } else if (chosen?.call === undefined) {
      void vscode.window.showInformationMessage(none);
    } else {
      await this.reveal(document, chosen.call);
    }
  }

  /** Goes to the call of a node. */
  async goTo(node: CallNode): Promise<void> {
    if (this.document !== undefined) {
      await this.reveal(this.document, node.call);
    }
  }

  /** The document and the place that a command is about: those of a node, or of the cursor. */
  target(node: CallNode | undefined): { readonly uri: vscode.Uri; readonly position: vscode.Position } | undefined {
    if (node !== undefined) {
      return this.document && { uri: this.document.uri, position: rangeOf(node.call.range).start };
    }
    const editor = vscode.window.activeTextEditor ?? this.editor();
    return editor && { uri: editor.document.uri, position: editor.selection.active };
  }

  /** The editor of the document that is shown, where there is one. */
  private editor(): vscode.TextEditor | undefined {
    const editors = [...(vscode.window.activeTextEditor === undefined ? [] : [vscode.window.activeTextEditor]), ...vscode.window.visibleTextEditors];
    return editors.find(({ document }) => document === this.document);
  }

  /** Turns to the active editor. What only shows something, such as a preview, leaves the calls as they are. */
  private turn(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document !== undefined && document !== this.document && this.selection.reads(document.uri.scheme)) {
      this.document = document;
      this.many = false;
      this.later(0);
    }
  }

  /** Lists the calls again after a while without a change; nothing is asked for a view that nobody sees. */
  private later(delay = Math.max(DELAY, SHARE * this.took)): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), delay);
  }

  private async update(): Promise<void> {
    const { document } = this;
    if (!this.view.visible) {
      return;
    }
    const start = Date.now();
    const version = document?.version;
    const calls = await this.list(document, { limit: LIMIT });
    if (document !== this.document) {
      return;
    }
    this.took = Date.now() - start;
    if (document?.version !== version) { // the ranges are those of a text that is gone
      this.later(); // not at once: of a large file the answer is large, and somebody is typing
      return;
    }
    const all = calls.filters[0]?.calls ?? 0;
    this.many = all > LIMIT;
    void vscode.commands.executeCommand('setContext', EMPTY, all === 0);
    this.tree.show(document?.uri, calls);
    const counted = all === 0 ? '' : all.toLocaleString('en');
    this.view.description = this.filtered === '' || all === 0 ? counted : `${calls.listed.toLocaleString('en')} of ${counted}`;
    this.view.message = all > 0 && calls.none !== ''
      ? calls.none
      : !this.many ? '' : `Updated when ${document?.isUntitled === true ? 'it is shown again' : 'the file is saved'}, as it has very many calls.`;
  }

  private async reveal(document: vscode.TextDocument, call: Call): Promise<void> {
    const range = rangeOf(call.range);
    const at = placeOf(call);
    const editor = vscode.window.visibleTextEditors.find((editor) => editor.document === document)
      ?? (await vscode.window.showTextDocument(document, { preserveFocus: true }));
    editor.selection = new vscode.Selection(at, at);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.revealRange(new vscode.Range(at, at), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    editor.setDecorations(this.highlight, [range]);
    // Last, so that what is typed from then on finds all of that done.
    await vscode.window.showTextDocument(document, editor.viewColumn === undefined ? {} : { viewColumn: editor.viewColumn });
  }

  /** Selects the call at the cursor. What is highlighted ends when somebody moves the cursor. */
  private async follow({ textEditor, kind }: vscode.TextEditorSelectionChangeEvent): Promise<void> {
    if (textEditor.document !== this.document) {
      return;
    }
    if (kind === vscode.TextEditorSelectionChangeKind.Keyboard || kind === vscode.TextEditorSelectionChangeKind.Mouse) {
      textEditor.setDecorations(this.highlight, []);
    }
    const node = this.tree.at(textEditor.selection.active);
    // A view that a person hides meanwhile would come back: what is selected already is not revealed.
    if (node !== undefined && this.view.visible && this.view.selection[0]?.id !== node.id) {
      await this.view.reveal(node, { select: true, focus: false });
    }
  }
}
