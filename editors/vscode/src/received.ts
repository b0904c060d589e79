import * as vscode from 'vscode';
import type { Change, Received } from './protocol';

/** The scheme of what a tool receives. */
const SCHEME = 'forge-received';

const PAGE = vscode.Uri.from({ scheme: SCHEME, path: '/What the tool receives.md' });

/** Shows what the tools of calls receive, in documents that cannot be changed: a page, or as a comparison what a call changes in a file. */
export class ReceivedPages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: { dispose(): void }[];
  private readonly texts = new Map<string, string>();
  /** How many comparisons there have been: each has documents of its own. */
  private count = 0;

  readonly onDidChange = this.changed.event;

  constructor() {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => { this.texts.delete(uri.toString()); }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows what a tool receives. */
  async show({ tool, text, changes }: Received): Promise<void> {
    if (changes !== undefined) {
      for (const change of changes) {
        await this.compare(tool, change);
      }
      return;
    }
    this.put(PAGE, text);
    // Beside the editor: the page is about what is there.
    await vscode.commands.executeCommand('markdown.showPreviewToSide', PAGE);
  }

  /** Shows a change in the editor for comparisons, in the language of the file. */
  private async compare(tool: string, { path, before, after }: Change): Promise<void> {
    const side = (name: string, text: string): vscode.Uri => {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${path.replace(/^[/\\]+/, '')}`, query: `${name} ${this.count}` });
      this.put(uri, text);
      return uri;
    };
    this.count++;
    await vscode.commands.executeCommand('vscode.diff', side('before', before), side('after', after), `${path}: what ${tool} replaces`);
  }

  private put(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }
}
