// Fixes for @codemirror/lsp-client, which has no code actions: each diagnostic of the server
// gets the button "Fix", which makes the preferred fix. Put it before the client's own
// extensions: what it takes, they do not see.
import { setDiagnostics } from '@codemirror/lint';
import { LSPPlugin } from '@codemirror/lsp-client';

const severities = ['error', 'warning', 'info', 'hint'];

/** @returns {import('@codemirror/lsp-client').LSPClientExtension} */
export function serverFixes() {
  return {
    clientCapabilities: {
      textDocument: {
        codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, isPreferredSupport: true },
      },
    },
    notificationHandlers: {
      'textDocument/publishDiagnostics': (client, { uri, version, diagnostics }) => {
        const file = client.workspace.getFile(uri);
        const view = file?.getView();
        const plugin = view && LSPPlugin.get(view);
        if (!plugin || (version != null && version !== file.version)) {
          return false;
        }
        const at = (position) => plugin.unsyncedChanges.mapPos(plugin.fromPosition(position, plugin.syncedDoc));
        view.dispatch(setDiagnostics(view.state, diagnostics.map((diagnostic) => ({
          from: at(diagnostic.range.start),
          to: at(diagnostic.range.end),
          severity: severities[(diagnostic.severity ?? 1) - 1],
          source: diagnostic.code,
          message: diagnostic.message,
          actions: [{ name: 'Fix', apply: (target, from, to) => void fix(target, from, to, diagnostic) }],
        }))));
        return true;
      },
    },
  };
}

/** Makes the preferred fix of a diagnostic, or the first one, or tells that there is none. */
async function fix(view, from, to, diagnostic) {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return;
  }
  plugin.client.sync();
  const range = { start: plugin.toPosition(from), end: plugin.toPosition(to) };
  const of = view.state.doc;
  try {
    const actions = await plugin.client.request('textDocument/codeAction', {
      textDocument: { uri: plugin.uri }, range, context: { diagnostics: [{ ...diagnostic, range }], only: ['quickfix'] },
    }) ?? [];
    const action = actions.find(({ isPreferred }) => isPreferred) ?? actions[0];
    const edits = action?.edit?.changes?.[plugin.uri];
    if (!edits) {
      throw new Error('There is no fix.');
    }
    if (view.state.doc !== of) {
      throw new Error('The text has changed.');
    }
    view.dispatch({
      changes: edits.map(({ range: { start, end }, newText }) => ({
        from: plugin.fromPosition(start), to: plugin.fromPosition(end), insert: newText,
      })),
      userEvent: 'input.fix',
    });
  } catch (error) {
    plugin.reportError('Fix', error);
  }
}
