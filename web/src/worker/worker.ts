// The Web Worker with the server: web/wasm as WebAssembly. It carries messages between the page and
// the server, and holds the server's files.
import { MemoryFiles } from './files';
import type { FromWorker, ToWorker } from './messages';

declare const self: DedicatedWorkerGlobalScope;

/** The address of the program, which the build sets. */
declare const WASM: string;

const post = (message: FromWorker): void => self.postMessage(message);

const output: string[] = [];
const files = new MemoryFiles((line) => {
  output.push(line);
  console.warn(line);
});
Object.assign(globalThis, {
  fs: files.api,
  process: {
    pid: 1, ppid: 0, getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [0],
    umask: () => 0, cwd: () => '/', chdir: () => undefined,
  },
});

/** What the server takes messages with, once it has started. */
let receive: ((messages: string[]) => void) | undefined;
let arrived: string[] = [];
let handing = false;

// What arrives while the server works waits in the worker's queue. One more turn of the event loop
// brings all of it, so that the server sees what is obsolete before it works on it.
const turn = new MessageChannel();
turn.port1.onmessage = () => {
  handing = false;
  if (receive !== undefined && arrived.length > 0) {
    const messages = arrived;
    arrived = [];
    receive(messages);
  }
};

function hand(): void {
  if (!handing) {
    handing = true;
    turn.port2.postMessage(null);
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if (typeof data === 'string') {
    arrived.push(data);
    hand();
  } else {
    files.write(data.path, data.text);
  }
};

Object.assign(globalThis, {
  forge: {
    send: post,
    ready(this: { receive: typeof receive }) {
      receive = this.receive;
      hand();
    },
  },
});

// Whoever waits for this lock gets it when the worker is gone, whatever has ended it. There are no
// locks where the page does not come over HTTPS.
void (navigator as Partial<Pick<Navigator, 'locks'>>).locks?.request(self.name, () => {
  post({ locked: self.name });
  return new Promise(() => undefined);
});

async function run(): Promise<void> {
  await import('wasm_exec'); // which looks for the files when it is loaded
  const go = new Go();
  go.exit = () => undefined; // the page tells it
  const response = await fetch(WASM);
  if (!response.ok) {
    throw new Error(`${WASM}: ${response.status} ${response.statusText}`);
  }
  const { instance } = response.headers.get('Content-Type') === 'application/wasm'
    ? await WebAssembly.instantiateStreaming(response, go.importObject)
    : await WebAssembly.instantiate(await response.arrayBuffer(), go.importObject);
  Object.assign(globalThis, { program: instance.exports }); // for the console, and the tests
  await go.run(instance);
}

void run().then(() => 'The server has ended.', String).then((why) => {
  post({ ended: output.slice(-3).join('\n') || why });
  self.close();
});
