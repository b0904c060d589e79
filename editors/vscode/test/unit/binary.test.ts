import * as assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import * as path from 'node:path';
import { BinaryError, binaryPath, findBinary } from '../../src/binary';

// The stand-ins for a server are shell scripts: these tests run on Linux.
describe('binary', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'forge-lsp-'));
  });
  after(() => rm(folder, { recursive: true }));

  /** Writes a server that prints a text, whatever it is asked. */
  async function server(prints: string, mode = 0o755): Promise<string> {
    const file = path.join(folder, 'forge-lsp');
    await writeFile(file, `#!/bin/sh\necho '${prints}'\n`);
    await chmod(file, mode);
    return file;
  }

  async function refused(setting: string, message: RegExp, configured = true): Promise<void> {
    await assert.rejects(findBinary(folder, setting), (error) => {
      assert.ok(error instanceof BinaryError);
      assert.match(error.message, message);
      assert.equal(error.configured, configured);
      return true;
    });
  }

  it('is the bundled one unless the setting names another', () => {
    assert.equal(binaryPath('/ext', ''), '/ext/server/forge-lsp');
    assert.equal(binaryPath('/ext', '/opt/forge-lsp'), '/opt/forge-lsp');
    assert.equal(binaryPath('/ext', '~/bin/forge-lsp'), path.join(homedir(), 'bin/forge-lsp'));
  });

  it('is found', async () => {
    const file = await server('forge-lsp v0.1.0, go1.26.8, linux/amd64');
    assert.deepEqual(await findBinary(folder, file), { path: file, version: 'forge-lsp v0.1.0, go1.26.8, linux/amd64' });
  });

  it('must be there', async () => {
    await refused('', /is missing: .* does not exist. Reinstall the extension for your platform/, false);
    await refused(path.join(folder, 'none'), /is missing: .* does not exist. Correct the setting forge\.server\.path/);
    await refused(folder, /is not a file/);
  });

  it('must have an absolute path', async () => {
    await refused('forge-lsp', /must be an absolute path/);
  });

  it('must be executable', async () => {
    // To root every file with an execute bit is executable, so this one has none.
    await refused(await server('', 0o644), /is not executable\. Run: chmod \+x/);
  });

  it('must be forge-lsp', async () => {
    await refused(await server('gopls v0.1.0'), /is not forge-lsp/);
  });

  it('must not be too old', async () => {
    await refused(await server('forge-lsp v0.0.9, go1.26.8'), /is forge-lsp v0\.0\.9; the extension needs 0\.1\.0 or later\. Update it/);
  });

  it('must run on this machine', async () => {
    const file = await server('');
    await writeFile(file, '#!/nowhere/sh\n');
    await refused(file, /does not run on this machine/);
  });
});
