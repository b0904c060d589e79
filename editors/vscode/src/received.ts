import * as vscode from 'vscode';

/** The commands of the server that show, and that return, what the tool of a call receives. */
export const SHOW_RECEIVED = 'forge-lsp.showReceived';
export const RECEIVED = 'forge-lsp.received';

const PAGE = vscode.Uri.from({ scheme: 'forge-received', path: '/What the tool receives.md' });

/** Shows what the tool of a call receives, as a Markdown preview: the server can only show a message. */
export class Received implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(PAGE.scheme, this);
  private text = '';

  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  provideTextDocumentContent(): string {
    return this.text;
  }

  /** Shows what the server returned for a call: Markdown, or nothing where the call is gone. */
  async show(text: unknown): Promise<void> {
    if (typeof text !== 'string') {
      return;
    }
    this.text = text;
    this.changed.fire(PAGE);
    // Beside the editor: the page is about what is there.
    await vscode.commands.executeCommand('markdown.showPreviewToSide', PAGE);
  }
}
