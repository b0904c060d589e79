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

// TestContent checks the intended text of a value, and where it is ambiguous.
func TestContent(t *testing.T) {
	for _, test := range []struct {
		path, raw string
		want      string // "?" if it is in doubt
	}{
		// Ampersands.
		{"a.go", "a && b", "a && b"},
		{"a.go", "p := &x; q := &buf[0]", "p := &x; q := &buf[0]"},
		{"a.c", "p = &node;", "p = &node;"},
		{"a.txt", "a &lt 3", "?"},
		{"a.txt", "a &amp&amp; b", "?"},
		{"a.txt", "5&nbsp;km", "?"},
		{"a.html", "<p>5&nbsp;km</p>", "<p>5&nbsp;km</p>"},
		{"a.txt", "https://x.org/?a=1&lt=2&copy=3", "https://x.org/?a=1&lt=2&copy=3"},
		{"a.txt", "A &amp; B & C", "?"},
		{"a.go", "if a &lt; b && c {", "if a < b && c {"},
		{"a.go", "if a < b &amp;&amp; c {", "if a < b && c {"},
		{"a.txt", "write &lt; for \"<\"", "?"},
		// Angle brackets.
		{"a.go", "i < n; i <= 3; <-c", "i < n; i <= 3; <-c"},
		{"a.java", "Map<String, List<int>> m", "Map<String, List<int>> m"},
		{"a.c", "#include <stdio.h>", "#include <stdio.h>"},
		{"a.html", "<h1>Hi</h1>", "<h1>Hi</h1>"},
		{"a.html", "<div>Hi</span>", "<div>Hi</span>"},
		{"a.txt", "<value>x</value>", "?"},
		{"a.txt", "<content>x</content>", "?"},
		{"a.txt", "see <path> here", "?"},
		{"a.txt", "<code>x</code>", "?"},
		{"a.html", "<p>use <code>x</code> here</p>", "<p>use <code>x</code> here</p>"},
		{"a.txt", "<thinking>x</thinking>", "?"},
		{"a.txt", "<tool>", "?"},
		{"a.txt", "<contentx", "?"},
		{"a.html", "<p>a &lt; b</p>", "?"},
		// CDATA sections.
		{"a.sh", "<![CDATA[[[ -f a ]]>/dev/null]]>", "[[ -f a ]]>/dev/null"},
		{"a.txt", "<![CDATA[a <![CDATA[b]]> c]]>", "?"},
		{"a.txt", "<![CDATA[a]]>]]>", "?"},
		{"a.go", "<![CDATA[a && b", "a && b"},
		{"a.go", "<![CDATA[a && b]]", "?"},
		{"a.go", "<![CDATA[a && b]>", "?"},
		{"a.go", "<![CDATA[a && b] ]>", "?"},
		{"a.go", "<![CDATA[a && b]]&gt;", "?"},
		{"a.go", "<![CDATA[a &amp;&amp; b", "?"},
		{"a.go", "<![cdata[a && b]]>", "a && b"},
		{"a.go", "<! [CDATA[a && b]]>", "a && b"},
		{"a.go", "<[CDATA[a && b]]>", "a && b"},
		{"a.go", "<!CDATA[a && b]]>", "a && b"},
		{"a.go", "[CDATA[a && b]]>", "a && b"},
		{"a.go", "![CDATA[a && b]]>", "a && b"},
		{"a.go", "<![CDATAa && b]]>", "a && b"},
		{"a.go", "<![cdata[a &lt; b]]>", "?"},
		{"a.go", "<![cdata[a]]> b]]>", "?"},
		{"a.go", "a && b]]>", "?"},
		{"a.go", "if m[k[0]]>1 && c {", "if m[k[0]]>1 && c {"},
		{"a.go", "]]>1", "?"},
		{"a.go", "Tom & <![CDATA[Jerry & co]]>", "Tom & Jerry & co"},
		// Text that XML cannot represent.
		{"a.txt", "bell \a", "?"},
		{"a.txt", "half &#xD83D; &", "?"},
		{"a.txt", "&#xD83D;&#xDE00; &", "😀 &"},
	} {
		in := intend(writeFile(test.path, test.raw))
		if test.want == "?" {
			if in.Certain() {
				t.Errorf("%s: %q is taken for %q", test.path, test.raw, in.Values.(map[string]any)["content"])
			}
			continue
		}
		if !in.Certain() {
			t.Errorf("%s: %q: %v", test.path, test.raw, in.Doubts)
			continue
		}
		if got := in.Values.(map[string]any)["content"]; got != test.want {
			t.Errorf("%s: %q: %q, want %q", test.path, test.raw, got, test.want)
		}
	}
}

// TestStructure: corrections of tags, arguments and lists. Each text is a call
// to apply_diff with one edit, to add_note with two tags, or to read_file.
func TestStructure(t *testing.T) {
	const (
		head = "<tool><server_name>local</server_name><tool_name>"
		diff = head + "apply_diff</tool_name><arguments><path>a.go</path><edits><edit><search>x</search><replace>y</replace></edit></edits></arguments></tool>"
		note = head + "add_note</tool_name><arguments><content>c</content><tags><tag>a</tag><tag>b</tag></tags></arguments></tool>"
		read = head + "read_file</tool_name><arguments><path>a.go</path><start_line>1</start_line></arguments></tool>"
	)
	for _, test := range []struct {
		sound string
		old   string // a part of the valid call
		by    string
		ok    bool
	}{
		{read, "</path>", "", true},
		{read, "a.go</path>", "a.go\n", true},
		{read, "</path>", "</file>", true},
		{read, "</path>", "</Path>", true},
		{read, "</path>", "</path", true},
		{read, "</path>", "<path>", true},
		{read, "</path>", "</end_line>", false},
		{read, "</path>", "/path>", false}, // the value may end with it
		{note, "</tag>", "&lt;/tag>", false},
		{note, "b</tag>", "b</tool>", false},
		{read, "<path>", "<path", true},
		{read, "<path>a.go</path>", "<path><value>a.go</value></path>", false},
		{read, "<start_line>1</start_line>", "<start_line><value>1</value></start_line>", true},
		{read, "<path>a.go</path>", "<path><path>a.go</path></path>", false},
		{read, "<path>a.go</path>", "<path><file>a.go</file></path>", false},
		{read, "<path>a.go</path>", "<path>a.go</path><path>b.go</path>", false},
		{read, "<path>a.go</path>", "<path>a.go</path><path/>", false},
		{read, "<path>", "<path id=1>", true},
		{read, "<arguments>", "<arguments>Here: ", false},
		{read, "</arguments>", "", true},
		{read, "<arguments>", "", true},
		{read, "</arguments>", "</args>", true},
		{read, "</arguments>", "<arguments>", true},
		{read, "</tool>", "", true},
		{read, "</tool>", "</tool >", true},
		{read, "</tool>", "</tool_call>", true},
		{read, "</tool>", "<tool>", true},
		{read, "</start_line></arguments></tool>", "", false},
		{read, "</arguments></tool>", "", false},
		{read, "<tool>", "<Tool>", true},
		{read, "<tool_name>read_file</tool_name>", "<name>read_file</name>", true},
		{read, "<tool_name>read_file</tool_name>", "", false},
		{read, "read_file<", " read_file\n<", true},
		{read, "</tool_name>", "</tool>", true},
		{read, "read_file</tool_name>", "no_tool</tool>", false},
		{read, "read_file</tool_name>", " read_file </tool>", false},
		{read, "</tool_name>", "</tool> text ", false},
		{read, "</tool_name><arguments>", "</tool></tool><arguments>", false},
		{read, "<path>a.go</path>", `<path>a.go</path><parameter name="path">b.go</parameter>`, false},
		{read, "<path>a.go</path>", `<path>a.go</path><parameter name="nothing">b.go</parameter>`, false},
		{note, "<tag>a</tag><tag>b</tag>", "[\"a\uFFFE\", \"b\"]", false},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item><other>b</other>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item><item id="1">b</item>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item> and <item>b</item>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item><item/>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item><item><b>b</b></item>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<x:item>a</x:item><x:item>b</x:item>`, false},
		{note, "<tag>a</tag><tag>b</tag>", `<list><tag>a</tag>b</list>`, false},
		{read, "<start_line>", "<!-- a -- b --><start_line>", true},
		{read, "<arguments><path>a.go</path>", "<path>a.go</path><arguments>", true},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments path="a.go" start_line="1"/>`, true},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments path="a.go" line="1"/>`, false},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments>{"path": "a.go", "start_line": 1}</arguments>`, true},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments><![CDATA[{"path": "a.go", "start_line": 1}]]></arguments>`, true},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments>{"path": "a.go", "path": "b.go"}</arguments>`, false},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments>{"path": "a.go", "start_line": "1"}</arguments>`, false},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments>{"file": "a.go"}</arguments>`, false},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<parameters><path>a.go</path><start_line>1</start_line></parameters>`, true},
		{read, "<arguments><path>a.go</path><start_line>1</start_line></arguments>", `<arguments><parameters><path>a.go</path><start_line>1</start_line></parameters></arguments>`, true},
		{read, "<path>a.go</path>", `<parameter name="path">a.go</parameter>`, true},
		{read, read[len("<tool>") : len(read)-len("</tool>")], `{"server_name": "local", "tool_name": "read_file", "arguments": {"path": "a.go", "start_line": 1}}`, true},
		{note, "<tag>a</tag><tag>b</tag>", `["a", "b"]`, true},
		{note, "<tag>a</tag><tag>b</tag>", `<![CDATA[["a", "b"]]]>`, true},
		{note, "<tag>a</tag><tag>b</tag>", `<![CDATA[<tag>a</tag><tag>b</tag>]]>`, true},
		{note, "<tag>a</tag><tag>b</tag>", `<item>a</item><item>b</item>`, true},
		{note, "<tag>a</tag><tag>b</tag>", `<list><tag>a</tag><tag>b</tag></list>`, true},
		{note, "<tag>a</tag><tag>b</tag>", `a, b`, false},
		{note, "<tags><tag>a</tag><tag>b</tag></tags>", `<tag>a</tag><tag>b</tag>`, true},
		{note, "<tags><tag>a</tag><tag>b</tag></tags>", `<tags>a</tags><tags>b</tags>`, true},
		{note, "<tag>a</tag><tag>b</tag>", "<content>a</content><content>b</content>", false},
		{note, "<tag>b</tag>", "<tag>b</tags>", false},
		{read, "</server_name>", "", false},
		{read, "local</server_name>", " local\n", true},
		{read, "local</server_name>", "my local", false},
		{read, "local</server_name>", "", false},
		{read, "</server_name><tool_name>", "<other>", false},
		{read, "</path>", `<\/path>`, false},
		{read, "</path>", "</x:path>", true},
		{read, "</path>", "</x:end_line>", false},
		{read, "<path>", "<path ", false},
		{read, "<start_line>", "<start_line", true},
		{diff, "</edit>", "", true},
		{diff, "</edits>", "", true},
		{diff, "<edit>", "<edit id=1>", true},
		{diff, "<edit><search>x</search><replace>y</replace></edit>", "<search>x</search><replace>y</replace>", true},
		{diff, "<edit><search>x</search><replace>y</replace></edit>", "<edit><![CDATA[<search>x</search><replace>y</replace>]]></edit>", true},
		{diff, "</search>", "</replace>", true}, // the single replace has both its tags
		{diff, "</search>", "\n", false},
	} {
		text := strings.Replace(test.sound, test.old, test.by, 1)
		if text == test.sound {
			t.Fatalf("%q is no part of the call", test.old)
		}
		want, got := intend(test.sound), intend(text)
		switch {
		case !want.Certain():
			t.Errorf("a sound call: %v\n%s", want.Doubts, test.sound)
		case got.Certain() != test.ok:
			t.Errorf("%q for %q: certain %v: %v\n%s", test.by, test.old, got.Certain(), got.Doubts, text)
		case test.ok && !(want.Same(got) || len(got.Extras) > 0 && same(want, got)):
			t.Errorf("%q for %q: %v, want %v\n%s", test.by, test.old, got.Values, want.Values, text)
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

// same compares the values that the tools receive.
func same(a, b *Intent) bool {
	b.Extras = a.Extras
	return a.Same(b)
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
