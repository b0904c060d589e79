// Runs the tests of the extension: node test/run.mjs PART... test/README.md says what each is.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runHost } from './host/run.mjs';
import { runSmoke, runUI } from './ui/run.mjs';

const folder = fileURLToPath(new URL('..', import.meta.url));

/** Where the editors are kept: outside of the repository, with those of editors/test. */
const tools = process.env.FORGE_EDITORS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'forge-lsp-editors');


/** The editors under test: what is current, and the oldest that package.json allows. */
const CURRENT = { version: '1.139', codeServer: '4.139.1', node: '24.21.0' };
const OLDEST = { version: '1.93', codeServer: '4.93.1', node: '20.20.2' };

const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const vsix = join(folder, `out/forge-lsp-linux-x64-${version}.vsix`);

const run = (command, ...args) => execFileSync(command, args, { cwd: folder, stdio: 'inherit' });

function editor({ version, codeServer, node }) {
  const dir = join(tools, `vscode-${version}`);
  run('test/tools/get-vscode.sh', codeServer, node, dir);
  return { dir, version, vsix };
}

/** Chromium comes from the distribution: no other build of it can be had from a package registry. */
function needChromium() {
  if (!existsSync(process.env.CHROMIUM ?? '/usr/bin/chromium')) {
    throw new Error('there is no /usr/bin/chromium: apt-get install chromium, or name one in CHROMIUM');
  }
}

const inHost = ['lazy', 'files', 'fixes', 'structure', 'server', 'shown', 'calls', 'large'];

const parts = {
  unit: () => run(process.execPath, 'node_modules/mocha/bin/mocha.js', 'out/test/unit/*.test.js'),
  grammar: () => run(process.execPath, 'test/grammar/run.mjs', join(editor(CURRENT).dir, 'vscode')),
  async host() {
    await runHost({ ...editor(CURRENT), tests: inHost });
    await runHost({ ...editor(CURRENT), tests: ['trust'], trust: false });
  },
  oldest: () => runHost({ ...editor(OLDEST), tests: inHost }),
  smoke: () => runSmoke(editor(CURRENT)),
  ui: () => runUI(editor(CURRENT)),
};

const chosen = process.argv.slice(2);
for (const name of chosen) {
  if (!(name in parts)) {
    throw new Error(`no such part: ${name}; there are ${Object.keys(parts).join(', ')}`);
  }
}
if (chosen.some((name) => ['host', 'oldest', 'smoke', 'ui'].includes(name))) {
  needChromium();
  run(process.execPath, 'scripts/package.mjs', 'linux-x64');
}
run(process.execPath, 'esbuild.mjs', 'test');
for (const name of chosen) {
  const start = performance.now();
  console.log(`== ${name}`);
  await parts[name]();
  console.log(`== ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`);
}
