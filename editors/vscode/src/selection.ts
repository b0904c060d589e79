import * as vscode from 'vscode';

/** The languages whose files are read wherever they are. */
const LANGUAGES = ['markdown', 'plaintext', 'xml', 'json', 'jsonl', 'yaml', 'toml', 'go', 'python'];

/** Files that are prompts by their name, in whatever language VS Code takes them to be. */
const PROMPTS = ['**/*.prompt', '**/*.prompt.md', '**/*.{tmpl,gotmpl,j2,jinja,jinja2,hbs,handlebars,mustache,toml}'];

/** What a filter may name; the protocol and the editor both understand this much. */
export interface Filter {
  readonly scheme: string;
  readonly language?: string;
  readonly pattern?: string;
}

/**
 * Which documents the server reads: those of its languages, those with the name
 * of a prompt, and those that `forge.files` names; on disk, untitled, and on
 * any other file system that can be written. What is only shown, such as the
 * old side of a comparison, is not read: each finding would be there twice.
 */
export class Selection implements vscode.Disposable {
  private readonly schemes = new Set(['file', 'untitled']);
  private readonly changed = new vscode.EventEmitter<void>();
  private readonly disposables: { dispose(): void }[];

  /** Fires when other documents are to be read than before. */
  readonly onDidChange = this.changed.event;

  constructor() {
    for (const document of vscode.workspace.textDocuments) {
      this.addScheme(document.uri.scheme);
    }
    this.addFolders();
    this.disposables = [
      this.changed,
      vscode.workspace.onDidOpenTextDocument((document) => {
        if (this.addScheme(document.uri.scheme)) {
          this.changed.fire();
        }
      }),
      vscode.workspace.onDidChangeWorkspaceFolders(() => {
        if (this.addFolders()) {
          this.changed.fire();
        }
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('forge.files')) {
          this.changed.fire();
        }
      }),
    ];
  }

  dispose(): void {
    vscode.Disposable.from(...this.disposables).dispose();
  }

  /** The filters, as the protocol writes them. */
  filters(): Filter[] {
    const patterns = [...PROMPTS, ...globs()];
    return [...this.schemes].flatMap((scheme) => [
      ...LANGUAGES.map((language) => ({ scheme, language })),
      ...patterns.map((pattern) => ({ scheme, pattern })),
    ]);
  }

  /** Reports whether the server reads a document. */
  has(document: vscode.TextDocument): boolean {
    return vscode.languages.match(this.filters(), document) > 0;
  }

  private addFolders(): boolean {
    const added = (vscode.workspace.workspaceFolders ?? []).map((folder) => this.add(folder.uri.scheme));
    return added.includes(true);
  }

  private addScheme(scheme: string): boolean {
    return vscode.workspace.fs.isWritableFileSystem(scheme) === true && this.add(scheme);
  }

  private add(scheme: string): boolean {
    if (this.schemes.has(scheme)) {
      return false;
    }
    this.schemes.add(scheme);
    return true;
  }
}

/**
 * The globs of `forge.files`. One that starts neither at the root nor with **
 * means a path below any folder, as in .gitignore. The editor does not check
 * the types of settings.
 */
function globs(): string[] {
  const setting = vscode.workspace.getConfiguration('forge').get<unknown>('files');
  const list = Array.isArray(setting) ? setting.filter((glob): glob is string => typeof glob === 'string' && glob !== '') : [];
  return list.map((glob) => (glob.startsWith('/') || glob.startsWith('**') ? glob : `**/${glob}`));
}
