// A transcript of 40 messages, one a line as agents write them, with calls of each kind.

/** What the file says of a call: its tool, its arguments as they were written, and what the tool answered. */
const STEPS = [
  ['list_files', '<path>internal/limit</path>', 'bucket.go\nbucket_test.go'],
  ['read_file', '<path>internal/limit/bucket.go</path>', 'package limit …'],
  ['read_file', '<path>internal/limit/bucket_test.go</path>', 'package limit …'],
  ['search_files', '<path>internal</path>\n<pattern>limit.New</pattern>', 'internal/server/server.go:41'],
  ['read_file', '<path>internal/server/server.go</path>\n<start_line>30</start_line>\n<end_line>60</end_line>', 'func New(o Options) *Server …'],
  ['write_file', '<path>docs/limits&keys.md</path>\n<content><![CDATA[# Limits\n\nA client that has tokens && is known goes on.\n]]></content>', 'written'],
  ['apply_diff', '<path>internal/limit/bucket.go</path>\n<edits>\n<edit>\n<search><![CDATA[func (b *Bucket) Take(n int) bool {\n\tb.tokens -= n\n\treturn b.tokens > 0\n}\n]]></search>\n<replace><![CDATA[// Take takes n tokens, and reports whether there were as many.\nfunc (b *Bucket) Take(n int) bool {\n\tif n > b.tokens {\n\t\treturn false\n\t}\n\tb.tokens -= n\n\treturn true\n}\n]]></replace>\n</edit>\n</edits>', 'applied'],
  ['execute_command', '<command>go test ./internal/limit</command>', 'ok'],
  ['search_files', '<path>internal</path>\n<pattern>if n < b.tokens</pattern>', 'error: the call cannot be read'],
  ['search_files', '<path>internal</path>\n<pattern>if n &lt; b.tokens</pattern>', 'no matches'],
  ['read_file', '<path>internal/limit/refill.go</path>', 'package limit …'],
  ['write_to_file', '<path>internal/limit/clock.go</path>\n<content>package limit\n</content>', 'error: unknown tool'],
  ['write_file', '<path>internal/limit/clock.go</path>\n<content>package limit\n</content>', 'written'],
  ['execute_command', '<command>go vet ./... && go test ./...</command>', 'ok'],
  ['read_file', '<start_line>1</start_line>', 'error: missing path'],
  ['read_file', '<path>go.mod</path>', 'module example.com/limits'],
  ['execute_command', '<command>go test -race ./internal/limit</command>', 'ok'],
  ['read_file', '<path>CHANGELOG.md</path>', '# Changelog …'],
  ['write_file', '<path>CHANGELOG.md</path>\n<content># Changelog\n\n- Limits for each client.\n</content>', 'written'],
  ['task_completion', '<result>Each client has a limit.</result>', ''],
];

const call = (tool, args) => `<tool>\n<server_name>local</server_name>\n<tool_name>${tool}</tool_name>\n<arguments>\n${args}\n</arguments>\n</tool>`;

/** Records are written by several programs: some with other escapes and blanks. */
const record = (role, content, id) => (id % 4 < 2
  ? JSON.stringify({ role, content })
  : `{ "id": ${id}, "role": "${role}", "content": ${JSON.stringify(content).replaceAll('<', '\\u003c')} }`);

const lines = [];
const add = (role, content) => lines.push(record(role, content, lines.length + 1));
add('user', 'Give each client a limit, and say so in the docs.');
for (const [tool, args, answer] of STEPS) {
  add('assistant', `Next: ${tool}.\n\n${call(tool, args)}`);
  if (answer !== '') {
    add('user', answer);
  }
}

export const SESSION = `${lines.join('\n')}\n`;
