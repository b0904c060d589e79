// Writes dist/ThirdPartyNotices.txt: the licenses of what the package contains
// besides our own code, which is the npm packages in the bundle and the Go
// modules in the server.
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The folders of the npm packages that the bundle has code of, by name. */
async function npmPackages() {
  const { metafile } = await build({
    absWorkingDir: folder, entryPoints: ['src/extension.ts'], bundle: true, platform: 'node', external: ['vscode'],
    write: false, metafile: true, logLevel: 'error',
  });
  const found = new Map();
  for (const file of Object.keys(metafile.inputs)) {
    const match = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(file);
    if (match) {
      found.set(`${match[2]} ${JSON.parse(readFileSync(`${folder}/${match[1]}/package.json`, 'utf8')).version}`, `${folder}/${match[1]}`);
    }
  }
  return found;
}

function license(dir) {
  const names = readdirSync(dir).filter((name) => /^(license|licence|copying|notice)/i.test(name));
  if (names.length === 0) {
    throw new Error(`there is no license in ${dir}`);
  }
  return names.map((name) => readFileSync(`${dir}/${name}`, 'utf8').trim()).join('\n\n');
}

const rule = '='.repeat(80);
const parts = [...(await npmPackages())]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, dir]) => `\n${rule}\n${name}\n${rule}\n\n${license(dir)}\n`);
const server = execFileSync('packaging/licenses', { cwd: root, encoding: 'utf8', maxBuffer: 1 << 24 });
writeFileSync(`${folder}/dist/ThirdPartyNotices.txt`, `The extension contains code of these projects.\n${parts.join('')}\n${server}`);
