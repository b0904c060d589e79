// Bundles the extension into dist/, or with the argument "test" the tests into
// out/. The editor provides vscode; everything else goes into the bundle, so a
// package needs no node_modules.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

const common = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['vscode'], logLevel: 'warning' };

if (process.argv[2] === 'test') {
  rmSync('out/test', { recursive: true, force: true });
  await build({
    ...common,
    entryPoints: ['test/unit/*.test.ts', 'test/host/index.ts', 'test/host/*.test.ts'],
    outbase: '.',
    outdir: 'out',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
  });
} else {
  rmSync('dist', { recursive: true, force: true });
  await build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', minify: true, legalComments: 'external' });
}
