#!/usr/bin/env node
// Runs the forge-lsp of this platform, which is in a package of its own.
'use strict';

const { spawn } = require('node:child_process');

const name = `@entrhq/forge-lsp-${process.platform}-${process.arch}`;
const { version, optionalDependencies } = require('../package.json');

function fail(...lines) {
  console.error(['forge-lsp: ' + lines[0], ...lines.slice(1)].join('\n'));
  process.exit(2);
}

/** Returns the path of the program. */
function find() {
  if (!(name in optionalDependencies)) {
    fail(
      `there is no package for ${process.platform} on ${process.arch}; there are ${Object.keys(optionalDependencies).join(', ')}`,
      'With Go: go install github.com/entrhq/forge-lsp/cmd/forge-lsp@latest',
    );
  }
  try {
    return require.resolve(`${name}/bin/forge-lsp${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    fail(
      `the package ${name} is not installed`,
      `It is an optional dependency of forge-lsp: install without --omit=optional, or add ${name}@${version}.`,
      'Where node_modules was copied from another platform, install again.',
    );
  }
}

const program = find();
const child = spawn(program, process.argv.slice(2), { stdio: 'inherit', windowsHide: true });
child.on('error', (error) => fail(`${program} does not run: ${error.message}`));

// Whoever ends this process means the program.
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
for (const signal of signals) {
  process.on(signal, () => child.kill(signal));
}
child.on('exit', (code, signal) => {
  if (signal === null) {
    process.exitCode = code;
    return;
  }
  for (const each of signals) {
    process.removeAllListeners(each);
  }
  process.kill(process.pid, signal);
});
