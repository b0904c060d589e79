import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION, FIXED, actions, call, closeAll, codes, diagnosed, find, read, save, servers, show, until, write } from './support';

describe('files', () => {
  afterEach(closeAll);

  it('are tested with the packaged extension', () => {
    const extension = vscode.extensions.getExtension(EXTENSION);
    assert.ok(extension);
    assert.match(extension.extensionPath, /entrhq\.forge-lsp-/);
    assert.match(vscode.version, new RegExp(`^${process.env['FORGE_VSCODE']}\\.`));
  });

  // Names and the languages that VS Code 1.139 takes them to be; 1.93 takes all prompts to be Markdown.
  const found: Record<string, string> = {
    'language.md': 'markdown', 'language.txt': 'plaintext', 'language.xml': 'xml', 'language.html': 'html',
    'a.tmpl': 'plaintext', 'a.j2': 'plaintext', 'a.hbs': 'handlebars', 'a.prompt': 'plaintext', 'a.mdc': 'plaintext', '.cursorrules': 'plaintext',
    'a.log': 'log', 'a.reply': 'plaintext', 'a.transcript': 'plaintext',
    'a.prompt.md': 'prompt', 'a.instructions.md': 'instructions', 'copilot-instructions.md': 'instructions',
    'a.agent.md': 'chatagent', 'a.chatmode.md': 'chatagent', 'skills/SKILL.md': 'skill', 'AGENTS.md': 'markdown', 'CLAUDE.md': 'markdown',
  };
  const prompts = ['prompt', 'instructions', 'chatagent', 'skill'];
  for (const [name, language] of Object.entries(found)) {
    it(`such as ${name} are checked, and stay ${language}`, async () => {
      const uri = await write(name, call());
      const editor = await show(uri);
      await until('diagnostics', () => codes(uri).includes('unescaped-ampersand')); // the file of a call that is about to run is missing, too
      const old = process.env['FORGE_VSCODE'] === '1.93' && prompts.includes(language);
      assert.equal(editor.document.languageId, old ? 'markdown' : language);
      assert.equal(vscode.extensions.getExtension(EXTENSION)?.isActive, true);
    });
  }

  // What is found in them is the server's affair; that they reach it is ours. A call is typed
  // at their start, as such a file has it.
  const record = `${JSON.stringify({ role: 'assistant', content: call() })}\n`;
  const sources: Record<string, { text: string; typed: string }> = {
    json: { text: '', typed: record },
    jsonl: { text: '{}\n', typed: record },
    yaml: { text: 'prompt: x\n', typed: call() },
    go: { text: ')\n', typed: `package p\n\nvar p = f(\`${call()}\`` },
    toml: { text: 'x = 1\n', typed: `p = '''\n${call()}'''\n` },
    ts: { text: ';\n', typed: `export const p = \`${call()}\`` },
    js: { text: ';\n', typed: `export const p = \`${call()}\`` },
    py: { text: 'x = 1\n', typed: `p = """${call()}"""\n` },
  };
  for (const [ending, { text, typed }] of Object.entries(sources)) {
    it(`of .${ending} reach the server`, async () => {
      const uri = await write(`language.${ending}`, text);
      const editor = await show(uri);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), typed));
      await until('diagnostics', () => codes(uri).includes('unescaped-ampersand'));
    });
  }

  it('of other languages are left alone', async () => {
    const uri = await write('other.ini', call());
    await show(uri);
    const known = await write('known.md', call());
    await show(known);
    await diagnosed(known, 'unescaped-ampersand');
    assert.deepEqual(codes(uri), []);
  });

  it('are all served by one server', async () => {
    for (const name of ['one.md', 'two.txt', 'three.xml']) {
      const uri = await write(name, call());
      await show(uri);
      await diagnosed(uri, 'unescaped-ampersand');
    }
    assert.equal(servers().length, 1);
  });

  it('that are not saved yet are checked and fixed', async () => {
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content: call() });
    const editor = await vscode.window.showTextDocument(document);
    await diagnosed(document.uri, 'unescaped-ampersand');
    const [first] = await actions(editor, find(document, '&'), vscode.CodeActionKind.QuickFix);
    assert.ok(first?.edit);
    assert.ok(await vscode.workspace.applyEdit(first.edit));
    assert.equal(document.getText(), FIXED);
    await diagnosed(document.uri);
  });

  it('of another scheme are checked and saved', async () => {
    const files = new MemoryFiles();
    const registration = vscode.workspace.registerFileSystemProvider('forgemem', files);
    try {
      const uri = vscode.Uri.parse('forgemem:/a/b.md');
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(call()));
      const { document } = await show(uri);
      await diagnosed(uri, 'unescaped-ampersand');
      await vscode.commands.executeCommand('forge.fixAll');
      await diagnosed(uri);
      await save(document);
      assert.equal(await read(uri), FIXED);
    } finally {
      await closeAll();
      registration.dispose();
    }
  });

  it('that are only shown are left alone', async () => {
    const provider = vscode.workspace.registerTextDocumentContentProvider('forgeshown', { provideTextDocumentContent: () => call() });
    const uri = vscode.Uri.parse('forgeshown:/a.md');
    await show(uri);
    const known = await write('known.md', call());
    await show(known);
    await diagnosed(known, 'unescaped-ampersand');
    assert.deepEqual(codes(uri), []);
    provider.dispose();
  });
});

/** Files in memory: as much as the tests need of a file system. */
class MemoryFiles implements vscode.FileSystemProvider {
  private readonly files = new Map<string, Uint8Array>();
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const content = this.files.get(uri.path);
    if (content === undefined) {
      if (uri.path.endsWith('.md')) {
        throw vscode.FileSystemError.FileNotFound(uri);
      }
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: content.length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const content = this.files.get(uri.path);
    if (content === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return content;
  }

  writeFile(uri: vscode.Uri, content: Uint8Array): void {
    this.files.set(uri.path, content);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // every folder exists
  }

  delete(): void {
    // nothing asks for it
  }

  rename(): void {
    // nothing asks for it
  }
}
