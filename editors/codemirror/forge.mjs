// The server for CodeMirror editors of a page.
import { LSPClient, languageServerExtensions } from '@codemirror/lsp-client';
import { serverFixes } from './fixes.mjs';

/**
 * Connects to a server at the other end of a WebSocket, such as bridge.mjs serves.
 * `client.plugin(uri, language)` is the extension for an editor then.
 *
 * @param {string} url
 * @param {object} config what LSPClient takes, such as rootUri and sanitizeHTML
 */
export async function forge(url, config = {}) {
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`no connection to ${url}`));
  });
  const handlers = new Set();
  socket.onmessage = ({ data }) => handlers.forEach((handler) => handler(data));
  const client = new LSPClient({ ...config, extensions: [serverFixes(), ...languageServerExtensions(), ...config.extensions ?? []] });
  client.connect({
    send: (message) => socket.send(message),
    subscribe: (handler) => handlers.add(handler),
    unsubscribe: (handler) => handlers.delete(handler),
  });
  await client.initializing;
  return client;
}
