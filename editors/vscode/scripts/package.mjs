// Packages the extension: node scripts/package.mjs [TARGET...], all targets
// without arguments. A package has the server for its platform; nothing in it is
// specific to the machine that built it.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** VS Code's names of the platforms, and Go's. */
const TARGETS = {
  'linux-x64': ['linux', 'amd64'],
  'linux-arm64': ['linux', 'arm64'],
  'darwin-x64': ['darwin', 'amd64'],
  'darwin-arm64': ['darwin', 'arm64'],
  'win32-x64': ['windows', 'amd64'],
  'win32-arm64': ['windows', 'arm64'],
};

/** What a package may weigh, in bytes. */
const LIMIT = 14_500_000;

const BLOB = 'https://github.com/entrhq/forge-lsp/blob/HEAD/editors/vscode';
const RAW = 'https://github.com/entrhq/forge-lsp/raw/HEAD/editors/vscode';

const folder = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
const run = (command, args, options) => execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], ...options });

const targets = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(TARGETS);
const unknown = targets.filter((target) => !(target in TARGETS));
if (unknown.length > 0) {
  throw new Error(`no such target: ${unknown.join(', ')}; there are ${Object.keys(TARGETS).join(', ')}`);
}

/** What git knows of the commit that is packaged, '' where there is no git. */
function git(...args) {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TZ: 'UTC' } }).trim();
  } catch {
    return '';
  }
}
const commit = git('rev-parse', 'HEAD');
// vsce gives it to the files of a package.
process.env.SOURCE_DATE_EPOCH ??= git('show', '--no-patch', '--format=%ct', 'HEAD') || '0';
const date = git('show', '--no-patch', '--format=%cd', '--date=format-local:%Y-%m-%dT%H:%M:%SZ', 'HEAD');

run(process.execPath, ['esbuild.mjs']);
run(process.execPath, ['scripts/notices.mjs']);
mkdirSync(`${folder}/out`, { recursive: true });
for (const target of targets) {
  const [goos, goarch] = TARGETS[target];
  rmSync(`${folder}/server`, { recursive: true, force: true });
  const binary = `${folder}/server/forge-lsp${goos === 'windows' ? '.exe' : ''}`;
  // As .goreleaser.yaml has it: of one version and commit, all packages have the same bytes.
  run('go', ['build', '-trimpath', '-buildvcs=false', '-ldflags', `-s -w -X main.release=v${version} -X main.commit=${commit} -X main.date=${date}`, '-o', binary, './cmd/forge-lsp'], {
    cwd: root,
    env: { ...process.env, CGO_ENABLED: '0', GOOS: goos, GOARCH: goarch },
  });
  const vsix = `${folder}/out/forge-lsp-${target}-${version}.vsix`;
  run(process.execPath, [
    'node_modules/@vscode/vsce/vsce', 'package', '--no-dependencies', '--target', target, '--out', vsix,
    '--baseContentUrl', BLOB, '--baseImagesUrl', RAW,
  ]);
  const { size } = statSync(vsix);
  console.log(`${(size / 1e6).toFixed(2)} MB  out/forge-lsp-${target}-${version}.vsix`);
  if (size >= LIMIT) {
    throw new Error(`${vsix} has ${size} bytes: the limit is ${LIMIT}`);
  }
}
