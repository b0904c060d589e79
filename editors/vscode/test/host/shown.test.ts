import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, closeAll, diagnosed, find, show, until, write } from './support';

/** The texts of the hovers at a place. */
async function hovers(editor: vscode.TextEditor, at: string): Promise<string> {
  const position = find(editor.document, at);
  const found = await vscode.commands.executeCommand<vscode.Hover[]>('vscode.executeHoverProvider', editor.document.uri, position);
  return found.flatMap(({ contents }) => contents.map((content) => (content as vscode.MarkdownString).value)).join('\n');
}

describe('what the server shows', () => {
  afterEach(closeAll);

  it('hovers on a tool, an argument and a value', async () => {
    const uri = await write('hover.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    assert.match(await until('a hover', () => hovers(editor, 'read_file')), /Reads a text file/);
    assert.match(await hovers(editor, 'path>'), /required, of `read_file`/);
    assert.match(await hovers(editor, 'q&a.md'), /the tool receives `q&a\.md`/);
    assert.match(await hovers(editor, 'tool>'), /Repaired: XML syntax error/);
  });

  it('hints at types and at what happens to a call', async () => {
    const uri = await write('hints.md', call().replace('</arguments>', '<start_line>1</start_line></arguments>'));
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const all = new vscode.Range(0, 0, editor.document.lineCount, 0);
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>('vscode.executeInlayHintProvider', uri, all);
    assert.deepEqual(hints.map(({ label }) => label), [': integer', 'repaired']);
  });

  it('fixes a call from its lens, and shows what the tool receives', async () => {
    const uri = await write('lens.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
    // The command returns them as they are resolved.
    assert.deepEqual(lenses.map(({ command }) => command?.title).sort(), ['Fix all', 'Show what the tool receives', 'repaired: 1 warning']);
    const press = async (title: string): Promise<void> => {
      const command = lenses.find((lens) => lens.command?.title === title)?.command;
      assert.ok(command !== undefined);
      await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    };
    await press('Show what the tool receives');
    await until('the page', () => vscode.workspace.textDocuments.some((page) => page.uri.scheme === 'forge-received' && page.getText().includes('q&a.md')));
    await press('Fix all');
    await until('the fix', () => editor.document.getText() === call('q&amp;a.md'));
  });

  it('shows a transcript in JSON as a conversation, which follows it', async () => {
    const record = (role: string, content: string): string => `${JSON.stringify({ role, content })}\n`;
    const uri = await write('talk.jsonl', record('user', 'Why?\nSay it.') + record('assistant', call()));
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    editor.selection = new vscode.Selection(1, 0, 1, 0);
    await vscode.commands.executeCommand('forge.openConversation');
    const page = await until('the page', () => vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === 'forge-conversation'));
    assert.match(page.document.getText(), /^## Line 1 · user\n\n```\nWhy\?\nSay it\.\n```\n\n## Line 2 · assistant\n\n- `read_file`: repaired/);
    assert.equal(page.selection.active.line, 7);
    const links = await vscode.commands.executeCommand<vscode.DocumentLink[]>('vscode.executeLinkProvider', page.document.uri);
    assert.deepEqual(links.map(({ range, target }) => [range.start.line, target?.fragment]), [[0, 'L1,1'], [7, 'L2,1']]);
    await editor.edit((edit) => { edit.insert(new vscode.Position(2, 0), record('user', 'Thanks.')); });
    await until('what was added', () => page.document.getText().includes('## Line 3 · user'));
  });
});
