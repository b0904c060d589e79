import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EXTENSION, call, closeAll, codes, diagnosed, find, servers, show, until, write } from './support';

// The first to run: once there is a server, it serves all files.
describe('a folder without calls', () => {
  afterEach(closeAll);

  const sources: Record<string, string> = {
    'main.go': 'package main\n\nvar tool = "no call"\n',
    'main.ts': 'export const tool = 1;\n',
    'data.json': '{"tool": "read_file"}\n',
    'config.yaml': 'tools:\n  - read_file\n',
    'page.html': '<p>tool</p>\n',
    'server.log': 'the tool ended\n',
    'calls.go': 'package main\n\nvar key = "tool_calls"\n',
  };
  for (const [name, text] of Object.entries(sources)) {
    it(`has no server for ${name}`, async () => {
      const uri = await write(name, text);
      const editor = await show(uri);
      const extension = vscode.extensions.getExtension(EXTENSION);
      await until('the extension', () => extension?.isActive);
      // The extension hears of the change before this test goes on.
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
      assert.deepEqual(servers(), []);
    });
  }

  it('gets one when a call is typed', async () => {
    const uri = await write('typed.go', 'package main\n\nvar p = ``\n');
    const editor = await show(uri);
    const at = find(editor.document, '``').translate(0, 1);
    for (const [i, letter] of ['<', 't', 'o', 'o', 'l'].entries()) {
      assert.deepEqual(servers(), []);
      await editor.edit((edit) => edit.insert(at.translate(0, i), letter));
    }
    await until('a server', () => servers().length === 1);
    await editor.edit((edit) => edit.insert(at.translate(0, 5), call().slice('<tool'.length)));
    await until('diagnostics', () => codes(uri).includes('unescaped-ampersand'));
  });

  it('gets one for a file that has a call', async () => {
    const uri = await write('escaped.jsonl', `${JSON.stringify({ role: 'assistant', content: call() }).replaceAll('<', '\\u003c')}\n`);
    await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
  });
});
