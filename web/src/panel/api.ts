import type { Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Position, Range } from './protocol';

/**
 * What the panel needs of the page around it. The page owns the text, its editor and the
 * connection to the server; the panel shows what the server answers about the text.
 */
export interface PanelApi {
  /**
   * Asks the server about the text as it is now: changes that it was not told of yet are sent
   * before. Rejects where the server answers with an error, or is gone.
   */
  request<R>(method: string, params: object): Promise<R>;

  /**
   * Calls back when the server may answer differently: after each change of the text, of its
   * kind, of the tools and the settings, when diagnostics arrive, and when the server was started
   * again. Answers to what was asked before are dropped then.
   */
  onChange(listener: () => void): void;

  /** Calls back when the cursor was moved by the user, not by `reveal`. */
  onCursor(listener: (at: Position) => void): void;

  /** The URI of the document. */
  uri(): string;

  /** Selects a range of the text and scrolls to it. With `focus` the editor gets the focus. */
  reveal(range: Range, focus: boolean): void;

  /** Makes all safe fixes; whether there were any. The panel tells the user which of both. */
  fixAll(): Promise<boolean>;

  /** Undoes the last change of the text; whether there was one. */
  undo(): boolean;

  /** What the server found in the text as it is; undefined while it has not told. */
  problems(): readonly Diagnostic[] | undefined;

  /** Makes an edit of the text, unless it is for another version; whether it did. */
  apply(edit: WorkspaceEdit): boolean;
}

/**
 * Where the panel is: `bar`, above the text, has the counts and the buttons for the whole text;
 * `panel`, beside it, the calls. Both are empty.
 */
export interface PanelRoots {
  readonly bar: HTMLElement;
  readonly panel: HTMLElement;
}
