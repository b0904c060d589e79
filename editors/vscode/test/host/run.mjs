// Runs tests inside the extension host of a real VS Code.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'node:util';
import { openPage } from '../lib/browser.mjs';
import { startVSCode } from '../lib/vscode.mjs';

const folder = fileURLToPath(new URL('../..', import.meta.url));

/** When the tests of one editor hang, in milliseconds: no test depends on how fast a machine is. */
const LIMIT = 20 * 60_000;

/**
 * Runs the named tests; version is what vscode.version must start with. Throws
 * if one failed, or none ran.
 */
export async function runHost({ dir, vsix, version, tests, trust = true }) {
  const editor = await startVSCode({ dir, vsix, trust, inHost: true, env: { FORGE_TESTS: tests.join(), FORGE_VSCODE: version } });
  const { browser, page } = await openPage({ width: 1280, height: 800 });
  try {
    let passed = 0;
    let said = false;
    const exit = new Promise((resolve) => {
      page.exposeFunction('codeAutomationExit', resolve);
      setTimeout(resolve, LIMIT, 'timeout').unref();
    });
    // The extension host's console; what VS Code itself prints there comes before.
    await page.exposeFunction('codeAutomationLog', (type, args) => {
      const text = format(...args);
      passed = Number(/(\d+) passing/.exec(text)?.[1] ?? passed);
      said ||= /^\s*(a folder|files|fixes|the server|a workspace|what the server|calls)/.test(text);
      if (process.env.VERBOSE || (said && (type === 'log' || type === 'info'))) {
        console.log(text);
      }
    });
    const remote = (path) => `vscode-remote://${editor.host}${path}`;
    const payload = JSON.stringify([
      ['extensionDevelopmentPath', remote(join(folder, 'test/host/extension'))],
      ['extensionTestsPath', remote(join(folder, 'out/test/host/index.js'))],
      ['skipWelcome', 'true'],
    ]);
    await page.goto(`http://${editor.host}/?folder=${editor.workspace}&payload=${encodeURIComponent(payload)}`);
    const code = await exit;
    if (code !== 0 || passed === 0) {
      await page.screenshot({ path: join(folder, 'out/host-failed.png') });
      throw new Error(`VS Code ${version}, ${tests}: exit code ${code}, ${passed} passed`);
    }
    return passed;
  } finally {
    await browser.close();
    await editor.stop();
  }
}
