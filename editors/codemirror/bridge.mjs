// A language server for web pages: each WebSocket gets a process of its own, and carries the
// messages of the protocol without their headers.
import { spawn } from 'node:child_process';
import { WebSocketServer } from 'ws';

/**
 * Serves a language server on the WebSockets of an HTTP server.
 *
 * A server reads files for whoever talks to it, and any page that a person has open can reach
 * their loopback. So only pages of `origins` are let in.
 *
 * @param {import('node:http').Server} http
 * @param {{command: string[], origins: string[], path?: string}} options
 */
export function bridge(http, { command, origins, path = '/lsp' }) {
  const sockets = new WebSocketServer({
    server: http, path, verifyClient: ({ origin }) => origins.includes(origin),
  });
  sockets.on('connection', (socket) => {
    const server = spawn(command[0], command.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] });
    server.on('error', (error) => socket.close(1011, error.message));
    server.on('exit', () => socket.close());
    server.stdin.on('error', () => {}); // it ended: its exit closes the socket
    socket.on('message', (data) => server.stdin.write(frame(data)));
    socket.on('close', () => server.stdin.end(farewell)); // a page that is gone cannot take its leave
    server.stdout.on('data', reader((message) => socket.send(message)));
  });
  return sockets;
}

/** A message with its header. */
function frame(data) {
  return Buffer.concat([Buffer.from(`Content-Length: ${data.length}\r\n\r\n`), data]);
}

const farewell = Buffer.concat([{ id: 'bridge', method: 'shutdown' }, { method: 'exit' }].map(
  (message) => frame(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }))),
));

/** Calls a function with each message of a stream, whatever pieces it comes in. */
function reader(take) {
  let buffered = Buffer.alloc(0);
  return (chunk) => {
    buffered = Buffer.concat([buffered, chunk]);
    for (;;) {
      const head = buffered.indexOf('\r\n\r\n');
      const length = head < 0 ? null : /content-length: *(\d+)/i.exec(buffered.toString('latin1', 0, head));
      const start = head + 4;
      if (!length || buffered.length < start + Number(length[1])) {
        return;
      }
      const end = start + Number(length[1]);
      take(buffered.toString('utf8', start, end));
      buffered = buffered.subarray(end);
    }
  };
}
