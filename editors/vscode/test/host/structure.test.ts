import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, closeAll, diagnosed, find, show, until, write } from './support';

/** A call as its author would write it, with a tag that has to be written twice. */
const SOUND = call('docs/a.md');

/** Asks until the features of the server are there: they are registered one by one when it starts. */
async function ask<T>(command: string, uri: vscode.Uri, ...rest: unknown[]): Promise<NonNullable<T>> {
  return until(command, async () => (await vscode.commands.executeCommand<T | undefined>(command, uri, ...rest)) ?? undefined);
}

describe('the structure of calls', () => {
  afterEach(closeAll);

  it('is in the outline', async () => {
    const uri = await write('outline.md', `# Title\n\n${SOUND}`);
    await show(uri);
    const symbols = await until('the call', async () => {
      const list = await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
      return list.find(({ name }) => name.includes('read_file'));
    });
    assert.match(symbols.name, /read_file/);
    assert.equal(symbols.detail, 'docs/a.md');
    assert.deepEqual(symbols.children.map(({ name }) => name), ['path']);
  });

  it('has its tags renamed in pairs', async () => {
    const uri = await write('rename.md', call('docs/a.md'));
    const editor = await show(uri);
    const edit = await ask<vscode.WorkspaceEdit>('vscode.executeDocumentRenameProvider', uri, find(editor.document, 'path>'), 'file');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.match(editor.document.getText(), /<file>docs\/a\.md<\/file>/);
  });

  it('leads from a value to the places of its pair', async () => {
    const uri = await write('highlight.md', SOUND);
    const editor = await show(uri);
    const places = await ask<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', uri, find(editor.document, 'path>'));
    assert.deepEqual(places.map(({ range }) => editor.document.getText(range)), ['path', 'path']);
  });

  it('folds', async () => {
    const uri = await write('fold.txt', SOUND);
    await show(uri);
    const ranges = await until('folding', async () => {
      const list = await ask<vscode.FoldingRange[]>('vscode.executeFoldingRangeProvider', uri);
      return list.length > 0 && list;
    });
    assert.ok(ranges.some(({ start, end }) => start === 0 && end >= 5));
  });

  it('has semantic tokens, in transcripts as well', async () => {
    for (const [name, text] of [['tokens.md', SOUND], ['tokens.jsonl', `${JSON.stringify({ role: 'assistant', content: SOUND })}\n`]] as const) {
      const uri = await write(name, text);
      await show(uri);
      const tokens = await ask<vscode.SemanticTokens>('vscode.provideDocumentSemanticTokens', uri);
      assert.ok(tokens.data.length >= 5 * 8, name);
    }
  });

  it('is formatted in prompts, and elsewhere by a command', async () => {
    const crooked = SOUND.replace('  <path>', '<path>');
    const plain = await write('format.txt', crooked);
    const editor = await show(plain);
    const edits = await ask<vscode.TextEdit[]>('vscode.executeFormatDocumentProvider', plain, { tabSize: 2, insertSpaces: true });
    assert.ok(edits.length > 0);
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await until('the layout', () => editor.document.getText() === SOUND);

    const uri = await write('format.md', crooked);
    const markdown = await show(uri);
    await diagnosed(uri);
    await vscode.commands.executeCommand('editor.action.formatDocument');
    await until('the layout', () => markdown.document.getText() === SOUND);

    const xml = await write('format.xml', crooked);
    const other = await show(xml);
    await diagnosed(xml);
    await vscode.commands.executeCommand('forge.formatCalls');
    await until('the layout', () => other.document.getText() === SOUND);
  });

  it('leaves programs to their own extensions', async () => {
    const uri = await write('owned.ts', `export const p = \`${call()}\`;\n`);
    await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend | undefined>('vscode.provideDocumentSemanticTokensLegend', uri);
    assert.ok(!legend?.tokenTypes.includes('keyword'), legend?.tokenTypes.join()); // those of TypeScript have none
  });

  it('is edited in both tags at once, where that is on', async () => {
    const setting = vscode.workspace.getConfiguration('editor');
    await setting.update('linkedEditing', true, vscode.ConfigurationTarget.Workspace);
    try {
      const uri = await write('linked.md', SOUND);
      const editor = await show(uri);
      await ask<vscode.DocumentHighlight[]>('vscode.executeDocumentHighlights', uri, find(editor.document, 'path>'));
      const at = find(editor.document, 'path>').translate(0, 4);
      editor.selection = new vscode.Selection(at, at);
      await vscode.commands.executeCommand('editor.action.linkedEditing');
      await vscode.commands.executeCommand('type', { text: 's' });
      await until('both tags', () => editor.document.getText().includes('<paths>docs/a.md</paths>'));
    } finally {
      await setting.update('linkedEditing', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('is opened line by line: tags close themselves, and Enter between two of them puts the end on its own line', async () => {
    const uri = await write('written.md', `# Read\n\n  \n\n${SOUND}`);
    const editor = await show(uri);
    await ask<vscode.DocumentSymbol[]>('vscode.executeDocumentSymbolProvider', uri);
    editor.selection = new vscode.Selection(2, 2, 2, 2);
    const type = async (text: string, want: string): Promise<void> => {
      for (const key of text) {
        await vscode.commands.executeCommand('type', { text: key });
      }
      await until(JSON.stringify(want), () => editor.document.getText().startsWith(`# Read\n\n${want}\n\n<tool>`));
    };
    await type('<tool>', '  <tool></tool>');
    await type('\n', '  <tool>\n  \n  </tool>');
    await type('<arguments>', '  <tool>\n  <arguments></arguments>\n  </tool>');
    await type('\n', '  <tool>\n  <arguments>\n  \n  </arguments>\n  </tool>');
    assert.deepEqual([editor.selection.active.line, editor.selection.active.character], [4, 2]);
  });
});
