import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION, FIXED, call, closeAll, diagnosed, read, show, until, write } from './support';

describe('a workspace that is not trusted', () => {
  afterEach(closeAll);

  it('is what these tests run in', () => {
    assert.equal(vscode.workspace.isTrusted, false);
  });

  it('is checked and fixed', async () => {
    const uri = await write('untrusted.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    assert.equal(vscode.extensions.getExtension(EXTENSION)?.isActive, true);
    await vscode.commands.executeCommand('forge.fixAll');
    await until('the fix', () => editor.document.getText() === FIXED);
  });

  it('does not choose the server', async () => {
    // Another file: VS Code may open a file again with the edit that was reverted as it was closed.
    const uri = await write('server.md', call());
    await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    assert.equal(vscode.workspace.getConfiguration('forge').get('server.path'), '');
    await vscode.commands.executeCommand('forge.restartServer');
    await diagnosed(uri, 'unescaped-ampersand');
    await assert.rejects(async () => vscode.workspace.fs.stat(vscode.Uri.joinPath(uri, '..', 'ran')), 'the program of the workspace was run');
    assert.match(await read(vscode.Uri.joinPath(uri, '..', '.vscode', 'settings.json')), /forge\.server\.path/);
  });
});
