package feedback

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestMessage compares the messages with testdata/message: a file is a
// call and, for each budget, the message.
func TestMessage(t *testing.T) {
	files := 0
	golden.Archives(t, "testdata/message/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		files++
		var b *xmlcall.Block
		for i := range archive.Files {
			f := &archive.Files[i]
			if f.Name == "call" {
				b = xmlcall.ParseAt(strings.TrimSuffix(string(f.Data), "\n"), 0)
				continue
			}
			var budget int
			if _, err := fmt.Sscanf(f.Name, "%d bytes", &budget); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			f.Data = []byte(messageOf(b, budget))
		}
		golden.File(t, file, txtar.Format(archive))
	})
	if files < 8 {
		t.Errorf("%d files", files)
	}
}

func messageOf(b *xmlcall.Block, budget int) string { return Message(b, budget, xmlcall.Options{}) }

// checkMessage checks the guarantees for the messages about one block.
func checkMessage(t *testing.T, b *xmlcall.Block) {
	t.Helper()
	for _, budget := range []int{-1, 0, MinBudget - 1, MinBudget, 129, 200, 333, 512, 700, 1000, 4096, 1 << 30} {
		m := messageOf(b, budget)
		if len(m) > max(budget, 0) || !utf8.ValidString(m) {
			t.Fatalf("budget %d: %d bytes, valid %v\n%q\n%q", budget, len(m), utf8.ValidString(m), m, b.Source())
		}
		if want := b.Verdict().Outcome != xmlcall.Runs && budget >= MinBudget; (m != "") != want {
			t.Fatalf("budget %d: %q", budget, m)
		}
		_, call, ok := strings.Cut(m, "\nThe corrected call:\n")
		if ok && b.Delimiters == xmlcall.Closed && strings.HasPrefix(call, "<tool>") {
			after := checkWrittenOnce(t, strings.TrimSuffix(call, "\n"))
			if b.ToolName() != "" && after.ToolName() != b.ToolName() {
				t.Fatalf("tool %q, want %q", after.ToolName(), b.ToolName())
			}
		}
	}
}

func checkWrittenOnce(t *testing.T, text string) *xmlcall.Block {
	t.Helper()
	b := xmlcall.ParseAt(text, 0)
	if v := b.Verdict(); v.Outcome != xmlcall.Runs || b.Span.End != len(text) {
		t.Fatalf("the corrected call: %v\n%s", v, text)
	}
	return b
}

func TestMessageConformance(t *testing.T) {
	n, corrected := 0, 0
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		if len(c.Text) > 1<<20 {
			continue
		}
		for b := range xmlcall.Blocks(c.Text, xmlcall.Options{}) {
			checkMessage(t, b)
			if m := messageOf(b, 1<<20); m != "" {
				n++
				if strings.Contains(m, "\nThe corrected call:\n") {
					corrected++
				}
			}
		}
	}
	t.Logf("%d messages, %d with the corrected call", n, corrected)
}

func TestMessageTooLarge(t *testing.T) {
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+strings.Repeat("é", xmlcall.MaxSize)+"</a></arguments></tool>", 0)
	want := `ERROR: Tool call refused.

Reason: tool call XML exceeds maximum size of 10485760 bytes

SOLUTION - Split the work into calls of less than 10,485,760 bytes each.
`
	if got := messageOf(b, 1000); got != want {
		t.Error(cmp.Diff(want, got))
	}
}

func FuzzMessage(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "escape", "stream") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		blocks := slices.Collect(xmlcall.Blocks(text, xmlcall.Options{}))
		if !strings.Contains(text, "</tool>") {
			blocks = append(blocks, xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+text+"</a></arguments></tool>", 0))
		}
		for _, b := range blocks {
			checkMessage(t, b)
		}
	})
}

// TestMessageDoubts checks calls whose fix looks certain but is not.
func TestMessageDoubts(t *testing.T) {
	for name, src := range map[string]string{
		"invalid UTF-8 in a comment": "<tool><tool_name>x</tool_name><!-- \xff --><arguments><a>b & c</a></arguments></tool>",
		"an element without an end":  "<tool><tool_name>x</tool_name><arguments><a>b < c</arguments></tool>",
		"section without an end":     "<tool><tool_name>x</tool_name><arguments><a><![cdata[b</a></arguments></tool>",
		"inexact JSON":               `<tool>{"tool_name":"x","arguments":{"a":null}}</tool>`,
		"broken JSON":                `<tool>{"tool_name":"x","arguments":{"a"}</tool>`,
		"JSON without an end":        `<tool>{"tool_name":"x","arguments":{"a":"b"}}`,
	} {
		b := xmlcall.ParseAt(src, 0)
		if m := messageOf(b, 1<<16); m == "" || strings.Contains(m, "orrected") {
			t.Errorf("%s: %s", name, m)
		}
		checkMessage(t, b)
	}
	// A line that is too long does not replace the call.
	long := strings.Repeat("x", 300)
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><arguments><a>"+long+" < "+long+"</a></arguments></tool>", 0)
	if m := messageOf(b, 600); strings.Contains(m, "orrected") {
		t.Error(m)
	}
	// CR LF is read as LF, and written so.
	b = xmlcall.ParseAt("<tool><tool_name>x</tool_name>\r\n<arguments><a>b < c\r\n</a></arguments></tool>", 0)
	if m := messageOf(b, 1<<16); !strings.Contains(m, "<a>b &lt; c\n</a>") || strings.Contains(m, "\r") {
		t.Errorf("%q", m)
	}
	for kind := xmlcall.BareAmpersand; kind <= xmlcall.SyntaxError; kind++ {
		p := xmlcall.Problem{Kind: kind, Span: xmlcall.Span{Start: 0, End: 6}}
		if s := explain(&call{Block: b}, &p); s == "" || strings.HasSuffix(s, ".") {
			t.Errorf("%d: %q", kind, s)
		}
	}
}

// TestClip truncates texts between characters.
func TestClip(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "…"},
		{"abcde", 4, "a…"},
		{"aéxyz", 5, "a…"},
		{"éxyzx", 5, "é…"},
		{"abcd", 0, "…"},
		{"éxyz", 4, "…"},
		{"\x80\x80\x80\x80\x80\x80", 5, "…"},
	} {
		if got := clip(test.text, test.n); got != test.want {
			t.Errorf("%q in %d bytes: %q, want %q", test.text, test.n, got, test.want)
		}
	}
}

// TestLongReason checks how much of a long reason is in a message: 400 bytes, and less if there is
// not as much room.
func TestLongReason(t *testing.T) {
	b := xmlcall.ParseAt("<tool><tool_name>x</tool_name><"+strings.Repeat("a", 900)+"></tool>", 0)
	for budget, want := range map[int]int{4 << 10: 400, 300: 300 - len("ERROR: Invalid XML in tool call.\n\nParse error: ") - 2} {
		message := messageOf(b, budget)
		reason, _, _ := strings.Cut(message, "\n\nParse error: ")
		_, reason, _ = strings.Cut(message, reason+"\n\nParse error: ")
		reason, _, _ = strings.Cut(reason, "\n")
		if len(reason) != want || !strings.HasSuffix(reason, "…") {
			t.Errorf("%d bytes of the reason are in a message of %d, want %d", len(reason), budget, want)
		}
	}
}

// TestExcerpt checks excerpts at the ends of lines and of calls.
func TestExcerpt(t *testing.T) {
	const text = "<tool>\n\ta &\r\nb\n</tool>"
	b := &call{Block: xmlcall.ParseAt(text, 0)}
	for _, test := range []struct {
		at   string
		n    int
		want string
	}{
		{"<tool>", 6, "    <tool>\n    ^^^^^^\n"},
		{"&", 1, "    \ta &\n    \t  ^\n"},
		{"&", 9, "    \ta &\n    \t  ^\n"},
		{"\r\nb", 1, "    \ta &\n    \t   ^\n"},
		{"b", 0, "    b\n    ^\n"},
	} {
		at := strings.Index(text, test.at)
		if got := b.excerpt(xmlcall.Span{Start: at, End: at + test.n}); got != test.want {
			t.Errorf("%q: %q, want %q", test.at, got, test.want)
		}
	}
}

// TestLongExcerpt checks that of a long line what is near the place is shown, in whole characters.
func TestLongExcerpt(t *testing.T) {
	long := strings.Repeat("é", 100)
	for indent := range 2 {
		text := "<tool>" + strings.Repeat("x", indent) + long + "&" + long + "</tool>"
		b := &call{Block: xmlcall.ParseAt(text, 0)}
		at := strings.IndexByte(text, '&')
		lines := strings.Split(b.excerpt(xmlcall.Span{Start: at, End: at + 1}), "\n")
		want := "    …" + strings.Repeat("é", excerptReach/2) + "&" + strings.Repeat("é", excerptReach/2) + "…"
		if lines[0] != want || lines[1] != strings.Repeat(" ", 4+1+excerptReach/2)+"^" {
			t.Errorf("%q, want %q", lines, want)
		}
	}
}

// TestCorrectedValues checks that a correction keeps the values of a call, and all of its text.
func TestCorrectedValues(t *testing.T) {
	const start, end = "<tool><tool_name>x</tool_name>", "</tool>"
	for _, test := range []struct{ text, old, by, want string }{
		{start + "<arguments><a>b < c</a></arguments>" + end, "<", "&lt;", start + "<arguments><a>b &lt; c</a></arguments>" + end},
		{start + "<arguments><a>b</a></arguments>" + end, "b", "c", ""},
		{start + "<arguments><a>b</a></arguments>" + end, "<arguments><a>b</a></arguments>", "", ""},
		{start + "<arguments><a>b</a></arguments>" + end, ">x<", ">y<", ""},
		{start + "<arguments><a>b</a></arguments>" + end, end, end + " ", ""},
		{start + end, end, "<arguments><a>b</a></arguments>" + end, ""},
	} {
		b := &call{Block: xmlcall.ParseAt(test.text, 0)}
		at := strings.Index(test.text, test.old)
		if test.old == "<" {
			at = strings.Index(test.text, "< ")
		}
		if got := b.corrected([]edit{{Span: xmlcall.Span{Start: at, End: at + len(test.old)}, Text: test.by}}); got != test.want {
			t.Errorf("%s with %q for %q: %q, want %q", test.text, test.by, test.old, got, test.want)
		}
	}
}

// TestCorrectedLine checks that a line replaces a call that does not fit into the
// message, if its problems are known.
func TestCorrectedLine(t *testing.T) {
	const marker = "That line, corrected:\n"
	const before = "<tool><tool_name>x</tool_name><arguments>\n<a>"
	long := strings.Repeat("xxxxxxxxx\n", 100)
	for name, test := range map[string]struct{ src, want string }{
		"at the end of a line": {before + "b <\n" + long + "</a></arguments></tool>", "<a>b &lt;\n"},
		"in the first line":    {"<tool><tool_name>x</tool_name><arguments><a>b < c\n" + long + "</a></arguments></tool>", "<tool><tool_name>x</tool_name><arguments><a>b &lt; c\n"},
		"in the last line":     {before + long + "b < c</a></arguments></tool>", "b &lt; c</a></arguments></tool>\n"},
		"two in a line":        {before + "b < c < d\n" + long + "</a></arguments></tool>", "<a>b &lt; c &lt; d\n"},
		"more than is known":   {before + strings.Repeat("b < c\n", 1001) + "</a></arguments></tool>", ""},
		"more & than is known": {before + strings.Repeat("b & c\n", 1001) + "</a></arguments></tool>", ""},
	} {
		_, got, found := strings.Cut(messageOf(xmlcall.ParseAt(test.src, 0), 900), marker)
		if found != (test.want != "") || got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// callsIn returns the calls of a text.
func callsIn(o diagnostics.Options, source string, kind document.Kind) (calls []*diagnostics.Call) {
	for c := range o.Open(text.New(source), kind).Calls() {
		calls = append(calls, c.Call)
	}
	return calls
}

// TestOfCall checks that a call that its tool refuses, or that ran with other data than was
// written, is answered with the reason, within the budget.
func TestOfCall(t *testing.T) {
	const text = "<tool>\n<tool_name>read_file</tool_name>\n<arguments>\n<start_line>1</start_line>\n</arguments>\n</tool>"
	calls := callsIn(diagnostics.Options{}, strings.Join([]string{
		text, strings.Replace(text, "read_file", "read", 1), strings.Replace(text, "1<", "&<", 1), strings.Replace(text, "start_line>1</start_line", "path>a & b</path", 1),
	}, "\n\n"), document.Document)
	problems := []problem{{line: 3, message: "<path> is missing", note: "The tool refuses the call"}, {line: 4, message: "odd; did you mean even?", note: ""}, {line: 5, message: "c", note: ""}, {line: 6, message: "d", note: ""}}
	const want = "ERROR: read_file refused the call.\n\nReason: <path> is missing\n\n" +
		"Line 3: <path> is missing.\nLine 4: odd; did you mean even?\nLine 5: c.\n\nThe corrected call:\n<tool>…</tool>\n"
	if got := ofCall(calls[0], problems, "<tool>…</tool>", 4<<10, nil); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := ofCall(calls[1], nil, "", 4<<10, nil); got != "ERROR: Tool call refused: there is no tool read.\n" {
		t.Errorf("an unknown tool: %q", got)
	}
	if got := ofCall(calls[2], nil, "", 4<<10, nil); !strings.HasPrefix(got, "ERROR: read_file refused the call.\n\nReason: ") {
		t.Errorf("a call that is repaired and refused: %q", got)
	}
	if got, want := ofCall(calls[3], nil, "", 4<<10, nil), messageOf(calls[3].Block(), 4<<10); got != want || got == "" {
		t.Errorf("a call that is repaired: %q, want %q", got, want)
	}
	many := slices.Repeat([]problem{{line: 1, message: "an <argument> is missing", note: ""}}, 100)
	if got := ofCall(calls[0], many, "", 4<<10, nil); strings.Count(got, "is missing.\n") != maxPlaces {
		t.Errorf("of many problems:\n%s", got)
	}
	whole := ofCall(calls[0], problems, strings.Repeat("a", 300), 1<<20, nil)
	if got := ofCall(calls[0], problems, strings.Repeat("a", 300), len(whole)+1, nil); got != whole { // with an empty line before it
		t.Errorf("a budget of %d bytes is too small:\n%s", len(whole)+1, got)
	}
	// A reason that is longer than the least budget is shown as far as there is room.
	tools, errs := toolspec.Load("t.json", []byte(`[{"name": "paint", "schema": {"properties": {"color": {"enum": ["`+strings.Repeat("x", 300)+`"]}}}}]`))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	o := diagnostics.Options{Tools: toolspec.Builtins().With(tools...)}
	long := callsIn(o, "<tool><tool_name>paint</tool_name><arguments><color>red</color></arguments></tool>", document.Reply)[0]
	for budget := MinBudget; budget < 400; budget++ {
		got := ofCall(long, nil, "", budget, nil)
		if room := "ERROR: paint refused the call.\n\nReason: " + clip(long.Reason(nil), budget-len("ERROR: paint refused the call.\n\nReason: \n")-1) + "\n"; got != room {
			t.Fatalf("a budget of %d bytes: %q, want %q", budget, got, room)
		}
	}
	for budget := range 1000 {
		got := ofCall(calls[0], problems, strings.Repeat("a", 300), budget, nil)
		if len(got) > budget || (got == "") != (budget < MinBudget) {
			t.Fatalf("a budget of %d bytes: %d bytes", budget, len(got))
		}
	}
}
