package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// intend determines the intent of a call that is the only thing in its message.
func intend(text string) *Intent {
	return IntentOf(text, Options{Tools: toolspec.Builtins(), Complete: true})
}

// writeFile is a call with the given content, as it is written.
func writeFile(path, content string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>write_file</tool_name>\n<arguments>\n<path>" + path +
		"</path>\n<content>" + content + "</content>\n</arguments>\n</tool>"
}

// TestManyCorrections checks that a call with more problems than are recorded is corrected in
// stages, as long as these are few.
func TestManyCorrections(t *testing.T) {
	for n, certain := range map[int]bool{100: true, 1500: true, 4900: true, 5100: false} {
		text := strings.Replace(writeFile("a", "x"), "<arguments>", "<arguments>"+strings.Repeat("<!-- -- -->", n), 1)
		in := intend(text)
		if in.Certain() != certain || certain && in.Tool != "write_file" {
			t.Errorf("%d comments: certain %v, %v", n, in.Certain(), in.Doubts)
		}
	}
}

// TestExtras checks what no tool receives, and that a correction must not lose it.
func TestExtras(t *testing.T) {
	sound := intend(writeFile("a.go", "x"))
	for _, extra := range []string{"text", "<!-- a -->", "<tool_name>write_file</tool_name>"} {
		in := intend(strings.Replace(writeFile("a.go", "x"), "<arguments>", extra+"\n<arguments>", 1))
		if len(in.Extras) != 1 || in.Extras[0] != extra || in.Same(sound) {
			t.Errorf("%q: %q, the same: %t", extra, in.Extras, in.Same(sound))
		}
	}
}

// TestUnclearJSON checks a call that may be JSON: which text belongs to which field is in doubt,
// so that nothing in it may be proven for a field alone.
func TestUnclearJSON(t *testing.T) {
	for _, text := range []string{
		"<tool>{<arguments><path>a.go</arguments></tool>",
		`<tool>{"tool_name": "write_file", "arguments": {"path": "a"</tool>`,
		`<tool>{"tool_name": "unheard_of", "arguments": {"path": "a"}}</tool>`,
	} {
		if in := intend(text); in.Certain() || !in.Structural {
			t.Errorf("%s: certain %t, structural %t", text, in.Certain(), in.Structural)
		}
	}
}

// TestNameInHole checks that a call whose name is supplied by a template is in doubt if its
// XML is invalid beside the placeholder, and that its fields keep their names.
func TestNameInHole(t *testing.T) {
	intended := func(field string) *Intent {
		text := "<tool><tool_name></tool_name><arguments><" + field + ">${A}</" + field + "></arguments></tool>"
		hole := strings.Index(text, "${")
		return IntentOf(text, Options{Tools: toolspec.Builtins(), Complete: true, Document: true, Holes: []xmlcall.Span{{Start: hole, End: hole + len("${A}")}}})
	}
	if in := intended("path"); !in.Certain() {
		t.Errorf("in doubt: %v", in.Doubts)
	}
	if in := intended("1st"); in.Certain() || in.Same(intended("2nd")) {
		t.Errorf("certain %t, the same with another name", in.Certain())
	}
}

// TestUnknownName checks that the name of a tool that is not known, which could go on, is not
// closed.
func TestUnknownName(t *testing.T) {
	for _, name := range []string{"our_own", "our_own\n"} {
		if in := intend("<tool><server_name>local</server_name><tool_name>" + name + "<arguments><path>a</path></arguments></tool>"); in.Certain() {
			t.Errorf("%q is certain: %s", name, in.Text)
		}
	}
}

// TestIncomplete checks that a call is not closed while its message continues.
func TestIncomplete(t *testing.T) {
	text := strings.TrimSuffix(writeFile("a.go", "x"), "</tool>")
	if in := IntentOf(text, Options{Tools: toolspec.Builtins()}); in.Certain() {
		t.Errorf("certain: %q", in.Text)
	}
	if in := intend(text); !in.Certain() {
		t.Errorf("in doubt when complete: %v", in.Doubts)
	}
}

// TestMention checks a sentence that mentions the tags before a call.
func TestMention(t *testing.T) {
	call := "<tool>\n<server_name>local</server_name>\n<tool_name>converse</tool_name>\n<arguments><message>hi</message></arguments>\n</tool>"
	for _, test := range []struct {
		text string
		ok   bool
	}{
		{"<tool>` opens a call.\n" + call, true},
		{"<tool> and <arguments> are tags.\n" + call, true},
		{"<tool>\n" + call, true},
		{"<tool><name>x</name></tool>` is another format.\n" + call, false},
		{"<tool><tool_name>write_file</tool_name><arguments><path>a</path>\n" + call, false},
	} {
		in := intend(test.text)
		if in.Certain() != test.ok {
			t.Errorf("%q: certain %v: %v", test.text, in.Certain(), in.Doubts)
		}
		if test.ok && (!in.Swallowed || !strings.HasPrefix(in.Text, "&lt;tool&gt;") || !strings.HasSuffix(in.Text, call)) {
			t.Errorf("%q: %q", test.text, in.Text)
		}
	}
}

// FuzzIntent checks that any text has a result, and that a certain correction is valid.
func FuzzIntent(f *testing.F) {
	f.Add(writeFile("a.go", "<![CDATA[a && b"))
	f.Add(writeFile("a.go", "a < b &amp;& <i>c</i>"))
	f.Add("<tool>{\"tool_name\": \"read_file\", \"arguments\": {\"path\": \"a\"}}</tool>")
	f.Add("<tool><tool_name>add_note</tool_name><arguments><tags>[\"a\"]</tags><content>x</arguments></tool>")
	f.Fuzz(func(t *testing.T, text string) {
		text = "<tool>" + text
		in := intend(text)
		if !in.Certain() {
			return
		}
		_, rest, _ := strings.Cut(in.Text, "<tool>")
		rest = "<tool>" + rest
		again := intend(rest)
		if !again.Certain() || again.Text != rest {
			t.Fatalf("%q is corrected to %q, and that to %q: %v", text, in.Text, again.Text, again.Doubts)
		}
	})
}
