package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

// TestProveMessage checks that a fix of one call of a message does not change what the
// message runs, unless that is the call itself.
func TestProveMessage(t *testing.T) {
	const (
		broken = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>a&b<c.go</path></arguments>\n</tool>\n"
		sound  = "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments><path>b.go</path></arguments>\n</tool>\n"
		bare   = "<tool>\n<tool_name>list_files</tool_name>\n</tool>\n"
	)
	for _, test := range []struct {
		text string
		safe bool
	}{
		{broken, true},
		{sound + broken, true}, // the last call runs, and that is this one
		{broken + sound, true}, // the other call was kept from running, and now runs unchanged
		{broken + bare, false}, // it would run with the arguments of this one
		{bare + broken, true},  // this one is complete
		{"<thinking>" + sound + "</thinking>" + broken, true},
	} {
		res := run("I look.\n"+test.text, document.Reply)
		safe := false
		for i, f := range res.Diagnostics {
			if f.Code == "raw-less-than" {
				safe = safe || res.SafeFix(i) != nil
			}
		}
		if safe != test.safe {
			t.Errorf("safe %v:\n%s", safe, test.text)
		}
	}
}

// TestProveListInSection checks that no fix is safe that makes a call of an undefined tool run with a list in
// a section, which may be text, unless the call ran with that before.
func TestProveListInSection(t *testing.T) {
	const text = "<tool>\n<server_name>local</server_name>\n<tool_name>fetch</tool_name>\n<arguments>\n  <urls><![CDATA[<url>URL</url>]]></urls>\n" +
		"  <note>R&D</note>\n</arguments>\n</tool>"
	for url, want := range map[string]bool{"/a?b=1&c=2": false, "/a": true} { // the repair escapes the first, and leaves the other
		res, safe := NoTools().run(strings.Replace(text, "URL", url, 1), document.Reply), false
		for i := range res.Diagnostics {
			safe = safe || res.SafeFix(i) != nil
		}
		if safe != want {
			t.Errorf("%s: safe %v", url, safe)
		}
	}
}

// TestEndOfThinking checks that a call in thinking that is cut short is not continued after it.
func TestEndOfThinking(t *testing.T) {
	call := strings.Replace(plainCall, "a.md", "a </tool> b</thinking>c", 1)
	for kind, want := range map[document.Kind]string{
		document.Reply: "call-in-thinking unclosed-element unclosed-element stray-call-end", document.Document: "call-end-in-content",
	} {
		if got := strings.Join(codesOf(run("<thinking>\n"+call, kind)), " "); got != want {
			t.Errorf("%v: %s, want %s", kind, got, want)
		}
	}
}

// TestProveLongMessage checks that in a message of which the rest is not known a fix is safe only
// if the call runs as before and no tag is touched.
func TestProveLongMessage(t *testing.T) {
	small(t, 1, 100)
	for value, safe := range map[string]bool{"a & b": true, "a < b": false} {
		text := "Words.\n\n" + plainCall + "\nWords.\n\n" + strings.Replace(plainCall, "a.md", value, 1) + "\nWords.\n"
		res, proven := run(text, document.Reply), false
		for i := range res.Diagnostics {
			if f := &res.Diagnostics[i]; f.Call == 1 && len(f.Fixes) > 0 {
				proven = proven || res.SafeFix(i) != nil
			}
		}
		if proven != safe {
			t.Errorf("%q: safe %v: %+v", value, proven, res.Diagnostics)
		}
	}
}

// TestFixCall checks that all of a call is fixed at once if that is certain, also in a
// quote and with CR LF.
func TestFixCall(t *testing.T) {
	call := "<tool>\n<server_name>local</server_name>\n<tool_name> read_file</tool_name>\n<arguments>\n<path>a & b</file>\n</arguments>\n</tool>"
	want := strings.NewReplacer(" read_file", "read_file", "a & b</file>", "a &amp; b</path>").Replace(call)
	for _, test := range []struct{ name, text, want string }{
		{"plain", call, want},
		{"CR LF", strings.ReplaceAll(call, "\n", "\r\n"), strings.ReplaceAll(want, "\n", "\r\n")},
	} {
		res := run(test.text, document.Reply)
		fix := res.FixCall(0)
		if fix == nil || !fix.Safe() {
			t.Fatalf("%s: no fix for all of the call: %+v", test.name, res.Diagnostics)
		}
		if got := Apply(test.text, fix.Edits); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
	quoted := "> " + strings.ReplaceAll(strings.Replace(call, "</file>", "</path>", 1), "\n", "\n> ") + "\n"
	res := run(quoted, document.Document)
	if len(res.Calls) != 1 {
		t.Fatalf("%d calls in a quote", len(res.Calls))
	}
	if got := res.FixAll(nil).File.Text; !strings.Contains(got, "> <path>a &amp; b</path>") || strings.Count(got, "\n> ") != strings.Count(quoted, "\n> ") {
		t.Errorf("in a quote: %q", got)
	}
}

// TestDocumentFixAll checks that an example, which may be shorter than a call, is not
// completed.
func TestDocumentFixAll(t *testing.T) {
	text := "```xml\n<tool>\n<tool_name>list_tags</tool_name>\n</tool>\n```\n"
	if got := FixAll(text, document.Document, nil); got != text {
		t.Errorf("in a document: %q", got)
	}
	reply := strings.TrimSuffix(strings.TrimPrefix(text, "```xml\n"), "```\n")
	if got := FixAll(reply, document.Reply, nil); !strings.Contains(got, "<server_name>local</server_name>") {
		t.Errorf("in a reply: %q", got)
	}
}

// TestFixLong checks that nothing is certain for a call that does not run in a reply that is too long to be read for each
// proof.
func TestFixLong(t *testing.T) {
	words := strings.Repeat("Some words of a reply.\n", 12) + "\n"
	refused := strings.Replace(plainCall, "a.md", "a < b", 1)
	text := strings.Repeat(words+refused+"\n", 1000)
	for kind, text := range map[document.Kind]string{document.Reply: text, document.Log: "User: a\nAssistant: " + text} {
		if res := run(text, kind); !res.Document.Uncertain(firstFinding(res.Document)) {
			t.Errorf("in a %v a fix is certain", kind)
		}
	}
}

func firstFinding(d *Document) *Finding {
	for p := range d.Diagnostics() {
		return &p
	}
	return nil
}
