import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { call, closeAll, codes, diagnosed, show, until, write } from './support';

// These are the last to run: VS Code's own Markdown features are busy with a
// large file for a minute after each change, and every menu of fixes waits for
// them.
describe('files of 10 MB', () => {
  afterEach(closeAll);

  for (const ending of ['txt', 'md']) {
    it(`stay editable (.${ending})`, async () => {
      const sound = call('some/path/that/is/right.md');
      const uri = await write(`transcript.${ending}`, `# Transcript\n\n${sound.repeat(10_000_000 / sound.length)}`);
      const editor = await show(uri);
      await diagnosed(uri);
      const edits: number[] = [];
      const findings: number[] = [];
      for (let i = 0; i < 10; i++) {
        // A raw & into the path of each of the first calls, one after the other. Without the blank it might be the
        // start of a reference that is being typed.
        const start = performance.now();
        assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(6 + i * 7, 12), '& ')));
        edits.push(performance.now() - start);
        await until('one more finding', () => codes(uri).length > i);
        findings.push(performance.now() - start);
      }
      assert.deepEqual(new Set(codes(uri)), new Set(['unescaped-ampersand']));
      const median = (times: number[]): string => `${times.sort((a, b) => a - b)[5]?.toFixed(0)} ms`;
      console.log(`      ${median(edits)} an edit, ${median(findings)} to its finding`);
      await vscode.commands.executeCommand('undo');
      await until('one finding less', () => codes(uri).length === 9);
    });
  }
});
