// The page in a browser of Debian: FORGE_LSP=… node test/run.mjs chromium|firefox [--only PART]
import { createRequire } from 'node:module';
import { conformance } from './conformance.mjs';
import { features } from './features.mjs';
import { launch, serve, Tests } from './harness.mjs';
import { limits, offline } from './limits.mjs';
import { picture } from './picture.mjs';

const args = process.argv.slice(2);
const at = args.indexOf('--only');
const [, only] = at < 0 ? [] : args.splice(at, 2);

const server = await serve();
const [name] = args;
const started = await launch(name);
const tests = new Tests(name, only);
for (const part of [features, picture, limits, offline, conformance]) {
  await part(tests, started.browser, server.origin, server.asked);
}
console.log(`${started.version}, puppeteer ${createRequire(import.meta.url)('puppeteer-core/package.json').version}`);
await started.close();
await server.stop();
process.exit(tests.failed > 0 ? 1 : 0);
