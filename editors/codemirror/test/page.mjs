// The page under test: an editor with the text that run.mjs gives it.
import { basicSetup, EditorView } from 'codemirror';
import { forge } from '../forge.mjs';

const { text, uri, language, root } = await (await fetch('/document')).json();
const client = await forge(`ws://${location.host}/lsp`, { rootUri: root });
window.client = client;
window.view = new EditorView({
  doc: text, extensions: [basicSetup, client.plugin(uri, language)], parent: document.body,
});
window.view.focus();
document.title = 'ready';
