// What the server answers to the requests of its own, which docs/protocol.md describes. What
// happens to a call, and the words for it, are the server's.

import type { Range } from 'vscode-languageclient';

export type { Position, Range } from 'vscode-languageclient';

/** The calls of a file together: forge/summary. */
export interface Summary {
  readonly calls: number;
  /** Native calls, those that an agent wrote as text, and those in formats of other runtimes: none is among the calls. */
  readonly native?: number;
  readonly leaked?: number;
  readonly formats?: readonly { readonly format: string; readonly calls: number }[];
  readonly worst: '' | 'error' | 'warning' | 'information';
  readonly text: string;
  /** In Markdown. */
  readonly details: string;
}

/** One of the calls of a file: forge/calls. */
export interface Call {
  readonly range: Range;
  readonly server: string;
  readonly tool: string;
  /** 'native', 'leaked' or 'other'; undefined for a call in text. */
  readonly form?: string;
  readonly outcome: 'runs' | 'repaired' | 'altered' | 'refused' | 'ignored' | 'unknown';
  /** Whether its tool gets it, and is known. */
  readonly checked: boolean;
  readonly as_meant: boolean;
  /** The words for the outcome with what it leaves open, and alone where the call does not run as written. */
  readonly text: string;
  readonly short?: string;
  readonly about?: string;
  readonly problem?: Range;
  /** The beginning of what followed a native call. */
  readonly result?: { readonly text: string; readonly error: boolean };
  /** The number of its message in a transcript, who wrote that, and whether it is the first call there. */
  readonly message?: number;
  readonly role?: string;
  readonly first?: boolean;
}

/** What the tool of a call receives: forge/received. */
export interface Received {
  readonly tool: string;
  /** In Markdown. */
  readonly text: string;
  readonly changes?: readonly Change[];
}

/** What a call changes in a file: all of the file, or the texts where that is not known. */
export interface Change {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A call with all that is certain fixed: forge/fixedCall. */
export interface Fixed {
  /** Empty where it is not certain what was meant. */
  readonly text: string;
  readonly note: string;
}

/** A call to a tool that can be inserted: one of the items of forge/insertCall. */
export interface Insertion {
  readonly label: string;
  readonly detail?: string;
  readonly labelDetails?: { readonly description?: string };
  /** 2 is a snippet. */
  readonly insertTextFormat?: number;
  readonly textEdit: { readonly range: Range; readonly newText: string };
}
