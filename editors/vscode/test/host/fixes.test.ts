import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FIXED, actions, call, closeAll, diagnosed, find, folder, read, save, show, until, write } from './support';

describe('fixes', () => {
  afterEach(closeAll);

  it('are offered for a finding, the safe one preferred', async () => {
    const uri = await write('fix.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const list = await actions(editor, find(editor.document, '&'), vscode.CodeActionKind.QuickFix);
    assert.deepEqual(list.slice(0, 2).map(({ title }) => title), ['Escape as `&amp;`', 'Wrap `<path>` in CDATA']);
    assert.deepEqual(list.filter(({ isPreferred }) => isPreferred).map(({ title }) => title), ['Escape as `&amp;`']);
    assert.ok(list[1]?.edit);
    assert.ok(await vscode.workspace.applyEdit(list[1].edit));
    assert.equal(editor.document.getText(), call('<![CDATA[q&a.md]]>'));
    await diagnosed(uri);
  });

  it('include a switch for the rule, which is no fix that is preferred', async () => {
    const uri = await write('switch.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const list = await actions(editor, find(editor.document, '&'), vscode.CodeActionKind.QuickFix);
    const off = list.find(({ title }) => title.startsWith('Disable unescaped-ampersand'));
    assert.ok(off?.edit);
    assert.ok(await vscode.workspace.applyEdit(off.edit));
    await diagnosed(uri);
  });

  it('are offered for all findings of a kind', async () => {
    const uri = await write('kind.md', call() + call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand', 'unescaped-ampersand');
    const list = await actions(editor, find(editor.document, '&'), vscode.CodeActionKind.QuickFix);
    const all = list.find(({ title }) => title === 'Fix all: unescaped-ampersand');
    assert.ok(all?.edit); // resolved
    assert.ok(await vscode.workspace.applyEdit(all.edit));
    assert.equal(editor.document.getText(), FIXED + FIXED);
  });

  it('are offered for the whole file, as a source action', async () => {
    const uri = await write('all.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const list = await actions(editor, new vscode.Position(0, 0), vscode.CodeActionKind.SourceFixAll);
    assert.deepEqual(list.map(({ title, kind }) => [title, kind?.value]), [['Fix all safe problems', 'source.fixAll.forge']]);
  });

  it('are right after characters of two code units', async () => {
    const uri = await write('emoji.md', call('🔨🔨 q&a.md'));
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const [first] = await actions(editor, find(editor.document, '&'), vscode.CodeActionKind.QuickFix);
    assert.ok(first?.edit);
    assert.ok(await vscode.workspace.applyEdit(first.edit));
    assert.equal(editor.document.getText(), call('🔨🔨 q&amp;a.md'));
  });

  it('are applied by Forge: Fix All in File', async () => {
    const uri = await write('command.md', call() + call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand', 'unescaped-ampersand');
    await vscode.commands.executeCommand('forge.fixAll');
    await until('the fixes', () => editor.document.getText() === FIXED + FIXED);
  });

  it('are applied on save', async () => {
    const setting = vscode.workspace.getConfiguration('editor', folder());
    await setting.update('codeActionsOnSave', { 'source.fixAll.forge': 'explicit' }, vscode.ConfigurationTarget.Workspace);
    try {
      const uri = await write('save.md', call());
      const editor = await show(uri);
      await diagnosed(uri, 'unescaped-ampersand');
      await until('the fix', async () => { // on a busy machine VS Code saves without it
        await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'Call:\n\n'));
        await save(editor.document);
        return (await read(uri)).endsWith(FIXED);
      });
    } finally {
      await setting.update('codeActionsOnSave', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('are in the file on disk after a save', async () => {
    const uri = await write('disk.md', call());
    const editor = await show(uri);
    await diagnosed(uri, 'unescaped-ampersand');
    const [first] = await actions(editor, find(editor.document, '&'));
    assert.ok(first?.edit);
    assert.ok(await vscode.workspace.applyEdit(first.edit));
    await save(editor.document);
    assert.equal(await read(uri), FIXED);
  });
});
