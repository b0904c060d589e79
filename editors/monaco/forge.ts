// The server for a Monaco editor, with monaco-languageclient 10. Call it after the wrapper of
// VS Code's API has started (`await apiWrapper.init()`).
//
// At the URL is a WebSocket that carries the messages of the protocol, one each, to a process
// of the server: ../codemirror/bridge.mjs is one.
import { LanguageClientWrapper, type LanguageClientConfig } from 'monaco-languageclient/lcwrapper';
import * as vscode from 'vscode';

const languages = [
  'markdown', 'plaintext', 'xml', 'html', 'json', 'jsonl', 'yaml', 'toml', 'go', 'python', 'javascript', 'typescript',
];

/** Starts the server for all models of its languages; dispose the result to end it. */
export async function startForge(url: string, folder: string): Promise<LanguageClientWrapper> {
  const config: LanguageClientConfig = {
    languageId: 'markdown',
    connection: { options: { $type: 'WebSocketUrl', url } },
    clientOptions: {
      documentSelector: languages,
      workspaceFolder: { index: 0, name: 'workspace', uri: vscode.Uri.file(folder) },
    },
  };
  const client = new LanguageClientWrapper(config);
  await client.start();
  return client;
}
