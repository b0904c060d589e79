// The files that the server reads, in memory: of node's fs, as much as Go's package os calls. Go
// asks for it as globalThis.fs before it starts. Nothing is written by the server but its output.

/** A node error, whose code Go translates. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

type Callback = (error: Error | null, result?: unknown) => void;

/** A file or a folder. Each change makes another one, which its number tells. */
interface Entry {
  /** What a file holds; null for a folder. */
  readonly data: Uint8Array | null;
  readonly number: number;
  /** In ms since 1970, a whole number. */
  readonly changed: number;
}

interface Opened {
  readonly entry: Entry;
  at: number;
}

const regular = 0o100_644;
const folder = 0o040_755;

/** Files by their absolute paths. Folders are those that a file is in, and the root. */
export class MemoryFiles {
  private readonly entries = new Map<string, Entry>();
  private readonly open = new Map<number, Opened>();
  private nextNumber = 1;
  private nextDescriptor = 3;
  private lastChange = 0;

  constructor(private readonly print: (line: string) => void) {
    this.entries.set('/', this.entry(null));
  }

  /** Writes a file, and the folders around it; null removes it. */
  write(path: string, text: string | null): void {
    if (text === null) {
      this.entries.delete(path);
    } else {
      this.entries.set(path, this.entry(new TextEncoder().encode(text)));
    }
    for (let at = parent(path); ; at = parent(at)) {
      this.entries.set(at, this.entry(null)); // also to tell that its entries have changed
      if (at === '/') {
        return;
      }
    }
  }

  /** What Go calls. */
  readonly api = {
    constants: { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 },
    open: answering((path: string, flags: number) => {
      if ((flags & ~65536) !== 0) {
        throw failure('EROFS');
      }
      const entry = this.find(path);
      if ((flags & 65536) !== 0 && entry.data !== null) {
        throw failure('ENOTDIR');
      }
      const descriptor = this.nextDescriptor++;
      this.open.set(descriptor, { entry, at: 0 });
      return descriptor;
    }),
    close: answering((descriptor: number) => {
      this.open.delete(descriptor);
    }),
    read: answering((descriptor: number, buffer: Uint8Array, offset: number, length: number, position: number | null) => {
      const opened = this.opened(descriptor);
      if (opened.entry.data === null) {
        throw failure('EISDIR');
      }
      const from = position ?? opened.at;
      const part = opened.entry.data.subarray(from, from + length);
      buffer.set(part, offset);
      if (position === null) {
        opened.at += part.length;
      }
      return part.length;
    }),
    stat: answering((path: string) => stat(this.find(path))),
    lstat: answering((path: string) => stat(this.find(path))),
    fstat: answering((descriptor: number) => stat(this.opened(descriptor).entry)),
    readdir: answering((path: string) => {
      if (this.find(path).data !== null) {
        throw failure('ENOTDIR');
      }
      const of = clean(path);
      return [...this.entries.keys()].filter((name) => name !== '/' && parent(name) === of).map((name) => name.slice(name.lastIndexOf('/') + 1));
    }),
    readlink: answering(() => {
      throw failure('EINVAL'); // there are no links
    }),
    fsync: answering(() => undefined),
    write: answering((descriptor: number, buffer: Uint8Array, offset: number, length: number) => {
      this.output(descriptor, buffer.subarray(offset, offset + length));
      return length;
    }),
    /** Go's runtime prints with it why it ends. */
    writeSync: (descriptor: number, buffer: Uint8Array): number => {
      this.output(descriptor, buffer);
      return buffer.length;
    },
  };

  private line = '';

  private output(descriptor: number, bytes: Uint8Array): void {
    if (descriptor !== 1 && descriptor !== 2) {
      throw failure('EROFS');
    }
    const lines = (this.line + new TextDecoder().decode(bytes)).split('\n');
    this.line = lines.pop() ?? '';
    lines.forEach(this.print);
  }

  private entry(data: Uint8Array | null): Entry {
    this.lastChange = Math.max(this.lastChange + 1, Date.now());
    return { data, number: this.nextNumber++, changed: this.lastChange };
  }

  private find(path: string): Entry {
    const wanted = clean(path);
    const entry = this.entries.get(wanted);
    if (entry === undefined) {
      for (let at = parent(wanted); at !== '/'; at = parent(at)) {
        if ((this.entries.get(at)?.data ?? null) !== null) {
          throw failure('ENOTDIR');
        }
      }
      throw failure('ENOENT');
    }
    return entry;
  }

  private opened(descriptor: number): Opened {
    const opened = this.open.get(descriptor);
    if (opened === undefined) {
      throw failure('EBADF');
    }
    return opened;
  }
}

/** A function as node has it: its last argument is called with what it returns or throws. */
function answering<A extends unknown[]>(call: (...args: A) => unknown): (...args: [...A, Callback]) => void {
  return (...args) => {
    const callback = args.pop() as Callback;
    let result: unknown;
    try {
      result = call(...args as unknown as A);
    } catch (error) {
      callback(error as Error);
      return;
    }
    callback(null, result);
  };
}

function stat(entry: Entry): object {
  const { data, number, changed } = entry;
  return {
    dev: 1, ino: number, mode: data === null ? folder : regular, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: data?.length ?? 0, blksize: 4096, blocks: 1, atimeMs: changed, mtimeMs: changed, ctimeMs: changed,
    isDirectory: () => data === null,
  };
}

/** A path without a slash at its end, "." and "..". */
function clean(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') {
      parts.pop();
    } else if (part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  return '/' + parts.join('/');
}

function parent(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
