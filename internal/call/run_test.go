package call

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestFields checks which value each part of a call is in, and its content; the text of tags, and
// what is in no value, has none.
func TestFields(t *testing.T) {
	text := callOf("apply_diff", "<path>a.go</path><edits><edit><search>one</search><replace>two</replace></edit><edit><search>three</search><replace><![CDATA[four]]></replace></edit></edits> ")
	f := IntentOf(text, Context{Tools: toolspec.Builtins()})
	for part, want := range map[string]string{
		"local": "server_name", "apply_diff": "tool_name", "a.go": "path", "one": "edits/edit/search", "two": "edits/edit/replace", "three": "edits/edit[1]/search",
		"four": "edits/edit[1]/replace", "<![CDATA[four]]>": "edits/edit[1]/replace",
		"<tool>": "", "<path>": "", "</path>": "", "<edit>": "", "a.go</path>": "", "one</search><replace>two": "", " </arguments>": "",
	} {
		at := strings.Index(text, part)
		span := xmlcall.Span{Start: at, End: at + len(part)}
		path, ok := f.PathAt(span)
		if path != want || ok != (want != "") {
			t.Errorf("%s is in %q: %t", part, path, ok)
		}
	}
	end := xmlcall.Span{Start: len(text), End: len(text)}
	if path, ok := f.PathAt(end); ok || path != "" {
		t.Errorf("after the call is %q", path)
	}
}

// TestRunOf checks which calls run, and that the same values are the same run however they are
// written.
func TestRunOf(t *testing.T) {
	sound := callOf("read_file", "<path>a &amp; b</path>")
	tools := Context{Tools: ownTools(t)}
	unknown := callOf("our_own", "<list><item>a</item></list>")
	for _, test := range []struct {
		text string
		o    Context
		same string // as which it runs; "" if it does not
	}{
		{sound, tools, sound},
		{strings.Replace(sound, "&amp;", "&", 1), tools, sound}, // repaired
		{strings.Replace(sound, "a &amp; b", "<![CDATA[a & b]]>", 1), tools, sound},
		{"\n" + sound, tools, ""},
		{sound + " text", tools, sound},
		{strings.Replace(sound, "&amp;", "<", 1), tools, ""},
		{strings.TrimSuffix(sound, "</tool>"), tools, ""},
		{callOf("read_file", ""), tools, ""},
		{callOf("read_file", "<path>a</path><start_line>x</start_line>"), tools, ""},
		{callOf("deploy", "<target>other</target>"), tools, ""},
		{callOf("deploy", "<target>prod</target><dry>true</dry>"), tools, callOf("deploy", "<dry>true</dry>\n<target>prod</target>")},
		{callOf("no_tool", "<path>a</path>"), tools, ""},
		{sound, Context{Tools: tools.Tools, MaxSize: len(sound) - 1}, ""},
		{sound, Context{Tools: tools.Tools, MaxSize: len(sound)}, sound},
		{strings.Replace(sound, "&amp;", "&", 1), Context{Tools: tools.Tools, MaxSize: len(sound) - len("amp;")}, sound},
		{unknown, Context{}, unknown},
		{callOf("our_own", "\n<list>\n<item>a</item>\n</list>\n"), Context{}, unknown},
		{callOf("our_own", "<list><item>a</item> </list>"), Context{}, unknown},
		{callOf("our_own", "<list><item><![CDATA[a]]></item></list>"), Context{}, unknown},
		{callOf("our_own", "<a> b </a>"), Context{}, callOf("our_own", "<a><![CDATA[ b ]]></a>")},
	} {
		got, want := RunOf(test.text, test.o), RunOf(test.same, Context{Tools: test.o.Tools})
		if test.same == "" {
			want = Run{}
		}
		if !got.Same(want) || got.OK != (test.same != "") {
			t.Errorf("%s: %+v, want %+v", test.text, got, want)
		}
	}
	one := RunOf(sound, tools)
	for _, other := range []string{
		callOf("read_file", "<path>a</path>"), callOf("list_files", "<path>a &amp; b</path>"), callOf("read_file", "<path>a &amp; b</path><start_line>1</start_line>"),
		callOf("read_file", ""),
	} {
		if one.Same(RunOf(other, tools)) {
			t.Errorf("%s is the same run", other)
		}
	}
	for _, other := range []string{
		callOf("our_own", "<list><item>b</item></list>"), callOf("our_own", "<list><item>a</item>b</list>"), callOf("our_own", "<list>a</list>"),
		callOf("our_own", "<list><item> a</item></list>"), callOf("our_own", "<list><item>a</item><item>a</item></list>"), callOf("other", "<list><item>a</item></list>"),
	} {
		if RunOf(unknown, Context{}).Same(RunOf(other, Context{})) {
			t.Errorf("%s is the same run", other)
		}
	}
	// A value whose elements are dropped counts as a call that runs with other data.
	if run := RunOf(callOf("write_file", "<path>a</path><content><b>c</b></content>"), tools); !run.OK {
		t.Errorf("a dropped value does not run: %+v", run)
	}
}

// TestSame checks when a later reading of a call has the same meaning as an earlier one: the same
// values, or the same doubts and the same certain fields.
func TestSame(t *testing.T) {
	read := func(arguments string) *Intent { return intend(callOf("read_file", arguments)) }
	for _, test := range []struct {
		earlier, later string
		want           bool
	}{
		{"<path>a</path>", "<path>a</path>", true},
		{"<path>a & b</path>", "<path>a &amp; b</path>", true},
		{"<path>a</path>", "<path>b</path>", false},
		{"<path>a</path>", "<path x='1'>a</path>", false}, // which would be lost
		{"<path>a</path>", "<path>a &lt</path>", false},
		{"<path>a &lt</path>", "<path>a &lt</path>", true},
		{"<path>a &lt</path>", "<path>a</path>", false},
		{"<path>a &lt</path>", "<path>a &lt</path><start_line>1</start_line>", true},
		{"<path>a &lt</path><start_line>1</start_line>", "<path>a &lt</path>", false},
		{"<path>a &lt</path><start_line>1</start_line>", "<path>a &lt</path><start_line>2</start_line>", false},
		{"<path>a &lt</path><start_line>1</start_line>", "<path>a &lt</path><start_line>1</start_line>", true},
		{"<path>a &lt</path><start_line>&lt</start_line>", "<path>a &lt</path><start_line>1</start_line>", false},
	} {
		if got := read(test.earlier).Same(read(test.later)); got != test.want {
			t.Errorf("%s, later %s: the same: %t", test.earlier, test.later, got)
		}
	}
	if other := intend(callOf("list_files", "<path>a</path>")); read("<path>a</path>").Same(other) {
		t.Error("the call of another tool is the same")
	}
}

// TestDoubtful checks that a doubt about a field is one about what is in it, and about what it is in.
func TestDoubtful(t *testing.T) {
	edits := "<edits><edit><search>a</search><replace>b</replace></edit><edit><search>%</search><replace>d</replace></edit></edits>"
	in := intend(callOf("apply_diff", "<path>a.go</path>"+strings.Replace(edits, "%", "c &lt", 1)))
	for path, want := range map[string]bool{
		"edits/edit[1]/search": true, "edits/edit[1]": true, "edits": true, "edits/edit[1]/search/x": true,
		"edits/edit": false, "edits/edit/search": false, "edits/edit[1]/replace": false, "path": false, "": false, "edi": false, "edits/edit[1]/searches": false,
	} {
		if got := in.Doubtful(path); got != want {
			t.Errorf("%q is in doubt: %t, want %t", path, got, want)
		}
	}
	// More defects than there are stages: everything is in doubt.
	deep := intend(callOf("our_own", strings.Repeat("<a>", 200)))
	if deep.Certain() || !deep.Structural || !strings.HasPrefix(deep.Text, "<tool>") {
		t.Errorf("%v, structural %t", deep.Doubts, deep.Structural)
	}
}
