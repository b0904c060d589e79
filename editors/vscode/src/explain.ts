import * as vscode from 'vscode';
import { explain } from './binary';
import { findings, rules } from './findings';
import type { Server } from './server';

/** The scheme of the pages about rules. */
const SCHEME = 'forge-rule';

/** Shows pages about rules: what `forge-lsp explain` prints, as a Markdown preview. */
export class Explainer implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);

  constructor(private readonly server: Server) {}

  dispose(): void {
    this.registration.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const binary = await this.server.binary();
    return binary === undefined ? '' : explain(binary.path, ruleOf(uri));
  }

  /** Explains a rule: the given one, or one that the user picks. */
  async show(given?: unknown): Promise<void> {
    const rule = typeof given === 'string' ? given : await this.pick();
    if (rule !== undefined) {
      const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${rule}.md` });
      // Beside the editor: the page is about what is there.
      await vscode.commands.executeCommand('markdown.showPreviewToSide', uri);
    }
  }

  /**
   * Picks from the rules at the cursor, without a question if there is just
   * one; where there is none, from all rules.
   */
  private async pick(): Promise<string | undefined> {
    const here = atCursor();
    const [first] = here;
    if (here.length === 1) {
      return first;
    }
    const items = here.length > 0 ? here.map((label) => ({ label })) : await this.all();
    const picked = await vscode.window.showQuickPick(items, {
      title: here.length > 0 ? 'Explain a rule found here' : 'Explain a rule',
      matchOnDetail: true,
    });
    return picked?.label;
  }

  /** All rules, from the list that forge-lsp prints: code, severity and summary, in columns. */
  private async all(): Promise<vscode.QuickPickItem[]> {
    const binary = await this.server.binary();
    const list = binary === undefined ? '' : await explain(binary.path);
    return list.split('\n').flatMap((line) => {
      const [, label, description, detail] = /^(\S+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return label === undefined ? [] : [{ label, description: description ?? '', detail: detail ?? '' }];
    });
  }
}

/** The rules of the diagnostics that the cursor is in; if it is in none, those of its line. */
function atCursor(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) {
    return [];
  }
  const { active } = editor.selection;
  const found = findings(editor.document.uri);
  const here = rules(found.filter(({ range }) => range.contains(active)));
  return here.length > 0 ? here : rules(found.filter(({ range }) => range.start.line <= active.line && active.line <= range.end.line));
}

function ruleOf(uri: vscode.Uri): string {
  return uri.path.replace(/^\/|\.md$/g, '');
}
