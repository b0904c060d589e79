// The connection to the server in the worker. A worker that dies is replaced.
import type { Transport } from '@codemirror/lsp-client';
import type { FromWorker, ToWorker } from '../worker/messages';

/** The address of the worker, which the build sets. */
declare const WORKER: string;

/** A message of JSON-RPC. */
interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
}

export interface ConnectionEvents {
  /** A request of the server, which wants an answer. */
  asked(method: string, params: never): unknown;
  /** The server is gone. Returns what starts with the next one. */
  died(why: string): void;
}

/** How often the worker may die in `period` ms before it is left dead. */
const deaths = 3;
const period = 60_000;

export class Connection implements Transport {
  private worker: Worker | undefined;
  private died: number[] = [];
  private readonly handlers = new Set<(message: string) => void>();
  /** The requests without an answer, by id. */
  private readonly waiting = new Set<number | string>();
  private readonly files = new Map<string, string | null>();

  constructor(private readonly events: ConnectionEvents) {
    this.start();
  }

  /** Starts a worker, which has the files that the one before had. */
  start(): void {
    const name = `forge-lsp-${crypto.randomUUID()}`;
    const worker = new Worker(WORKER, { name });
    this.worker = worker;
    const end = (why: string): void => {
      if (this.worker === worker) {
        this.end(why);
      }
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (this.worker !== worker) {
        return;
      }
      if (typeof data !== 'string') {
        if ('ended' in data) {
          end(data.ended);
        } else {
          void navigator.locks.request(data.locked, () => end('The worker was terminated.'));
        }
      } else if (!this.answer(data)) {
        this.settle(data);
        this.handlers.forEach((handler) => handler(data));
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      end(event.message || 'The worker could not start.');
    };
    for (const [path, text] of this.files) {
      this.post({ path, text });
    }
  }

  /** Whether a worker may be started again: one that dies at once would do so for ever. */
  get mayRestart(): boolean {
    return this.died.length <= deaths;
  }

  /** Writes a file of the server; null removes it. */
  write(path: string, text: string | null): void {
    this.files.set(path, text);
    this.post({ path, text });
  }

  send(message: string): void {
    if (this.worker === undefined) {
      throw new Error('The server has ended.');
    }
    const request = /^\{"jsonrpc":"2\.0","id":(\d+),"method":/.exec(message);
    if (request !== null) {
      this.waiting.add(Number(request[1]));
    }
    this.post(message);
  }

  subscribe(handler: (message: string) => void): void {
    this.handlers.add(handler);
  }

  unsubscribe(handler: (message: string) => void): void {
    this.handlers.delete(handler);
  }

  private post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** Answers a message that is a request of the server, whose ids are its own. The client answers none. */
  private answer(text: string): boolean {
    if (!/,"id":"forge-lsp-\d+"\}$/.test(text.slice(-40))) {
      return false;
    }
    const { id, method, params } = JSON.parse(text) as Message;
    const result = this.events.asked(method ?? '', params as never) ?? null;
    this.post(JSON.stringify({ jsonrpc: '2.0', id, result }));
    return true;
  }

  /** Notes that a request is answered. */
  private settle(text: string): void {
    const id = /^\{"jsonrpc":"2\.0","id":(\d+),/.exec(text.slice(0, 60));
    if (id !== null) {
      this.waiting.delete(Number(id[1]));
    }
  }

  private end(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    const now = Date.now();
    this.died = [...this.died.filter((at) => now - at < period), now];
    const error = { code: -32_099, message: 'The server has ended.' };
    for (const id of this.waiting) {
      this.handlers.forEach((handler) => handler(JSON.stringify({ jsonrpc: '2.0', id, error })));
    }
    this.waiting.clear();
    this.events.died(why);
  }
}
