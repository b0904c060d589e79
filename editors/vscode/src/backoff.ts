/** How many starts may fail within the window before nothing more is tried. */
const LIMIT = 5;

/** The window, in milliseconds. */
const WINDOW = 3 * 60 * 1000;

/** The first delay, in milliseconds; each further one is twice as long. */
const FIRST_DELAY = 1000;

/** Tells when a server that ended unasked is started again. */
export class Backoff {
  /** When the server ended, in milliseconds, oldest first. */
  private ends: number[] = [];

  /**
   * Takes note that the server ended at a time, and returns how long to wait
   * before the next start, in milliseconds; undefined if it is time to give up.
   */
  next(now: number): number | undefined {
    this.ends = this.ends.filter((end) => now - end < WINDOW);
    if (this.ends.length >= LIMIT) {
      return undefined;
    }
    this.ends.push(now);
    return FIRST_DELAY * 2 ** (this.ends.length - 1);
  }

  /** Forgets everything: somebody asked for a start. */
  reset(): void {
    this.ends = [];
  }
}
