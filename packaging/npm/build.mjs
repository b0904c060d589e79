// Packs the npm packages from what goreleaser has built, into dist/npm: one for each platform
// with the program, and forge-lsp, which depends on them and runs the one that fits.
//
//	node packaging/npm/build.mjs
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Go's names of platforms, and Node's. */
const SYSTEMS = { linux: 'linux', darwin: 'darwin', windows: 'win32' };
const PROCESSORS = { amd64: 'x64', arm64: 'arm64' };

const root = fileURLToPath(new URL('../..', import.meta.url));
const here = fileURLToPath(new URL('.', import.meta.url));
const dist = path.join(root, 'dist');
const out = path.join(dist, 'npm');
const readJSON = (file) => JSON.parse(readFileSync(file, 'utf8'));
const { version } = readJSON(path.join(dist, 'metadata.json'));
const template = readJSON(path.join(here, 'forge-lsp/package.json'));
const { description, license, repository, homepage, bugs, engines } = template;

/** Writes the rest of a package and packs it. npm packs files with the mode that they have, which the umask must not decide. */
function pack(folder, manifest) {
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
  copyFileSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'));
  for (const file of readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())) {
    chmodSync(path.join(file.parentPath, file.name), path.basename(file.parentPath) === 'bin' ? 0o755 : 0o644);
  }
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], shell: process.platform === 'win32' });
}

rmSync(out, { recursive: true, force: true });
const platforms = {};
for (const { type, goos, goarch, path: program } of readJSON(path.join(dist, 'artifacts.json'))) {
  if (type !== 'Binary') {
    continue;
  }
  const platform = `${SYSTEMS[goos]}-${PROCESSORS[goarch]}`;
  const name = `@entrhq/forge-lsp-${platform}`;
  const folder = path.join(out, platform);
  const file = `forge-lsp${goos === 'windows' ? '.exe' : ''}`;
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  copyFileSync(path.join(root, program), path.join(folder, 'bin', file));
  copyFileSync(path.join(root, 'packaging/out/THIRD_PARTY_NOTICES.txt'), path.join(folder, 'THIRD_PARTY_NOTICES.txt'));
  writeFileSync(path.join(folder, 'README.md'), `# ${name}\n\nThe program of [forge-lsp](${homepage}) for ${platform}. Install \`forge-lsp\`, which runs it.\n`);
  pack(folder, {
    name, version, description: `The program of forge-lsp for ${platform}`, license, repository, homepage, bugs, engines,
    os: [SYSTEMS[goos]], cpu: [PROCESSORS[goarch]], files: ['bin', 'THIRD_PARTY_NOTICES.txt'],
    preferUnplugged: true, // Yarn can keep packages as archives, in which nothing can be run.
  });
  platforms[name] = version;
}
if (Object.keys(platforms).length !== 6) {
  throw new Error(`dist has programs for ${Object.keys(platforms).length} platforms, not 6: make release-snapshot builds them`);
}
const folder = path.join(out, 'forge-lsp');
cpSync(path.join(here, 'forge-lsp'), folder, { recursive: true });
const optionalDependencies = Object.fromEntries(Object.entries(platforms).sort());
pack(folder, { ...template, version, description, optionalDependencies });

for (const name of readdirSync(out).filter((name) => name.endsWith('.tgz')).sort()) {
  console.log(`${(statSync(path.join(out, name)).size / 1e6).toFixed(2)} MB  dist/npm/${name}`);
}
