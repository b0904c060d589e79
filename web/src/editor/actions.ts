// Code actions: the client of CodeMirror has none. Ctrl-. opens a menu of them at the cursor.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { keymap, showTooltip, type EditorView, type Tooltip } from '@codemirror/view';
import { LSPPlugin, type LSPClientExtension } from '@codemirror/lsp-client';
import type * as lsp from 'vscode-languageserver-protocol';
import { button, h } from '../panel/dom';
import { applyEdit } from './edits';

/** The actions at a range, of a kind or of all. None where the server does not answer. */
export async function actionsAt(view: EditorView, range: lsp.Range, kind?: string): Promise<lsp.CodeAction[]> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return [];
  }
  plugin.client.sync();
  try {
    return await plugin.client.request<lsp.CodeActionParams, lsp.CodeAction[] | null>('textDocument/codeAction', {
      textDocument: { uri: plugin.uri }, range, context: { diagnostics: [], triggerKind: 1, ...kind === undefined ? {} : { only: [kind] } },
    }) ?? [];
  } catch {
    return [];
  }
}

/** Makes the edit of an action, or has the server carry out its command. */
export async function carryOut(view: EditorView, action: lsp.CodeAction): Promise<void> {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return;
  }
  if (action.edit !== undefined) {
    applyEdit(view, action.edit, 'input.fix');
  }
  if (action.command !== undefined) {
    const { command, arguments: values } = action.command;
    await plugin.client.request('workspace/executeCommand', { command, arguments: values ?? [] });
  }
  view.focus();
}

const setMenu = StateEffect.define<Tooltip | null>();

const menu = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setMenu)) {
        return effect.value;
      }
    }
    return transaction.docChanged ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** Opens the menu at the cursor. */
export function openActions(view: EditorView): boolean {
  const plugin = LSPPlugin.get(view);
  if (!plugin) {
    return false;
  }
  const { from, to } = view.state.selection.main;
  const of = view.state.doc;
  void actionsAt(view, { start: plugin.toPosition(from), end: plugin.toPosition(to) }).then((actions) => {
    if (view.state.doc === of) {
      view.dispatch({ effects: setMenu.of({ pos: from, above: false, create: () => ({ dom: list(view, actions), mount: focusFirst }) }) });
    }
  });
  return true;

  function focusFirst(): void {
    view.dom.querySelector<HTMLElement>('.forge-actions [role=menuitem]')?.focus();
  }
}

function close(view: EditorView): void {
  view.dispatch({ effects: setMenu.of(null) });
  view.focus();
}

/** The menu, which the arrow keys move in. */
function list(view: EditorView, actions: readonly lsp.CodeAction[]): HTMLElement {
  const item = (title: string, run: () => void): HTMLElement => button(title, run, { role: 'menuitem', tabIndex: -1 });
  const items = actions.map((action) => item(action.title, () => {
    close(view);
    void carryOut(view, action);
  }));
  const dom = h('div', { class: 'forge-actions', role: 'menu', 'aria-label': 'Fixes and rewrites' },
    ...items.length > 0 ? items : [item('Nothing to fix here', () => close(view))]);
  dom.addEventListener('keydown', (event) => {
    const all = [...dom.children] as HTMLElement[];
    const now = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (to !== undefined) {
      all[to % all.length]?.focus();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      close(view);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    if (!dom.contains(relatedTarget as Node | null)) {
      setTimeout(() => {
        if (view.state.field(menu) !== null) {
          view.dispatch({ effects: setMenu.of(null) });
        }
      });
    }
  });
  return dom;
}

export function codeActions(): LSPClientExtension {
  return {
    clientCapabilities: {
      workspace: { applyEdit: true, workspaceEdit: { documentChanges: true } },
      textDocument: {
        codeAction: {
          codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] } }, isPreferredSupport: true,
        },
      },
    },
    editorExtension: [menu, keymap.of([{ key: 'Mod-.', run: openActions }])] satisfies Extension,
  };
}
