// Texts that the tests show.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

export const call = (tool, ...lines) => [
  '<tool>', '<server_name>local</server_name>', `<tool_name>${tool}</tool_name>`, '<arguments>', ...lines, '</arguments>', '</tool>',
].join('\n');

const words = { runs: 'runs', repaired: 'repaired', altered: 'data lost', refused: 'refused', ignored: 'never runs' };

/** The texts with each outcome of a call that the command, the server and MCP are tested with, and the words for their calls. */
export function outcomes() {
  const archive = readFileSync(new URL('../../internal/test/cases/testdata/outcomes.txtar', import.meta.url), 'utf8');
  const [, ...parts] = archive.split(/^-- (\S+) --\n/m);
  const texts = [];
  for (let i = 0; i < parts.length; i += 4) {
    assert.ok(parts[i + 2].endsWith('.want'), parts[i + 2]);
    texts.push({ file: parts[i], text: parts[i + 1], words: parts[i + 3].trim().split('\n').map((line) => words[line.split(' ')[2]]) });
  }
  return texts;
}

export const sound = call('read_file', '  <path>docs/a.md</path>');

/** A prompt with six mistakes, each in a call of its own, which runs after the first fix that is offered. */
export const mistakes = [
  call('read_file', '  <path>docs/q&a.md</path>'),
  call('search_files', '  <path>src</path>', '  <pattern>a < b</pattern>'),
  call('apply_diff', '  <path>docs/a.md</path>', '  <edits><![CDATA[<edit><search>a</search><replace>b</replace></edit>]]></edits>'),
  call('write_file', '  <path>a.md</path>', '  <content><![CDATA[It ends with ]]> and goes on.]]></content>'),
  call('read_flie', '  <path>docs/a.md</path>'),
  sound.replace('\n</tool>', ''),
].join('\n\nThen:\n\n');

/** A transcript whose calls are native, the second one with arguments that are cut off. */
export const native = JSON.stringify([{ role: 'assistant', tool_calls: ['{"path":"docs/a.md"}', '{"path":'].map((text, i) => (
  { id: `c${i}`, type: 'function', function: { name: 'read_file', arguments: text } })) }], null, 2);

/** A text of about so many bytes: sections with a call each, every tenth with a bare ampersand. */
export function prompt(bytes) {
  const sections = [];
  for (let size = 0, i = 0; size < bytes; i++) {
    const section = `## Section ${i}\n\nSome words about what the next call does, and why.\n\n${call('read_file', `  <path>docs/${i % 10 === 0 ? 'q&a' : 'page'}-${i}.md</path>`)}\n\n`;
    sections.push(section);
    size += section.length;
  }
  return sections.join('');
}
