// Builds the page into web/dist: node build.mjs [--quick], which packs nothing and is for tests.
//
// The names of all files but index.html and sw.js have the hash of their content, so that a host
// may let browsers keep them for ever. Beside each is its packed form, for hosts that can send that.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { withoutLines } from './lines.mjs';

const here = import.meta.dirname;
const root = dirname(here);
const quick = process.argv.includes('--quick');
const dist = join(here, 'dist');

/** How many bytes all files may have, and with Brotli, as a browser loads them. */
const most = [24_500_000, 3_000_000];

/**
 * The packages into which functions are inlined: Go's maps and memory, and what reads each character. All that a keystroke
 * runs would take 70 KB more with Brotli, for 8 % of the time of a key and 20 % of that of opening a text.
 */
const inlined = ['runtime', 'internal/runtime/...', ...['xmlcall', 'internal/lex'].map((folder) => `github.com/entrhq/forge-lsp/${folder}`)];

const policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

const go = (args, env = {}) => execFileSync('go', args, { cwd: root, env: { ...process.env, ...env }, maxBuffer: 1 << 26, stdio: ['ignore', 'pipe', 'inherit'] });

rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, 'assets'), { recursive: true });

/** The files of the page by their names in dist. */
const files = new Map();

function add(name, content) {
  const bytes = Buffer.from(content);
  writeFileSync(join(dist, name), bytes);
  const packed = quick ? {} : {
    br: brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    gz: gzipSync(bytes, { level: 9 }),
  };
  for (const [ending, content] of Object.entries(packed)) {
    writeFileSync(join(dist, `${name}.${ending}`), content);
  }
  files.set(name, [bytes.length, ...Object.values(packed).map(({ length }) => length)]);
  return name;
}

/** Adds a file whose name has the hash of its content. */
function addHashed(name, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return add(`assets/${basename(name, extname(name))}-${hash}${extname(name)}`, content);
}

// The styles of the editor come as style elements, which the policy forbids. Style sheets that are made
// by a script are allowed, and style-mod makes them, but only in shadow roots.
const styles = {
  name: 'styles',
  setup({ onLoad }) {
    onLoad({ filter: /style-mod[/\\]src[/\\]style-mod\.js$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const changed = text.replaceAll('!root.head && root.adoptedStyleSheets', 'root.adoptedStyleSheets');
      if (changed === text) {
        throw new Error('style-mod is not as it was: see how it makes style sheets now');
      }
      return { contents: changed, loader: 'js' };
    });
  },
};

const goRoot = go(['env', 'GOROOT']).toString().trim();
const made = {
  name: 'made',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^wasm_exec$/ }, () => ({ path: join(goRoot, 'lib', 'wasm', 'wasm_exec.js') }));
    onResolve({ filter: /^examples\.json$/ }, ({ path }) => ({ path, namespace: 'made' }));
    onLoad({ filter: /.*/, namespace: 'made' }, () => ({ contents: go(['run', './web/examples']), loader: 'json' }));
  },
};

async function bundle(entry, define, format = 'iife') {
  const { outputFiles: [{ contents }] } = await build({
    entryPoints: [join(here, 'src', entry)], bundle: true, minify: true, write: false, format, target: 'es2022', charset: 'utf8',
    legalComments: 'none', logLevel: 'warning', plugins: [styles, made],
    define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  });
  return contents;
}

/** The server. Its paths are relative to the worker, which is in the same folder. */
function server() {
  const folder = mkdtempSync(join(tmpdir(), 'forge-web-'));
  const version = process.env.VERSION ?? '(devel)';
  go([
    'build', '-trimpath', '-ldflags', `-s -w -X main.version=${version}`, '-gcflags=all=-l', ...inlined.map((packages) => `-gcflags=${packages}=`),
    '-o', join(folder, 'forge-lsp.wasm'), './web/wasm',
  ], { GOOS: 'js', GOARCH: 'wasm' });
  const program = withoutLines(readFileSync(join(folder, 'forge-lsp.wasm')));
  rmSync(folder, { recursive: true });
  return addHashed('forge-lsp.wasm', program);
}

const wasm = server();
const worker = addHashed('worker.js', await bundle('worker/worker.ts', { WASM: basename(wasm) }));
const main = addHashed('main.js', await bundle('main.ts', { WORKER: worker }, 'esm'));
const style = addHashed('style.css', await bundle('style.css', {}));
const icon = addHashed('icon.svg', readFileSync(join(here, 'src', 'icon.svg')));

const replaced = (text, from, to) => {
  if (!text.includes(from)) {
    throw new Error(`index.html has no ${from}`);
  }
  return text.replace(from, () => to);
};
let html = readFileSync(join(here, 'index.html'), 'utf8');
html = replaced(html, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
html = replaced(html, 'src/icon.svg', icon);
html = replaced(html, 'src/style.css', style);
html = replaced(html, 'src/main.ts', main);
add('index.html', html);

const kept = ['./', ...[...files.keys()].filter((name) => name !== 'index.html')];
const version = createHash('sha256').update(html).update(kept.join()).digest('hex').slice(0, 10);
add('sw.js', await bundle('sw.ts', { FILES: kept, VERSION: `forge-lsp-${version}` }));

const row = (name, sizes) => `${name.padEnd(36)}${sizes.map((size) => size.toLocaleString('en').padStart(12)).join('')}`;
console.log(`${'in bytes'.padEnd(36)}${['plain', ...quick ? [] : ['brotli', 'gzip']].map((title) => title.padStart(12)).join('')}`);
for (const [name, sizes] of files) {
  console.log(row(name, sizes));
}
const all = [...files.values()].reduce((sums, sizes) => sums.map((sum, i) => sum + sizes[i]));
console.log(row('all', all));
most.forEach((bound, at) => {
  if (all[at] > bound) {
    throw new Error(`the files have ${all[at].toLocaleString('en')} bytes, more than ${bound.toLocaleString('en')}: what is new in the program? Or may it be larger?`);
  }
});
