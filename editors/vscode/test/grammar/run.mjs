// Holds the colors of the snippets beside this file against their snapshots:
// node test/grammar/run.mjs VSCODE [--update]. VSCODE is a folder with VS Code's
// own grammars, which ours is injected into; what it leaves alone is theirs.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../..', import.meta.url));
const vscode = process.argv[2];
const update = process.argv.includes('--update') ? ['--updateSnapshot'] : [];
const grammars = ['markdown-basics/syntaxes/markdown', 'xml/syntaxes/xml'].map((name) => `${vscode}/extensions/${name}.tmLanguage.json`);
for (const grammar of grammars) {
  if (!existsSync(grammar)) {
    throw new Error(`there is no ${grammar}: the first argument is a folder with VS Code`);
  }
}

for (const [extension, scope] of [['md', 'text.html.markdown'], ['txt', 'text.plain'], ['xml', 'text.xml']]) {
  execFileSync(
    process.execPath,
    [
      'node_modules/vscode-tmgrammar-test/dist/snapshot.js', ...update, '--expandDiff', '--scope', scope,
      ...grammars.flatMap((grammar) => ['--grammar', grammar]), `test/grammar/testdata/*.${extension}`,
    ],
    { cwd: folder, stdio: 'inherit' },
  );
}
