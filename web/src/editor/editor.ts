// The editor of the page, and its language client.
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import {
  formatKeymap, hoverTooltips, LSPClient, renameKeymap, serverCompletion, signatureHelp, type LSPClientExtension,
} from '@codemirror/lsp-client';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap,
  lineNumbers, rectangularSelection, tooltips,
} from '@codemirror/view';
import DOMPurify from 'dompurify';
import type { Diagnostic } from 'vscode-languageserver-types';
import { codeActions } from './actions';
import { diagnostics, type Elsewhere } from './diagnostics';
import { semanticTokens } from './tokens';

/** The folder that the server takes for the workspace. */
export const root = '/w';

/** How long an answer may take, in ms: a text of 10 MB is read in seconds. */
const timeout = 60_000;

export interface ClientEvents {
  /** The diagnostics of the text have arrived. */
  shown(found: readonly Diagnostic[]): void;
  readonly elsewhere: Elsewhere;
  /** A message of the server to the user. */
  told(text: string): void;
}

/** What the server may ask the page to do, beside what the extensions announce. */
const page: LSPClientExtension = {
  clientCapabilities: {
    workspace: {
      didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
      codeLens: { refreshSupport: true },
    },
    window: { showDocument: { support: true } },
    textDocument: { documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
  },
};

export function newClient(events: ClientEvents): LSPClient {
  return new LSPClient({
    rootUri: `file://${root}`,
    timeout,
    sanitizeHTML: (html) => DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'img', 'svg', 'math'], FORBID_ATTR: ['style', 'id', 'class'] }),
    notificationHandlers: {
      'window/showMessage': (_, { message }: { message: string }) => {
        events.told(message);
        return true;
      },
    },
    extensions: [
      diagnostics((found) => events.shown(found), events.elsewhere), codeActions(), semanticTokens(), page,
      serverCompletion(), hoverTooltips(), signatureHelp(), keymap.of([...formatKeymap, ...renameKeymap]),
    ],
  });
}

/** What an editor has of the language client, which goes by the URI of the text. */
const served = new Compartment();

/** Whether what the editor does not have from style.css is for a dark page. */
const darkness = new Compartment();

export function shade(view: EditorView, dark: boolean): void {
  view.dispatch({ effects: darkness.reconfigure(EditorView.darkTheme.of(dark)) });
}

/** Lines are wrapped unless some are too long for that. */
const wrapping = new Compartment();
const longest = 20_000;

function wrapped(text: string): Extension {
  let line = 0;
  for (let next = text.indexOf('\n'); next >= 0; line = next + 1, next = text.indexOf('\n', line)) {
    if (next - line > longest) {
      return [];
    }
  }
  return text.length - line > longest ? [] : EditorView.lineWrapping;
}

export function newEditor(parent: HTMLElement, label: string, ...extensions: Extension[]): EditorView {
  return new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(), lintGutter(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), dropCursor(),
        rectangularSelection(), crosshairCursor(), highlightActiveLine(), highlightSelectionMatches({ wholeWords: true }), bracketMatching(), autocompletion(),
        search({ top: true }),
        tooltips({ tooltipSpace: ({ dom }) => ({ // below the page's header, and over the rest of the page
          top: dom.getBoundingClientRect().top, left: 0, bottom: innerHeight, right: innerWidth,
        }) }),
        keymap.of([...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorState.allowMultipleSelections.of(true),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        served.of([]), wrapping.of(EditorView.lineWrapping), darkness.of([]),
        extensions,
      ],
    }),
  });
}

/** Replaces the text, which can be undone, and has the server read it by a URI. */
export function load(view: EditorView, client: LSPClient, uri: string, text: string): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: 0 },
    effects: [served.reconfigure(client.plugin(uri, 'plaintext')), wrapping.reconfigure(wrapped(text))],
    scrollIntoView: true,
    userEvent: 'load',
  });
}

/** Has the server read the text by another URI. */
export function reopen(view: EditorView, client: LSPClient, uri: string): void {
  view.dispatch({ effects: served.reconfigure(client.plugin(uri, 'plaintext')) });
}
