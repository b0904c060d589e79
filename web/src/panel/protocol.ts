// What the server answers to requests of its own, which docs/protocol.md describes. What happens
// to a call, and the words for it, are the server's.

/** 0-based; `character` counts UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}
