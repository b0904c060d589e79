// Starts a VS Code server that, other than today's, does not start by itself:
// node start-amd.cjs .../out/server-main.js ARGUMENT...
'use strict';
const http = require('node:http');

const [main] = process.argv.splice(2, 1);
const args = process.argv.slice(2);
const valueOf = (name) => args[args.indexOf(name) + 1];

async function start() {
  const code = await require(main).loadCodeWithNls();
  if (args.includes('--install-extension')) {
    return code.spawnCli();
  }
  const vscode = await code.createServer(null);
  const server = http.createServer((request, response) => vscode.handleRequest(request, response));
  server.on('upgrade', (request, socket) => vscode.handleUpgrade(request, socket));
  server.listen(Number(valueOf('--port')), valueOf('--host'));
}

void start();
