// The worker with the server, and what it said before somebody listened.
import type { FromWorker } from '../worker/messages';

/** The address of the worker, which the build sets. */
declare const WORKER: string;

/** A worker that has started. */
export interface Started {
  readonly worker: Worker;
  /** What it has said, in the order of that. */
  readonly said: FromWorker[];
}

declare global {
  /** The worker that early.ts has started, until it is taken. */
  var early: Started | undefined;
}

/** Starts a worker. */
export function startWorker(): Started {
  const worker = new Worker(WORKER, { name: `forge-lsp-${crypto.randomUUID()}` });
  const said: FromWorker[] = [];
  listen(worker, (message) => said.push(message));
  return { worker, said };
}

/** Passes on what a worker says, and that it could not start. */
export function listen(worker: Worker, take: (message: FromWorker) => void): void {
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => { take(data); };
  worker.onerror = (event) => {
    event.preventDefault();
    take({ ended: event.message || 'The worker could not start.' });
  };
}
