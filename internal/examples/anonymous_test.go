package examples

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestFinish checks what is left of calls in examples, and which of their words stay: known
// names, and what the verdict depends on.
func TestFinish(t *testing.T) {
	const short = "<tool>\n<tool_name>read_file</tool_name>\n"
	for _, test := range []struct{ name, reply, want string }{
		{"a misspelled argument", readFile("<path>a</path><strat_line>x</strat_line>"), readFile("<path>x</path><strat_line></strat_line>")},
		{"an unknown argument, twice", readFile("<path>a</path><secret>7</secret><secret>bob</secret>"), readFile("<path>x</path><secret></secret>")},
		{"an unknown element around a problem", readFile("<secret>\n<path>b < c</path></secret>"), short + "<arguments><</arguments>\n</tool>"},
		{"a value of another type", readFile("<path>a</path><start_line>many</start_line>"), readFile("<path>x</path><start_line>z</start_line>")},
		{"a number that is too large", readFile("<path>a</path><start_line>99999999999999999999</start_line>"), readFile("<path>x</path><start_line>9999999999999999999</start_line>")},
		{"a known name with other characters", readFile("<path>a</path><Start_Line>7</Start_Line>"), readFile("<path>x</path><Start_Line></Start_Line>")},
		{"references", readFile("<path>a &eacute; &nbsp &unknown; b</path>"), readFile("<path>&eacute;</path>")},
		{"the end of a section", readFile("<path>secret]]></path>"), short + "<arguments><path>x]]></path></arguments>\n</tool>"},
		{"a section", readFile("<path><![CDATA[secret]]> & alice</path>"), readFile("<path><![CDATA[]]>&</path>")},
		{"white space", readFile("<path>\nalice\n\n</path>"), readFile("<path>\n</path>")},
		{"an instruction", readFile("<?secret alice?><path>bob</path>"), readFile("<?x?><path>z</path>")},
		{"another end tag", readFile("<path>alice</paht>"), short + "<arguments><path></paht></arguments>\n</tool>"},
		{
			"an unknown tool", "<tool>\n<server_name>local</server_name>\n<tool_name>run_secret</tool_name>\n<arguments><alice>a</alice></arguments>\n</tool>",
			"<tool>\n<server_name>local</server_name>\n<tool_name>run_secret</tool_name>\n<arguments></arguments>\n</tool>",
		},
		{
			"an unknown server", "<tool><server_name>bob</server_name><tool_name>read_file</tool_name><arguments><path>alice</path></arguments></tool>",
			"<tool><server_name>x</server_name><tool_name>read_file</tool_name><arguments><path>z</path></arguments></tool>",
		},
		{"JSON", `<tool>{"server_name":"local","tool_name":"read_file","arguments":{"path":"secret"}}</tool>`, `<tool>{"</tool>`},
		{
			"another version of XML", `<tool><?xml version="9" encoding="bob"?><server_name>local</server_name><tool_name>read_file</tool_name></tool>`,
			`<tool><?xml encoding="x"?><tool_name>read_file</tool_name></tool>`,
		},
		{
			"a tag with attributes", `<tool name="alice" id="secret"><server_name>local</server_name><tool_name>read_file</tool_name></tool>`,
			"<tool ><tool_name>read_file",
		},
	} {
		c := callIn(t, test.reply)
		reduced, ok := c.Reduce()
		var names Names
		example, finished := names.Finish(&reduced)
		if diff := cmp.Diff(test.want, example.Text); diff != "" || !ok || !finished {
			t.Errorf("%s: %t, %t, %s", test.name, ok, finished, diff)
		}
		if example.Rule != c.Rule || example.Outcome() != c.Outcome() {
			t.Errorf("%s: %s, %s; want %s, %s", test.name, example.Rule, example.Outcome(), c.Rule, c.Outcome())
		}
	}
}
