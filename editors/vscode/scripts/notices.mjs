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

/** The folders of the Go modules that the server has code of, on any platform, by name. */
function goModules() {
  const found = new Map();
  for (const goos of ['linux', 'darwin', 'windows']) {
    const format = '{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}';
    const list = execFileSync('go', ['list', '-deps', '-f', format, './cmd/forge-lsp'], { cwd: root, encoding: 'utf8', env: { ...process.env, GOOS: goos } });
    for (const line of list.split('\n').filter(Boolean)) {
      const [name, dir] = line.split('\t');
      found.set(name, dir);
    }
  }
  found.set('Go', execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim());
  return found;
}

function license(dir) {
  const names = readdirSync(dir).filter((name) => /^(license|licence|copying|notice)/i.test(name));
  if (names.length === 0) {
    throw new Error(`there is no license in ${dir}`);
  }
  return names.map((name) => readFileSync(`${dir}/${name}`, 'utf8').trim()).join('\n\n');
}

const parts = [...(await npmPackages()), ...goModules()]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, dir]) => `${'='.repeat(72)}\n${name}\n${'='.repeat(72)}\n\n${license(dir)}\n`);
writeFileSync(`${folder}/dist/ThirdPartyNotices.txt`, `This package contains code of these projects.\n\n${parts.join('\n')}`);
