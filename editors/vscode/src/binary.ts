import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import * as path from 'node:path';
import { promisify } from 'node:util';
import { MINIMUM, isOlder, versionIn } from './version';

const run = promisify(execFile);

/** How long `forge-lsp version` and `forge-lsp explain` may take, in milliseconds. */
const TIMEOUT = 10_000;

/** A server that can be started. */
export interface Binary {
  readonly path: string;
  /** What `forge-lsp version` printed. */
  readonly version: string;
}

/** Why no server can be started, and what a person can do about it. */
export class BinaryError extends Error {
  constructor(
    message: string,
    /** Whether the setting `forge.server.path` is where to look. */
    readonly configured: boolean,
  ) {
    super(message);
  }
}

/** Returns where the server is: where the setting has it, or in the extension. */
export function binaryPath(extension: string, setting: string): string {
  if (setting === '') {
    return path.join(extension, 'server', process.platform === 'win32' ? 'forge-lsp.exe' : 'forge-lsp');
  }
  return setting.replace(/^~(?=[/\\])/, homedir());
}

/**
 * Finds the server and makes sure that it can serve. The file is looked at
 * before it is run, because the reason is worth more than "spawn ENOENT".
 */
export async function findBinary(extension: string, setting: string): Promise<Binary> {
  const configured = setting !== '';
  const file = binaryPath(extension, setting);
  const fail = (what: string, remedy: string): BinaryError => new BinaryError(`${what} ${remedy}`, configured);
  const elsewhere = configured
    ? 'Correct the setting forge.server.path, or clear it to use the server that comes with the extension.'
    : 'Reinstall the extension for your platform, or set forge.server.path to a forge-lsp that you installed.';

  if (!path.isAbsolute(file)) {
    throw fail(`forge.server.path must be an absolute path, and "${file}" is none.`, elsewhere);
  }
  let isFile: boolean;
  try {
    isFile = (await stat(file)).isFile();
  } catch {
    throw fail(`The Forge language server is missing: ${file} does not exist.`, elsewhere);
  }
  if (!isFile) {
    throw fail(`The Forge language server is missing: ${file} is not a file.`, elsewhere);
  }
  try {
    await access(file, constants.X_OK);
  } catch {
    throw fail(`${file} is not executable.`, `Run: chmod +x "${file}"`);
  }

  let output: string;
  try {
    output = (await run(file, ['version'], { timeout: TIMEOUT, windowsHide: true })).stdout.trim();
  } catch (error) {
    throw fail(`${file} does not run on this machine (${firstLine(error)}).`, elsewhere);
  }
  const version = versionIn(output);
  if (version === undefined) {
    throw fail(`${file} is not forge-lsp.`, elsewhere);
  }
  if (isOlder(version, MINIMUM)) {
    const remedy = configured ? 'Update it, or clear the setting forge.server.path.' : elsewhere;
    throw fail(`${file} is forge-lsp ${version}; the extension needs ${MINIMUM} or later.`, remedy);
  }
  return { path: file, version: output };
}

/** Returns what `forge-lsp explain` prints: about a rule, or without one the list of all. */
export async function explain(file: string, rule?: string): Promise<string> {
  const args = rule === undefined ? ['explain'] : ['explain', rule];
  return (await run(file, args, { timeout: TIMEOUT, windowsHide: true })).stdout;
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}
