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

  it('fixes a call from its lens, and shows what the tool receives', async () => {
    const uri = await write('lens.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const press = async (title: string, ...others: readonly string[]): Promise<void> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 10);
      // The command returns them as they are resolved.
      assert.deepEqual(lenses.map(({ command }) => command?.title).sort(), [title, ...others]);
      const command = lenses.find((lens) => lens.command?.title === title)?.command;
      assert.ok(command !== undefined);
      await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
    };
    await press('Fix all', 'repaired: 1 warning');
    await until('the fix', () => editor.document.getText() === call('q&amp;a.md'));
    await press('runs');
    await until('the page', () => vscode.workspace.textDocuments.some((page) => page.uri.scheme === 'forge-received' && page.getText().includes('q&a.md')));
  });
});
