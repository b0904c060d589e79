import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FIXED, call, closeAll, codes, diagnosed, find, show, until, write } from './support';

const DIFF = [
  '<tool>', '<server_name>local</server_name>', '<tool_name>apply_diff</tool_name>', '<arguments>', '<path>src/a.go</path>',
  '<edits><edit><search>if a {</search><replace><![CDATA[if a && b {]]></replace></edit></edits>', '</arguments>', '</tool>', '',
].join('\n');

/** A transcript with two messages of an agent: the first call is as it was written. */
const SESSION = [['user', 'Read it.'], ['assistant', call('a.md')], ['assistant', call('a<b.md')]]
  .map(([role, content]) => `${JSON.stringify({ role, content })}\n`).join('');

/** A transcript whose calls are native, with one that was written as text. */
const NATIVE = [
  { role: 'assistant', content: null, tool_calls: [{ id: '1', type: 'function', function: { name: 'read', arguments: '{}' } }] },
  { role: 'assistant', content: 'Next.\n<invoke name="read"><parameter name="path">a</parameter></invoke>' },
].map((message) => `${JSON.stringify(message)}\n`).join('');

describe('calls', () => {
  afterEach(async () => {
    await vscode.commands.executeCommand('forge.showAllCalls');
    await closeAll();
  });

  it('are gone to, the next and the one before, in JSON strings', async () => {
    const uri = await write('next.jsonl', SESSION);
    const editor = await show(uri);
    await until('diagnostics', () => codes(uri).length > 0);
    const places: string[] = [];
    for (const command of ['nextCall', 'nextCall', 'nextCall', 'previousCall']) {
      await vscode.commands.executeCommand(`forge.${command}`);
      places.push(`${editor.selection.active.line}:${editor.selection.active.character}`);
    }
    const problem = find(editor.document, '<b.md');
    const first = `1:${find(editor.document, '<tool>').character}`;
    assert.deepEqual(places, [first, `2:${problem.character}`, first, `2:${problem.character}`]);
  });

  it('are gone to only where they did not run as they were meant, if that is what is shown', async () => {
    const uri = await write('failed.jsonl', SESSION);
    const editor = await show(uri);
    await until('diagnostics', () => codes(uri).length > 0);
    await vscode.commands.executeCommand('forge.showFailedCalls');
    for (const command of ['nextCall', 'nextCall', 'previousCall']) {
      await vscode.commands.executeCommand(`forge.${command}`);
      assert.equal(editor.selection.active.line, 2);
    }
  });

  it('that leaked into text are gone to, too', async () => {
    const uri = await write('native.jsonl', NATIVE);
    const editor = await show(uri);
    await diagnosed(uri, 'leaked-call');
    await vscode.commands.executeCommand('forge.showFailedCalls');
    await vscode.commands.executeCommand('forge.nextCall');
    assert.ok(editor.selection.active.isEqual(find(editor.document, '<invoke')));
  });

  it('that are native, or leaked, have lenses, are gone to, and shown as they are received', async () => {
    const messages = [
      { type: 'system', tools: [{ name: 'Read', input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] } }] },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id: '1', name: 'Read', input: { path: 'a' } }] } },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'court\n<invoke name="Read">\n<parameter name="path">a</parameter>\n</invoke>' }] } },
      { type: 'assistant', message: { role: 'assistant', content: [{ type: 'tool_use', id: '2', name: 'Read', input: {} }] } },
    ];
    const uri = await write('claude.jsonl', messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    const editor = await show(uri);
    await diagnosed(uri, 'leaked-call', 'missing-argument');
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>('vscode.executeCodeLensProvider', uri, 9);
    assert.deepEqual(lenses.map(({ range, command }) => `${range.start.line}: ${command?.title}`), [
      '1: runs, native', '2: never runs: leaked', '2: Show what the tool receives',
      '3: refused: Missing `path`; add it to the JSON arguments of `Read`', '3: Show what the tool receives',
    ]);
    const visited: number[] = [];
    for (let i = 0; i < 3; i++) {
      await vscode.commands.executeCommand('forge.nextCall');
      visited.push(editor.selection.active.line);
    }
    assert.deepEqual(visited, [1, 2, 3]);
    await vscode.commands.executeCommand('forge.filterCalls', 'native');
    await vscode.window.showTextDocument(editor.document);
    for (const line of [1, 3, 1]) {
      await vscode.commands.executeCommand('forge.nextCall');
      assert.equal(editor.selection.active.line, line);
    }
    await vscode.commands.executeCommand('forge.showReceived');
    await until('what is received', () => vscode.window.tabGroups.all.some((group) => group.tabs.length > 1 || group.activeTab?.label !== 'claude.jsonl'));
  });

  it('are copied as they are when fixed, without what the file wraps around them', async () => {
    const uri = await write('copy.jsonl', `${JSON.stringify({ role: 'assistant', content: call() })}\n`);
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const at = find(editor.document, 'q&a.md');
    editor.selection = new vscode.Selection(at, at);
    await vscode.commands.executeCommand('forge.copyFixedCall');
    assert.equal(await vscode.env.clipboard.readText(), FIXED.trimEnd());
  });

  it('are fixed at the cursor', async () => {
    const uri = await write('fixed.md', `${call()}\n${call()}`);
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand', 'unescaped-ampersand');
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('forge.fixCall');
    await until('the fix', () => editor.document.getText() === `${FIXED}\n${call()}`);
  });

  it('of apply_diff are compared, in documents that cannot be changed', async () => {
    const uri = await write('diff.md', DIFF);
    const editor = await show(uri);
    await until('the calls', async () => (await vscode.commands.executeCommand<vscode.DocumentSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri))?.length);
    editor.selection = new vscode.Selection(0, 0, 0, 0);
    await vscode.commands.executeCommand('forge.showReceived');
    const input = await until('the comparison', () => {
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      return input instanceof vscode.TabInputTextDiff && input;
    });
    assert.deepEqual([input.original.path, input.modified.path], ['/src/a.go', '/src/a.go']);
    const texts = await Promise.all([input.original, input.modified].map(async (side) => (await vscode.workspace.openTextDocument(side)).getText()));
    assert.deepEqual(texts, ['if a {', 'if a && b {']);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(input.modified.scheme), undefined);
  });
});
