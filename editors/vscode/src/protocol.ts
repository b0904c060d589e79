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

/** The list of the calls of a file, or a part of it: forge/calls. */
export interface Calls {
  /** That of all calls is the first. */
  readonly filters: readonly Filter[];
  /** What is told where the filter lists no call, otherwise empty. */
  readonly none: string;
  /** How many calls the list has. */
  readonly listed: number;
  readonly list: readonly Row[];
  readonly chosen?: Row;
}

export interface Filter {
  /** Its word in a request, empty for all calls. */
  readonly only: string;
  readonly text: string;
  readonly calls: number;
}

export type Outcome = 'runs' | 'repaired' | 'altered' | 'refused' | 'ignored' | 'unknown';

/** A row of the list: a heading above the calls of a message, or a call. */
export interface Row {
  /** From 0. */
  readonly row: number;
  readonly heading?: string;
  /** Of a heading: the worst outcome of the calls below it, and how many there are. */
  readonly outcome?: Outcome;
  readonly counts?: string;
  readonly call?: Call;
}

/** One of the calls of a file. */
export interface Call {
  readonly range: Range;
  readonly server: string;
  readonly tool: string;
  /** 'native', 'leaked' or 'other'; undefined for a call in text. */
  readonly form?: string;
  readonly outcome: Outcome;
  /** Whether its tool gets it, and is known. */
  readonly checked: boolean;
  /** The words for the outcome with what it leaves open, and alone where the call does not run as written. */
  readonly text: string;
  readonly short?: string;
  readonly about?: string;
  readonly problem?: Range;
  /** The number of its message in a transcript. */
  readonly message?: number;
  /** The beginning of what followed a native call. */
  readonly result?: { readonly text: string; readonly error: boolean };
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
