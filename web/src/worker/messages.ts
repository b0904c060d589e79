// What the page and the worker send each other. Strings are messages of the Language Server Protocol.

/** A file for the server; null removes it. Its path is absolute. */
export interface WriteFile {
  readonly path: string;
  readonly text: string | null;
}

/** The server has ended, and why. */
export interface Ended {
  readonly ended: string;
}

/** The worker holds the lock of this name for as long as it lives. */
export interface Locked {
  readonly locked: string;
}

export type ToWorker = string | WriteFile;
export type FromWorker = string | Locked | Ended;
