// What the server finds in the browser is what the program finds, in each shared case and example.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Tab } from './harness.mjs';

const root = dirname(dirname(import.meta.dirname));

const endings = { assistant: '.reply', stream: '.reply', escape: '.reply', document: '.md', go: '.go', jsonl: '.jsonl', openai: '.json', snapshot: '.json' };

/** The shared cases and the examples, as files. */
function cases() {
  const list = readFileSync(join(root, 'internal/test/cases/testdata/cases.jsonl'), 'utf8').trim().split('\n').map((line) => {
    const { id, kind, text, text_b64: encoded, text_gen: generated } = JSON.parse(line);
    let content = encoded ? Buffer.from(encoded, 'base64').toString('utf8') : text;
    if (generated) {
      const [head, tail] = ['<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments>\n  <message>', '</message>\n</arguments>\n</tool>'];
      content = head + 'a'.repeat(generated.total_bytes - head.length - tail.length) + tail;
    }
    return { name: `${id}${endings[kind]}`, text: content };
  });
  for (const folder of ['examples', 'examples/transcripts']) {
    for (const name of readdirSync(join(root, folder))) {
      if (/\.(xml|md|jsonl?)$/.test(name)) {
        list.push({ name: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') });
      }
    }
  }
  return list.map(({ name, text }) => ({ uri: `file:///cases/${encodeURI(name)}`, text }));
}

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: { textDocument: { publishDiagnostics: { relatedInformation: true } } } } };
const open = (uri, text) => ({ jsonrpc: '2.0', method: 'textDocument/didOpen', params: { textDocument: { uri, languageId: 'plaintext', version: 1, text } } });

/** What the program publishes of each case, by URI. */
async function ofProgram(list) {
  const found = {};
  const child = spawn(process.env.FORGE_LSP, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const send = (message) => {
    const body = Buffer.from(JSON.stringify(message));
    child.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    child.stdin.write(body);
  };
  let buffered = Buffer.alloc(0);
  const all = new Promise((resolve) => {
    child.stdout.on('data', (chunk) => {
      buffered = Buffer.concat([buffered, chunk]);
      for (;;) {
        const start = buffered.indexOf('\r\n\r\n') + 4;
        const length = start < 4 ? NaN : Number(/\d+/.exec(buffered.toString('latin1', 0, start))[0]);
        if (!(buffered.length >= start + length)) {
          return;
        }
        const { method, params } = JSON.parse(buffered.toString('utf8', start, start + length));
        buffered = buffered.subarray(start + length);
        if (method === 'textDocument/publishDiagnostics') {
          found[params.uri] = params.diagnostics;
          if (Object.keys(found).length === list.length) {
            resolve();
          }
        }
      }
    });
  });
  send(initialize);
  list.forEach(({ uri, text }) => send(open(uri, text)));
  await all;
  child.kill();
  return found;
}

/** The same of the page's worker. */
function ofPage(tab, list) {
  return tab.page.evaluate(async (start, opened, asset) => {
    const worker = new Worker(asset, { name: 'conformance' });
    const found = {};
    const all = new Promise((resolve) => {
      worker.onmessage = ({ data }) => {
        if (typeof data !== 'string') {
          return;
        }
        const { method, params } = JSON.parse(data);
        if (method === 'textDocument/publishDiagnostics') {
          found[params.uri] = params.diagnostics;
          if (Object.keys(found).length === opened.length) {
            resolve();
          }
        }
      };
    });
    [start, ...opened].forEach((message) => worker.postMessage(JSON.stringify(message)));
    await all;
    worker.terminate();
    return found;
  }, initialize, list.map(({ uri, text }) => open(uri, text)), workerOf());
}

function workerOf() {
  const [name] = readdirSync(join(root, 'web/dist/assets')).filter((file) => /^worker-.*\.js$/.test(file));
  return `assets/${name}`;
}

export async function conformance(tests, browser, origin) {
  const tab = await Tab.open(browser, origin);
  await tests.run('finds in all shared cases what the program finds', async () => {
    const list = cases();
    assert.ok(list.length > 300, `${list.length} cases`);
    const [want, got] = [await ofProgram(list), await ofPage(tab, list)];
    for (const { uri } of list) {
      assert.deepEqual(got[uri], want[uri], uri);
    }
    assert.ok(Object.values(want).flat().length > 300);
  }, tab);
  await tab.close();
}
