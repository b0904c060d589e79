import * as vscode from 'vscode';
import { type Calls, placeOf, rangeOf } from './calls';
import { choicesOf, type Filter, isFilter, shows } from './outcomes';
import type { Call } from './protocol';
import type { Selection } from './selection';
import type { Server } from './server';
import { type CallNode, LIMIT, type Node, Tree } from './tree';

/** How long nothing must change before the calls are listed again, in milliseconds. */
const DELAY = 150;

/** What of a file with many calls is waited for: so many times as long as listing them took. */
const SHARE = 3;

/** What is told where a filter shows no call. */
function none(filter: Filter): string {
  if (filter === undefined) {
    return 'There are no tool calls in this file.';
  }
  const told: Partial<Record<typeof filter, string>> = { failed: 'Every call in this file runs as meant.', native: 'No call in this file is native.' };
  return told[filter] ?? 'No call in this file has this outcome.';
}

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
  private filtered: Filter;
  private timer: NodeJS.Timeout | undefined;
  /** How long it took to list the calls last, in milliseconds. */
  private took = 0;
  /** Whether there are more calls than are shown. Then they are not listed again with each change: typing would wait for it. */
  private many = false;

  constructor(
    server: Server,
    private readonly selection: Selection,
    private readonly calls: Calls,
    private readonly state: vscode.Memento,
  ) {
    this.tree = new Tree(server);
    this.view = vscode.window.createTreeView('forge.calls', { treeDataProvider: this.tree, showCollapseAll: true });
    const kept = state.get(FILTERED); // of an older version, a boolean
    this.filtered = isFilter(kept) ? kept : undefined;
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

  /** Shows only some calls, or all, and goes to the view. */
  async only(some: Filter): Promise<void> {
    await this.filter(some);
    await vscode.commands.executeCommand('forge.calls.focus');
  }

  /** Asks which calls to show. */
  async choose(): Promise<void> {
    const calls = this.document === undefined ? [] : await this.calls.of(this.document);
    const choice = await vscode.window.showQuickPick(choicesOf(calls), { placeHolder: 'Which calls are shown' });
    if (choice !== undefined) {
      await this.only(choice.filter);
    }
  }

  private async filter(some: Filter): Promise<void> {
    this.filtered = some;
    await vscode.commands.executeCommand('setContext', FILTERED, some !== undefined);
    await this.state.update(FILTERED, some);
    await this.update();
  }

  /** Goes to the next call that is shown, or to the one before. */
  async go(step: 1 | -1): Promise<void> {
    const editor = this.editor();
    if (editor === undefined) {
      return;
    }
    const shown = (await this.calls.of(editor.document)).filter((call) => shows(this.filtered, call));
    const { active } = editor.selection;
    const call = step === 1
      ? (shown.find((call) => rangeOf(call.range).start.isAfter(active)) ?? shown[0])
      : ([...shown].reverse().find((call) => rangeOf(call.range).end.isBeforeOrEqual(active)) ?? shown.at(-1));
    if (call === undefined) {
      void vscode.window.showInformationMessage(none(this.filtered));
      return;
    }
    await this.reveal(editor.document, call);
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
    const calls = document !== undefined && this.selection.has(document) ? await this.calls.ask(document) : [];
    if (document !== this.document) {
      return;
    }
    this.took = Date.now() - start;
    if (calls === undefined) {
      this.later(); // not at once: of a large file the answer is large, and somebody is typing
      return;
    }
    this.many = calls.length > LIMIT;
    const shown = calls.filter((call) => shows(this.filtered, call)).length;
    void vscode.commands.executeCommand('setContext', EMPTY, calls.length === 0);
    this.tree.show(document?.uri, calls, (call) => shows(this.filtered, call));
    const all = calls.length.toLocaleString('en');
    this.view.description = this.filtered !== undefined ? `${shown.toLocaleString('en')} of ${all}` : calls.length > 0 ? all : '';
    this.view.message = calls.length > 0 && shown === 0 && this.filtered !== undefined
      ? none(this.filtered)
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
