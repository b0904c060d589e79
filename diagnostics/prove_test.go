package diagnostics

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
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

// TestStartsCall checks which texts start with the tag of a call, or with what was meant to be one.
func TestStartsCall(t *testing.T) {
	for text, want := range map[string]bool{
		"<tool>": true, "<tool>a": true, "<Tool>": true, "<TOOL >": true, "<f:tool>": true, "<tool name='x'>": true,
		"": false, "<tool_>": false, "</f:tool>": false, "&lt;tool&gt;": false, "<tool": false, "<tool ": false, "<tool <": false, "<tool <a>": false, "<too>": false, "tool>": false, "a<tool>": false, "<toll>": false, "</tool>": false,
	} {
		if got := startsCall(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestEndOfThinking checks that a call in thinking that is cut short is not continued after it.
func TestEndOfThinking(t *testing.T) {
	call := strings.Replace(plainCall, "a.md", "a </tool> b</thinking>c", 1)
	for kind, want := range map[document.Kind]string{
		document.Reply: "call-in-thinking unclosed-element unclosed-element stray-call-end", document.Document: "call-end-in-content",
	} {
		var codes []string
		for _, f := range run("<thinking>\n"+call, kind).Diagnostics {
			codes = append(codes, f.Code)
		}
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%v: %s, want %s", kind, got, want)
		}
	}
}

// TestProveBudget checks that nothing is proven once what proofs of a call may read is used up.
func TestProveBudget(t *testing.T) {
	for _, budget := range []int{-1, 0, 1} {
		res := run(strings.Replace(plainCall, "a.md", "a & b", 1), document.Reply)
		p := res.read.newProver(0, nil)
		p.budget = budget
		if got, want := p.proves(res.Diagnostics[0].Fixes[0].own()), budget > 0; got != want {
			t.Errorf("%s: proven %v with %d bytes left", res.Diagnostics[0].Code, got, budget)
		}
	}
	text := strings.Replace(plainCall, "a.md", "a & <b", 1)
	for spare, want := range map[int]bool{0: true, -1: false} {
		p := run(text, document.Reply).read.newProver(0, nil)
		p.message.budget = len(text) + spare
		if fix := p.whole(p.proves); (fix != nil) != want {
			t.Errorf("proven: %v, with %+d bytes left for the message", fix != nil, spare)
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

// TestPlaced checks that only edits in the text of a call are at places that are certain.
func TestPlaced(t *testing.T) {
	text := "Words. " + strings.Replace(plainCall, "a.md", "a & <b", 1) + "Words."
	p := run(text, document.Reply).read.newProver(0, nil)
	value := strings.Index(text, "&")
	for _, test := range []struct {
		start, end int
		want       bool
	}{{value, value + 1, true}, {p.start - 1, p.start, false}, {value, len(text), false}, {len(text) - 1, len(text), false}} {
		e := Edit{Span: xmlcall.Span{Start: test.start, End: test.end}, Text: "&amp;"}
		if got := p.placed([]Edit{e}); got != test.want {
			t.Errorf("%+v of %q is placed: %v", e, text, got)
		}
	}
}

// TestHoles checks that the prover of a call knows what represents something else in it.
func TestHoles(t *testing.T) {
	text := "Words {{w}}.\n\n" + callTo("read_file", "<path>{{x}}</path>") + "\n" + callTo("read_file", "<path>a/{{y}}.go</path>")
	res := run(text, document.Document)
	for call, want := range []string{"{{x}}", "{{y}}"} {
		p := res.read.newProver(call, nil)
		if len(p.facts.Holes) != 1 || p.text[p.facts.Holes[0].Start:p.facts.Holes[0].End] != want {
			t.Errorf("call %d: %v, want %s", call, p.facts.Holes, want)
		}
	}
}

// TestPlacedMention checks that of a mention that swallows a call only its tag is certain.
func TestPlacedMention(t *testing.T) {
	text := "Write <tool> here: " + plainCall
	p := run(text, document.Reply).read.newProver(0, nil)
	if !p.intended.Swallowed {
		t.Fatal("it swallows no call")
	}
	tag := Edit{Span: xmlcall.Span{Start: 6, End: 12}, Text: "&lt;tool&gt;"}
	name := Edit{Span: xmlcall.Span{Start: 7, End: 11}, Text: "t"}
	if !p.placed([]Edit{tag}) || p.placed([]Edit{name}) || p.placed([]Edit{tag, name}) || p.placed(nil) {
		t.Errorf("placed: the tag %v, its name %v, both %v, nothing %v", p.placed([]Edit{tag}), p.placed([]Edit{name}), p.placed([]Edit{tag, name}), p.placed(nil))
	}
}

// TestCutByName checks which calls end in the name of their tool although the rest of them follows.
func TestCutByName(t *testing.T) {
	const block = "<tool><tool_name>read_file</tool>"
	for _, test := range []struct {
		block, after string
		want         bool
	}{
		{block, "<arguments></arguments></tool>", true},
		{block, "\n<server_name>local</server_name>\n</tool>", true},
		{block, "<arguments></arguments>", false},
		{block, "<path>a</path></tool>", false},
		{block, "words </tool>", false},
		{block, "<arguments></arguments><tool>a</tool>", false},
		{block, "<arguments></arguments></tool><tool>a</tool>", true},
		{"<tool><tool_name>read_file</tool_name></tool>", "<arguments></arguments></tool>", false},
		{"<tool><tool_name>read_file<arguments></tool>", "<arguments></arguments></tool>", false},
		{"<tool>read_file</tool>", "<arguments></arguments></tool>", false},
	} {
		if got := cutByName(test.block, test.after); got != test.want {
			t.Errorf("%q before %q: %v", test.block, test.after, got)
		}
	}
}

// TestFixLongReply checks that fix-all proves the fixes of a reply that is too long to prove each of
// them with what the runtime makes of all of it.
func TestFixLongReply(t *testing.T) {
	words := strings.Repeat("Some words of a reply.\n", 12) + "\n"
	refused := strings.Replace(plainCall, "a.md", "a < b", 1)
	doubtful := strings.Replace(plainCall, "a.md</path>", "a < b </ c > d", 1)
	bare := strings.Replace(plainCall, "<arguments>\n  <path>a.md</path>\n</arguments>\n", "", 1)
	if bare == plainCall || doubtful == plainCall {
		t.Fatal(plainCall)
	}
	for name, test := range map[string]struct {
		text string
		want int // calls that are fixed
	}{
		"identical":          {strings.Repeat(words+refused+"\n", 1000), 1000},
		"one is not certain": {strings.Repeat(words+refused+"\n", 800) + doubtful + "\n" + words, 800},
		// The last call would run with the arguments of the one before it.
		"the last has no arguments": {words + refused + "\n" + strings.Repeat(words, 1000) + bare + "\n", 0},
	} {
		if len(test.text) < document.MaxMessage {
			t.Fatalf("%s: %d bytes", name, len(test.text))
		}
		if got := strings.Count(FixAll(test.text, document.Reply, nil), "a &lt; b</path>"); got != test.want {
			t.Errorf("%s: %d calls are fixed, want %d", name, got, test.want)
		}
	}
	// Nothing shows where a reply of a log ends, and its calls are proven one by one.
	log := "User: a\nAssistant: " + strings.Repeat(words+refused+"\n", 1000)
	res := run(log, document.Log)
	if !res.Document.Uncertain(firstPlaced(res.Document)) {
		t.Error("in a log a fix is certain")
	}
}

func firstPlaced(d *Document) *Placed {
	for p := range d.Diagnostics() {
		return &p
	}
	return nil
}
