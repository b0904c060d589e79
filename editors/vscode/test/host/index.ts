import * as path from 'node:path';
import Mocha from 'mocha';

/**
 * Runs the tests that FORGE_TESTS names, in the extension host. What it prints is
 * read by test/host/run.mjs through the editor's console. A test waits for what it
 * expects as long as that takes; run.mjs ends one that hangs.
 */
export function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 0, reporter: 'spec' });
  for (const name of (process.env['FORGE_TESTS'] ?? '').split(',')) {
    mocha.addFile(path.join(__dirname, `${name}.test.js`));
  }
  return new Promise((resolve, reject) => {
    mocha.run((failures) => {
      if (failures > 0) {
        reject(new Error(`${failures} of the tests failed`));
      } else {
        resolve();
      }
    });
  });
}
