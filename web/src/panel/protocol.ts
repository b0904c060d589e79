// What the server answers to requests of its own, which docs/protocol.md describes. What happens
// to a call, and the words for it, are the server's.

import type { Position, Range } from 'vscode-languageserver-types';

export type { Position, Range } from 'vscode-languageserver-types';

/** The calls of the text together: forge/summary. */
export interface Summary {
  readonly calls: number;
  readonly native?: number;
  readonly leaked?: number;
  readonly formats?: readonly { readonly format: string; readonly calls: number }[];
  readonly worst: '' | 'error' | 'warning' | 'information';
  /** All counts, on one line. */
  readonly line: string;
}

export type Outcome = 'runs' | 'repaired' | 'altered' | 'refused' | 'ignored' | 'unknown';

/** One of the calls. */
export interface Call {
  readonly range: Range;
  readonly outcome: Outcome;
  /** Whether its tool gets it, and is known. */
  readonly checked: boolean;
  readonly server: string;
  readonly tool: string;
  /** 'native', 'leaked' or 'other'; undefined for a call in text. */
  readonly form?: string;
  readonly as_meant: boolean;
  /** The words for the outcome with what it leaves open, and alone where the call does not run as it is written. */
  readonly text: string;
  readonly short?: string;
  readonly about?: string;
  readonly problem?: Range;
  /** The number of its message in a transcript, and who wrote that. */
  readonly message?: number;
  readonly role?: string;
}

/** A row of the list of calls: a heading above those of a message, or a call. */
export interface Row {
  /** From 0. */
  readonly row: number;
  readonly heading?: string;
  /** Of the call in the list, from 1. */
  readonly index?: number;
  readonly call?: Call;
}

/** A row with a call. */
export interface CallRow extends Row {
  readonly index: number;
  readonly call: Call;
}

/** A choice of some calls. */
export interface Filter {
  /** Its word in a request, empty for all calls. */
  readonly only: string;
  readonly text: string;
  readonly calls: number;
}

/** Some rows of the list of calls: forge/calls. */
export interface CallWindow {
  /** That of all calls is the first. */
  readonly filters: readonly Filter[];
  /** What is told where the filter lists no call, otherwise empty. */
  readonly none: string;
  /** How many calls the list has, and how many rows with headings. */
  readonly listed: number;
  readonly rows: number;
  readonly list: readonly Row[];
  /** Missing where the list is empty. */
  readonly chosen?: CallRow;
}

/** What the tool of a call receives: forge/received. */
export interface Received {
  readonly tool: string;
  readonly verdicts: readonly string[];
  readonly heading?: string;
  readonly values: readonly Value[];
  readonly more?: string;
  readonly changes?: readonly Change[];
}

/** What the tool receives of an element of the arguments. */
export interface Value {
  readonly name: string;
  readonly depth: number;
  readonly type?: string;
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'list' | 'object' | 'empty' | 'refused' | 'ignored';
  readonly text: string;
  readonly bytes?: number;
  readonly more?: string;
  readonly note?: string;
  readonly lost?: boolean;
}

/** What a call of apply_diff replaces in a file. */
export interface Change {
  readonly path: string;
  readonly lines: readonly Line[];
  readonly more?: string;
}

export interface Line {
  readonly sign: '+' | '-' | ' ' | '…';
  readonly text: string;
}

/** A text to be copied, which is empty where there is none, with what to know about it: forge/fixedCall, forge/correction. */
export interface Noted {
  readonly text: string;
  readonly note: string;
}

/** A call in another form: one of forge/written. */
export interface Form extends Noted {
  readonly form: 'escapes' | 'cdata' | 'json';
}

/** Whether a range has a position before its end. */
export function contains({ start, end }: Range, at: Position): boolean {
  return !precedes(at, start) && precedes(at, end);
}

function precedes(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character < b.character);
}
