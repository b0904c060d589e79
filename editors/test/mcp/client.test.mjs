// `forge-lsp mcp` with the client of npm's @modelcontextprotocol/sdk, which others made. FORGE_LSP is
// the command.

import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv2020 } from 'ajv/dist/2020.js';

const call = (argument) =>
  `<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>${argument}</path></arguments>\n</tool>`;

// The client gives up after a minute otherwise, in which a machine may have other work.
const patient = { timeout: 30 * 60_000 };

let folder, transport, client, tools, schemas;
let log = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forge-lsp-mcp-'));
  transport = new StdioClientTransport({ command: process.env.FORGE_LSP, args: ['mcp'], cwd: folder, stderr: 'pipe' });
  transport.stderr.on('data', (text) => (log += text));
  client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  ({ tools } = await client.listTools());
  schemas = new Map(tools.map((tool) => [tool.name, new Ajv2020({ strict: false }).compile(tool.outputSchema)]));
});

after(async () => {
  await client.close();
  await rm(folder, { recursive: true });
  assert.equal(log, '', 'the log of a session in which all is well');
});

// The result of a call, which must be as the tool's schema has it.
async function ask(name, args) {
  const result = await client.callTool({ name, arguments: args }, undefined, patient);
  if (!result.isError) {
    const validate = schemas.get(name);
    assert.ok(validate(result.structuredContent), JSON.stringify(validate.errors));
    const text = result.content.map((part) => part.text);
    const { call, page } = result.structuredContent;
    assert.equal(text[0], call ?? page ?? text[0]);
    if (call === undefined && page === undefined) {
      assert.deepEqual(JSON.parse(text[0]), result.structuredContent);
      assert.doesNotMatch(text[0], /\\u003c|\\u0026/);
    }
  }
  return result;
}

test('the server and its tools', () => {
  const { name, version } = client.getServerVersion();
  assert.equal(name, 'forge-lsp');
  assert.ok(version);
  assert.deepEqual(tools.map((tool) => tool.name).sort(), [
    'example_call', 'explain_rule', 'fix_call', 'list_tools', 'validate_reply',
  ]);
  for (const tool of tools) {
    assert.equal(tool.annotations.readOnlyHint, true);
    assert.equal(tool.annotations.openWorldHint, false);
    assert.equal(tool.inputSchema.type, 'object');
    assert.equal(tool.outputSchema.type, 'object');
  }
});

test('each tool', async () => {
  let { structuredContent: got } = await ask('validate_reply', { reply: call('a & b') });
  assert.equal(got.ok, false);
  assert.equal(got.calls[0].outcome, 'repaired');
  assert.equal(got.findings[0].code, 'unescaped-ampersand');
  ({ structuredContent: got } = await ask('fix_call', { call: call('a & b') }));
  assert.deepEqual([got.ok, got.changed, got.call], [true, true, call('a &amp; b')]);
  ({ structuredContent: got } = await ask('example_call', { tool: 'apply_diff', all: true }));
  ({ structuredContent: got } = await ask('validate_reply', { reply: got.call }));
  assert.equal(got.ok, true);
  ({ structuredContent: got } = await ask('explain_rule', { rule: 'raw-less-than' }));
  assert.match(got.page, /raw-less-than/);
  ({ structuredContent: got } = await ask('list_tools', { query: 'apply_diff' }));
  assert.equal(got.tools[0].name, 'apply_diff');
});

test('the text of fix_call and example_call is the call, and runs where it is pasted', async () => {
  for (const [name, args] of [
    ['fix_call', { call: call('a & b') }],
    ['fix_call', { call: call('a < b && "c"') }],
    ['fix_call', { call: `I read it.\n\n${call('a < b')}\n` }],
    ['example_call', { tool: 'apply_diff' }],
    ['example_call', { tool: 'write_file', all: true, values: 'cdata' }],
  ]) {
    const { content } = await ask(name, args);
    assert.equal(content.length, 1);
    const { structuredContent: got } = await ask('validate_reply', { reply: `Here it is.\n${content[0].text}` });
    assert.deepEqual([got.ok, got.findings], [true, []], content[0].text);
  }
});

test('a reply without a call has a reason, and one place has one line', async () => {
  let { structuredContent: got } = await ask('validate_reply', { reply: 'I have done it.' });
  assert.deepEqual([got.ok, got.calls], [false, []]);
  assert.match(got.reason, /no <tool> call/);
  ({ structuredContent: got } = await ask('validate_reply', { reply: `I read it.\nNow.\n${call('a < b')}` }));
  assert.equal(got.findings[0].line, 6);
  assert.match(got.calls[0].reason, /line 6/);
  assert.match(got.feedback, /line 6:[^]*\nLine 6,/);
});

test('errors are results', async () => {
  for (const [name, args, text] of [
    ['validate_reply', {}, /reply/],
    ['validate_reply', { reply: 7 }, /string|reply/],
    ['validate_reply', { reply: 'x', kind: 'poem' }, /kind|enum/],
    ['fix_call', { text: call('a') }, /call|text/],
    ['example_call', { tool: 'read_fiel' }, /did you mean "read_file"/],
    ['example_call', { tool: 'read_file', all: 'yes' }, /all|boolean/],
    ['explain_rule', { rule: 'raw-les-than' }, /did you mean "raw-less-than"/],
    ['list_tools', { query: ['a'] }, /query|string/],
    ['validate_reply', { reply: 'x'.repeat(17 << 20) }, /; the limit is /],
    ['fix_call', { call: 'x'.repeat(17 << 20) }, /; the limit is /],
  ]) {
    const result = await ask(name, args);
    assert.equal(result.isError, true, `${name} ${JSON.stringify(args).slice(0, 80)}`);
    assert.match(result.content[0].text, text);
    assert.doesNotMatch(result.content[0].text, /forge-lsp/, 'advice for the command line');
  }
});

test('a call that is cancelled ends, and the session goes on', async () => {
  const reply = call('a & b <c> d').repeat(50_000);
  const aborted = new AbortController();
  const pending = client.callTool({ name: 'fix_call', arguments: { call: reply } }, undefined, { ...patient, signal: aborted.signal });
  setTimeout(() => aborted.abort('enough'), 20);
  await assert.rejects(pending, /enough/);
  const { structuredContent } = await ask('validate_reply', { reply: call('a') });
  assert.equal(structuredContent.ok, true);
});

test('1,000 calls', async () => {
  const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${transport.pid}/status`, 'utf8'))[1]);
  const round = async () => {
    for (let i = 0; i < 50; i++) {
      await ask('validate_reply', { reply: call(`${i} & b`) });
      await ask('fix_call', { call: call(`${i} < b`) });
      await ask('example_call', { tool: 'write_file' });
      await ask('explain_rule', { rule: 'corrupted-cdata' });
    }
  };
  await round();
  const start = await memory();
  for (let i = 0; i < 4; i++) {
    await round();
  }
  const grown = (await memory()) - start;
  assert.ok(grown < 8 << 10, `the process has ${grown} KiB more after 800 calls`);
});
