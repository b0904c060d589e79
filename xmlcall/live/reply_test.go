package live

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// outcome formats a reply in the terms of the cases.
func outcome(r *Reply) cases.Outcome {
	if r.Block == nil {
		return cases.Outcome{Kind: "no_tool_call"}
	}
	if !r.Runs() {
		return cases.Outcome{Kind: "parse_error", Error: r.Verdict.Reason}
	}
	b := r.Block
	o := cases.Outcome{Kind: "call", Server: b.ServerName(), Tool: r.Tool, Fallback: r.Verdict.Fallback}
	if i := b.Arguments(); i != xmlcall.NoElement {
		o.ArgumentsXML = b.Slice(b.Element(i).Content())
		if r.Verdict.Fallback {
			o.ArgumentsXML = xmlcall.Repair(o.ArgumentsXML)
		}
	}
	return o
}

func compareOutcome(t *testing.T, name string, r *Reply, want cases.Outcome) bool {
	t.Helper()
	got := outcome(r)
	if got.Error != "" && strings.HasSuffix(want.Error, got.Error) { // with a prefix
		want.Error = got.Error
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-runtime +live):\n%s", name, diff)
		return false
	}
	return true
}

// TestReplyConformance checks whole replies against the live runtime: as one chunk, and as
// one chunk per character. It compares all fields of the outcomes except known_tool and the
// wording before an error's reason, which do not concern the format.
func TestReplyConformance(t *testing.T) {
	assistant, right, without := 0, 0, 0
	for _, c := range cases.Load(t, "assistant") {
		o := c.Oracle.Runtime
		if o == nil { // not UTF-8, or too large to be listed
			without++
			continue
		}
		assistant++
		want := o.Whole
		if o.PerRune != nil {
			want = *o.PerRune
		}
		ok := compareOutcome(t, c.ID+" at once", ReadAtOnce(c.Text, xmlcall.Options{}), o.Whole)
		if compareOutcome(t, c.ID+" per rune", Read(c.Text, xmlcall.Options{}), want) && ok {
			right++
		}
	}
	t.Logf("%d of %d cases (%d more have no live outcome)", right, assistant, without)
}

var kindNames = [...]string{CallMerged: "call merged", FieldInherited: "field inherited"}

// place is a deviation with the text under its span.
func place(r *Reply, d Deviation) string {
	return fmt.Sprintf("%s: %q at %d", kindNames[d.Kind], r.Text[d.Span.Start:d.Span.End], d.Span.Start)
}

func TestRead(t *testing.T) {
	const (
		list = "<tool><tool_name>list</tool_name><arguments><path>a</path></arguments></tool>"
		tags = "<tool><tool_name>tags</tool_name></tool>"
	)
	tests := []struct {
		name, text string
		runs       string // tool(arguments)
		reason     string
		deviations []string
	}{
		{"nothing", "", "", noCall, nil},
		{"prose", "hello", "", noCall, nil},
		{"one call", "a" + list + "b", "list((arguments (path a)))", "", nil},
		{"gap filled", list + "\n" + tags, "tags((arguments (path a)))", "", []string{
			`field inherited: "<arguments><path>a</path></arguments>" at 33`, `call merged: "<tool>" at 78`,
		}},
		{"last wins", tags + list, "list((arguments (path a)))", "", []string{`call merged: "<tool>" at 40`}},
		{"thinking", "<thinking>" + tags + "</thinking>" + list, "list((arguments (path a)))", "", nil},
		{
			"thinking in a value", "<tool><tool_name>w</tool_name><arguments><c><![CDATA[a<thinking>b</thinking>c]]></c></arguments></tool>",
			"w((arguments (c ac)))", "", nil,
		},
		{"thinking unclosed", "x<thinking>" + list, "", noCall, nil},
		{"stray thinking tags", "a</thinking>b<thinking>c<thinking>d</thinking>e", "", noCall, nil},
		{"thinking inside a tag", "<to<thinking>hm</thinking>ol><tool_name>x</tool_name></tool>", "x", "", nil},
		{"no end", "Go: " + strings.TrimSuffix(list, "</tool>") + "\n", "list((arguments (path a)))", "", nil},
		{"mention before", "A `<tool>` block: " + list, "", "XML syntax error on line 1: unexpected EOF", nil},
		{"mention behind", list + " A `<tool>` block", "list((arguments (path a)))", "", []string{
			`field inherited: "<tool_name>list</tool_name>" at 6`, `field inherited: "<arguments><path>a</path></arguments>" at 33`,
			`call merged: "<tool>" at 81`,
		}},
		{"mention in the second", tags + "<tool><tool_name>x</tool_name><arguments/><tool>?</tool>", "", "XML syntax error on line 1: unexpected EOF", []string{
			`call merged: "<tool>" at 40`,
		}},
		{"no thinking tag", "thinking> <overthinking> /thinking>", "", noCall, nil},
		{"in CDATA", "<tool><tool_name>w</tool_name><arguments><c><![CDATA[<tool>]]></c></arguments></tool>", "w((arguments (c <tool>)))", "", nil},
		{"empty call", "<tool> </tool>" + tags, "tags", "", nil},
		{"empty but for spaces of Unicode", "<tool>\u00a0\u2003</tool>" + tags, "tags", "", nil},
		{"bad UTF-8", "\xff\xfe<tool><tool_name>x</tool_name><arguments><c>a\xffb</c></arguments></tool>", "x((arguments (c a\uFFFDb)))", "", nil},
		{
			"repaired", "<tool><tool_name>x</tool_name><arguments><c>a & b</c></arguments></tool>", "x((arguments (c a & b)))",
			"XML syntax error on line 1: invalid character entity & (no semicolon)", nil,
		},
		{"refused", "\n<tool>\n\n<tool_name>x</tool>", "", "XML syntax error on line 1: element <tool_name> closed by </tool>", nil},
		{"too large", "<tool><tool_name>x</tool_name>" + strings.Repeat(" ", forge.MaxSize) + ".</tool>", "", forge.TooLarge(forge.MaxSize), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Read(tt.text, xmlcall.Options{})
			checkReply(t, r)
			runs := r.Tool
			if r.Arguments != nil {
				runs += "(" + compact(r.Arguments) + ")"
			}
			if runs != tt.runs || r.Verdict.Reason != tt.reason {
				t.Errorf("runs %q (%+v), want %q (%s)", runs, r.Verdict, tt.runs, tt.reason)
			}
			var got []string
			for _, d := range r.Deviations {
				got = append(got, place(r, d))
			}
			if diff := cmp.Diff(tt.deviations, got); diff != "" {
				t.Errorf("deviations (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOriginalOfNothing(t *testing.T) {
	if s := Read("", xmlcall.Options{}).Original(xmlcall.Span{Start: 0, End: 5}); s != (xmlcall.Span{}) {
		t.Errorf("%v", s)
	}
}

func compact(v *xmlcall.Value) string {
	s := "(" + v.Name
	if v.Text != "" {
		s += " " + v.Text
	}
	for _, c := range v.Children {
		s += " " + compact(c)
	}
	return s + ")"
}

// TestMaxSize reads calls at a limit other than the runtime's own, smaller and
// larger, and one byte above it.
func TestMaxSize(t *testing.T) {
	for _, size := range []int{200, forge.MaxSize + 1000} {
		const open, end = "<tool><tool_name>x</tool_name><arguments><v>", "</v></arguments></tool>"
		fits := open + strings.Repeat("a", size-len(open)-len(end)) + end
		tooLarge := strings.Replace(fits, "<v>", "<v>a", 1)
		o := xmlcall.Options{MaxSize: size}
		for name, r := range map[string]*Reply{
			"whole": Read(fits, o), "with prose": Read("prose"+fits+"prose", o),
		} {
			if r.Verdict.Outcome != xmlcall.Runs {
				t.Errorf("%d: %s: %+v", size, name, r.Verdict)
			}
		}
		for name, r := range map[string]*Reply{
			"whole": Read(tooLarge, o), "without end": Read(strings.TrimSuffix(tooLarge, "</tool>"), o),
		} {
			if r.Verdict.Outcome != xmlcall.Refused || r.Verdict.Reason != forge.TooLarge(size) {
				t.Errorf("%d: %s of one byte more: %+v", size, name, r.Verdict)
			}
		}
	}
}
