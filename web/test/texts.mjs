// Texts that the tests show.

export const call = (tool, ...lines) => [
  '<tool>', '<server_name>local</server_name>', `<tool_name>${tool}</tool_name>`, '<arguments>', ...lines, '</arguments>', '</tool>',
].join('\n');

/** A text with each outcome of a call, and the words for them. */
export const outcomes = {
  words: ['runs', 'repaired', 'data lost', 'refused', 'never runs'],
  text: [
    call('read_file', '  <path>a.go</path>'),
    call('read_file', '  <path>q&a.md</path>'),
    call('read_file', '  <path>b.go</path>', '  <path>c.go</path>'),
    call('read_file', '  <path>if a < b</path>'),
    call('read_file', '  <path>d.go</path>').replaceAll('tool>', 'Tool>'),
  ].join('\n\n'),
};

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
