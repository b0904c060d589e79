// The page under test: an editor with the text that run.mjs gives it.
import { autocompletion, completionStatus } from '@codemirror/autocomplete';
import { basicSetup, EditorView } from 'codemirror';
import { forge } from '../forge.mjs';

const { text, uri, language, root } = await (await fetch('/document')).json();
const client = await forge(`ws://${location.host}/lsp`, { rootUri: root });
window.client = client;
window.completing = () => completionStatus(window.view.state);
window.view = new EditorView({
  doc: text,
  // The list takes keys at once: by default not for 75 ms, so that nothing is accepted by accident.
  extensions: [basicSetup, autocompletion({ interactionDelay: 0 }), client.plugin(uri, language)],
  parent: document.body,
});
window.view.focus();
document.title = 'ready';
