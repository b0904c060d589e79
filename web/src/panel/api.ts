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
   * again. Answers to what was asked before are dropped then. Returns how to stop it.
   */
  onChange(listener: () => void): () => void;

  /** Calls back when the cursor was moved by the user, not by `reveal`. Returns how to stop it. */
  onCursor(listener: (at: Position) => void): () => void;

  /** The URI of the document. */
  uri(): string;

  /** Selects a range of the text and scrolls to it. With `focus` the editor gets the focus. */
  reveal(range: Range, focus: boolean): void;

  /** Makes all safe fixes; whether there were any. The panel tells the user which of both. */
  fixAll(): Promise<boolean>;

  /** Undoes the last change of the text; whether there was one. */
  undo(): boolean;

  /** Saves the text as a file. */
  download(): void;
}

/**
 * Where the panel is: `bar`, above the text, has the counts and the buttons for the whole text;
 * `panel`, beside it, the calls. Both are empty.
 *
 * Fixing one call is the server's command `forge-lsp.fixCall`, which answers with a request
 * `workspace/applyEdit`: the page carries that out.
 */
export interface PanelRoots {
  readonly bar: HTMLElement;
  readonly panel: HTMLElement;
}

/** What `mountPanel` returns. */
export interface Panel {
  /** Tells users of a screen reader, and shows for a moment: "Copied." */
  announce(text: string): void;
  unmount(): void;
}

/** The type of `mountPanel`, which `panel/index.ts` exports. */
export type MountPanel = (roots: PanelRoots, api: PanelApi) => Panel;
