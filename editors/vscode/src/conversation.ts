import * as vscode from 'vscode';
import type { Conversation } from './protocol';
import type { Selection } from './selection';
import type { Server } from './server';

const SCHEME = 'forge-conversation';

/** How long nothing must change before a conversation is read again, in milliseconds. */
const DELAY = 300;

/** A conversation that is shown: of which document, around which position. */
interface Page {
  readonly source: vscode.Uri;
  readonly position: vscode.Position;
  shown: Conversation;
  timer?: NodeJS.Timeout;
}

/** Shows transcripts in JSON as conversations: documents in Markdown that cannot be changed, follow the transcript, and link to its messages. */
export class Conversations implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: { dispose(): void }[];
  private readonly pages = new Map<string, Page>();

  readonly onDidChange = this.changed.event;

  constructor(private readonly server: Server, private readonly selection: Selection) {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidChangeTextDocument(({ document: { uri } }) => { this.later(uri); }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        clearTimeout(this.pages.get(uri.toString())?.timer);
        this.pages.delete(uri.toString());
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** Opens the conversation around the cursor, beside the transcript. */
  async open(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (editor === undefined) {
      return;
    }
    const source = editor.document.uri;
    const position = editor.selection.active;
    const shown = this.selection.has(editor.document) ? await this.ask(source, position) : null;
    if (shown === null) {
      void vscode.window.showInformationMessage('This is not a transcript in JSON.');
      return;
    }
    // The name is that of the transcript, and the rest makes it one page for each.
    const page = vscode.Uri.from({ scheme: SCHEME, path: `${source.path}.md`, query: source.toString() });
    this.pages.set(page.toString(), { source, position, shown });
    this.changed.fire(page);
    const document = await vscode.workspace.openTextDocument(page);
    const heading = new vscode.Position(shown.messages[shown.chosen]?.line ?? 0, 0);
    const side = await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, selection: new vscode.Range(heading, heading) });
    side.revealRange(new vscode.Range(heading, heading), vscode.TextEditorRevealType.AtTop);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.pages.get(uri.toString())?.shown.text ?? '';
  }

  /** The headings link to the messages. */
  provideDocumentLinks(document: vscode.TextDocument): vscode.DocumentLink[] {
    const page = this.pages.get(document.uri.toString());
    return (page?.shown.messages ?? []).map(({ line, position: { line: at, character } }) => {
      const link = new vscode.DocumentLink(document.lineAt(line).range, page?.source.with({ fragment: `L${at + 1},${character + 1}` }));
      link.tooltip = 'Go to the message';
      return link;
    });
  }

  private async ask(source: vscode.Uri, { line, character }: vscode.Position): Promise<Conversation | null> {
    return (await this.server.ask<Conversation | null>('forge/conversation', source, { position: { line, character } })) ?? null;
  }

  /** Reads the conversation of a document again after a while without a change. */
  private later(source: vscode.Uri): void {
    for (const [key, page] of this.pages) {
      if (page.source.toString() === source.toString()) {
        clearTimeout(page.timer);
        page.timer = setTimeout(() => void this.ask(source, page.position).then((shown) => {
          page.shown = shown ?? page.shown;
          this.changed.fire(vscode.Uri.parse(key));
        }), DELAY);
      }
    }
  }
}
