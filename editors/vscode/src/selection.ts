import * as vscode from 'vscode';

/** Prompts and captures of replies: somebody may write the first call there. */
const PROMPTS = [
  'markdown', 'plaintext', 'xml', 'prompt', 'instructions', 'chatagent', 'chatmode', 'skill', 'mdx',
  'handlebars', 'mustache', 'jinja', 'jinja-html', 'gotmpl',
];

/** Transcripts and logs. */
const TRANSCRIPTS = ['json', 'jsonl', 'log'];

/** Programs, pages and configuration, which can have calls in their strings. Other extensions know their structure. */
const SOURCES = ['html', 'yaml', 'toml', 'go', 'python', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

/** Names of prompts and captures, in whatever language VS Code takes them to be. */
const NAMES = [
  '**/*.{md,mdc,mdx,markdown,prompt,tmpl,gotmpl,j2,jinja,jinja2,hbs,handlebars,mustache,reply,response,transcript}',
  '**/.cursorrules',
  '**/forge-lsp.toml',
];

/** Names of other files with calls, in whatever language VS Code takes them to be. */
const MORE_NAMES = ['**/*.{json,jsonl,ndjson,log,out,toml}'];

/**
 * VS Code takes the formatter of one extension, and asks which if there are
 * several: calls are formatted in prompts, and not in what other extensions know the structure of.
 */
const FORMATTED = ['markdown', 'plaintext', 'prompt', 'instructions', 'chatagent', 'chatmode', 'skill'];

/** Names of files that can be too large for VS Code to give them to extensions. */
const LARGE = /\.(jsonl?|ndjson|log|out|transcript|md|txt|xml)$/i;

/** A call's start, in JSON also with the escape that many writers use for its <. */
const START = /<tool|\\u003ctool/i;

/** What a transcript has of a native call. */
const NATIVE = /"(?:tool_use|tool_calls?|toolCalls?|toolUse|(?:custom_tool|function)_call|functionCall)"/;

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
 * What in a document is a call, only the server knows.
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

  /**
   * The filters, as the protocol writes them: of what the server reads, or of where
   * it answers a method. Of some methods VS Code takes one extension's answer alone, and ours
   * must not replace that of the extension for the language.
   */
  filters(method?: string): Filter[] {
    if (method === 'textDocument/formatting' || method === 'textDocument/rangeFormatting') {
      return this.of(FORMATTED, []);
    }
    // One provider of folding is enough for a file to lose its folding by indentation.
    if (method === 'textDocument/semanticTokens' || method === 'textDocument/foldingRange') {
      return this.of([...PROMPTS, ...TRANSCRIPTS], globs());
    }
    return this.of([...PROMPTS, ...TRANSCRIPTS, ...SOURCES], [...NAMES, ...MORE_NAMES, ...globs()]);
  }

  /** Reports whether the server reads documents of a scheme, and not only what is shown of others. */
  reads(scheme: string): boolean {
    return this.schemes.has(scheme);
  }

  /** Reports whether the server reads a document. */
  has(document: vscode.TextDocument): boolean {
    return vscode.languages.match(this.filters(), document) > 0;
  }

  /** Reports whether a document is a prompt, in which somebody may write the first call. */
  isPrompt(document: vscode.TextDocument): boolean {
    return vscode.languages.match(this.of(PROMPTS, [...NAMES, ...globs()]), document) > 0;
  }

  /** Reports whether the server is needed for a document: it is a prompt, or it may have a call. */
  needs(document: vscode.TextDocument): boolean {
    return this.has(document) && (this.isPrompt(document) || mayCall(document, document.getText()));
  }

  /** Reports whether the server may be needed after a change, from the lines that changed. */
  needsAfter({ document, contentChanges }: vscode.TextDocumentChangeEvent): boolean {
    const starts = contentChanges.some(({ text, range }) => mayCall(document, text) || mayCall(document, document.lineAt(document.validatePosition(range.start)).text));
    return starts && this.has(document);
  }

  /**
   * Returns the file that is shown in the active editor and that VS Code keeps from
   * extensions, as it does above 50 MB; undefined if there is none.
   */
  tooLarge(): vscode.Uri | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (vscode.window.activeTextEditor !== undefined || !(input instanceof vscode.TabInputText) || !LARGE.test(input.uri.path)) {
      return undefined;
    }
    const known = vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === input.uri.toString());
    return known ? undefined : input.uri;
  }

  private of(languages: readonly string[], patterns: readonly string[]): Filter[] {
    return [...this.schemes].flatMap((scheme) => [
      ...languages.map((language) => ({ scheme, language })),
      ...patterns.map((pattern) => ({ scheme, pattern })),
    ]);
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

/** Reports whether a text of a document may have a call: in a transcript, also a native one. */
function mayCall({ languageId, fileName }: vscode.TextDocument, text: string): boolean {
  return START.test(text) || ((TRANSCRIPTS.includes(languageId) || /\.(?:jsonl|ndjson)$/i.test(fileName)) && NATIVE.test(text));
}
