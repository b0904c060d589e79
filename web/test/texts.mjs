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
