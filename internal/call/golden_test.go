package call

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestCases compares what is known of the calls in the cases of the rules with a file: what rules may ask about each, and
// about each element that is not as simple as most; and of those of replies what was meant: the doubts about it, or else the
// corrected call; what no tool receives, and the fields that are certain.
func TestCases(t *testing.T) {
	var out strings.Builder
	for _, name := range golden.Files(t, filepath.Join("..", "..", "diagnostics", "testdata", "*.txtar")) {
		for _, file := range golden.Archive(t, name).Files {
			text := string(file.Data)
			document := strings.HasSuffix(file.Name, ".document")
			if !document && !strings.HasSuffix(file.Name, ".reply") {
				continue
			}
			for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
				if b.Span.Len() > 2000 {
					continue
				}
				fmt.Fprintf(&out, "%s, %s, line %d:", strings.TrimSuffix(filepath.Base(name), ".txtar"), file.Name, 1+strings.Count(text[:b.Span.Start], "\n"))
				c := New(b, toolspec.Builtins(), Surroundings{Document: document})
				describeCall(&out, c)
				for i := range b.Elements() {
					describeElement(&out, c, i)
				}
				if document {
					continue
				}
				written := text[b.Span.Start:max(b.Span.End, b.Rest().End)]
				alone := describeIntent(t, written, Context{Tools: toolspec.Builtins(), Complete: true})
				out.WriteString("  meant:\n" + alone)
				if more := describeIntent(t, written, Context{Tools: toolspec.Builtins(), After: "\nMore text."}); more != alone {
					out.WriteString("  meant before other text:\n" + more)
				}
				if unknown := describeIntent(t, written, Context{Complete: true}); unknown != alone {
					out.WriteString("  meant without definitions of tools:\n" + unknown)
				}
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "cases.txt"), []byte(out.String()))
}

func describeCall(out *strings.Builder, c *Call) {
	b := c.Block
	fmt.Fprintf(out, " %v", c.Outcome())
	flags(out, map[string]bool{"unreadable": !c.Readable(), "empty": c.Empty, "elided": c.Elided(), "passed over": c.PassedOver()},
		"unreadable", "empty", "elided", "passed over")
	if c.Tool != nil {
		fmt.Fprintf(out, ", tool %s", c.ToolName())
	}
	for _, name := range forge.Envelope {
		if i, ok := c.Misnamed(name); ok && b.Element(i).Local() != name {
			fmt.Fprintf(out, ", %s for %s", b.Element(i).Local(), name)
		}
	}
	if c.Payload.Kind != NoPayload {
		fmt.Fprintf(out, ", payload %d %q", c.Payload.Kind, b.Slice(c.Payload.Span))
	}
	for _, h := range c.Holes {
		fmt.Fprintf(out, ", hole %q of %d, dots %t, code %t", b.Slice(h.Span), h.Element, h.Dots, h.Code)
	}
	for _, s := range c.Strays() {
		fmt.Fprintf(out, ", stray %s near %q, missing %t, read %t, misplaced %t", b.Element(s.Element).Local(), s.Near, s.Missing, s.Read, s.Misplaced)
	}
	for n := range c.NotesOf(StrayText, UnknownChild, NoServerName, NoArguments, DuplicateChild, IgnoredAttributes) {
		fmt.Fprintf(out, ", note %d %q", n.Kind, b.Slice(n.Span))
	}
	for _, kind := range []xmlcall.ProblemKind{xmlcall.BareAmpersand, xmlcall.RawLessThan, xmlcall.UnknownEntity} {
		for run, span := range c.RunsOf(kind) {
			fmt.Fprintf(out, ", run %d of %d %q", kind, len(run), b.Slice(span))
		}
	}
	for f := range c.SoundFields() {
		if f.Sections > 0 || strings.ContainsAny(f.Text, "<&") {
			fmt.Fprintf(out, ", sound %s with %d sections %q", b.Element(f.Element).Local(), f.Sections, f.Text)
		}
	}
	out.WriteString("\n")
}

func describeElement(out *strings.Builder, c *Call, i xmlcall.ElementID) {
	b := c.Block
	e := b.Element(i)
	var facts strings.Builder
	_, first := c.Indent(e.Start().Start)
	_, section := OnlySection(c.Block, i)
	text, whole := c.FieldText(i)
	flags(&facts, map[string]bool{
		"is a container": c.IsContainer(i), "holds arguments": c.HoldsArguments(i) && i != c.ArgumentsElement(), "has a name": c.HasAttribute(i, "name"),
		"is a section": section, "holds structure": c.HoldsStructure(i), "is left out of": c.LeavesOut(i), "is in a hole": len(c.Holes) > 0 && c.InHole(e.Content()),
		"is not read": !c.Reads(i), "is in other text": !first && b.Text[e.Start().Start-1] != '>',
		"has no text": !whole && i != 0 && !c.IsArguments(i) && !c.HasChildren(i),
	}, "is a container", "holds arguments", "has a name", "is a section", "holds structure", "is left out of", "is in a hole", "is not read", "is in other text", "has no text")
	if name := c.NamedBy(i); name != "" {
		fmt.Fprintf(&facts, ", represents %s", name)
	}
	if whole && text != b.Slice(e.Content()) {
		fmt.Fprintf(&facts, ", is %q", text)
	}
	if n := len(c.ProblemsIn(i)); n > 0 {
		fmt.Fprintf(&facts, ", has %d problems from %d", n, c.FirstProblem(e.Start().Start))
	}
	if span := c.WholeLines(e.Span()); span != e.Span() && e.Unclosed() {
		fmt.Fprintf(&facts, ", has the lines %q", b.Slice(span))
	}
	if facts.Len() > 0 {
		fmt.Fprintf(out, "  %s%s\n", e.Name(), facts.String())
	}
}

func describeIntent(t *testing.T, written string, o Context) string {
	t.Helper()
	in := IntentOf(written, o)
	fields, err := marshal(in.Fields)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "  %t %t %q %s\n", in.Structural, in.Swallowed, in.Extras, fields)
	for _, doubt := range in.Doubts {
		fmt.Fprintf(&b, "    ? %s: %s\n", doubt.Path, doubt.Why)
	}
	if in.Certain() && in.Text != written {
		fmt.Fprintf(&b, "    %q\n", in.Text)
	}
	return b.String()
}

// flags writes the names of those that are set, in the given order.
func flags(out *strings.Builder, set map[string]bool, order ...string) {
	for _, name := range order {
		if set[name] {
			fmt.Fprintf(out, ", %s", name)
		}
	}
}

// TestFactsOfTexts compares what texts are taken for with a file: each combination of what they
// start with, contain and end with.
func TestFactsOfTexts(t *testing.T) {
	var out strings.Builder
	for _, open := range []string{"", "{", "[", "\"", "'", "`", "$", "%", "%(", "<", "f\""} {
		for _, inner := range []string{
			"", " ", "x", "_x", "X1", "7", "-7", "true", "null", "a b", "a.b", "\"a\"", "'a'", "a: 1", "\"a\": 1", "{}", "[1]", "+", " + a + ", "+ a +", " + a", "a + ",
			" .. b .. ", " . b . ", " || b || ", ",", "\n", "\\\n", " +\n", "\nf", "\nabc", ".2f", "s", "d", "n)s", "+(a)+", "é", "a-b", "a|b", "a,b", strings.Repeat("n", 60), strings.Repeat("n", 58),
		} {
			for _, end := range []string{"", "}", "]", "\"", "'", "`", ">", "%"} {
				text := open + inner + end
				var is strings.Builder
				flags(&is, map[string]bool{
					"starts like JSON": startsLikeJSON(text), "looks like JSON": LooksLikeJSON(text), "is filled in": isFilledIn(text), "is formatted": isFormatted(text),
				}, "starts like JSON", "looks like JSON", "is filled in", "is formatted")
				if is.Len() > 0 {
					fmt.Fprintf(&out, "%q%s\n", text, is.String())
				}
			}
		}
	}
	golden.File(t, filepath.Join("testdata", "texts.txt"), []byte(out.String()))
}

// TestTokenAt checks that the token at each offset of a call is the one that is there, and that
// there is none before and after the call.
func TestTokenAt(t *testing.T) {
	const before = "text "
	for _, text := range []string{sound, "<tool/>", "<tool>a &amp; b<x y='z'/><!-- c --><![CDATA[d]]></tool>", "<tool><a>b"} {
		c := factsOf(before+text+" text", Surroundings{})
		for at := range len(before + text + " text") {
			var want *xmlcall.Token
			for i := range c.Block.Tokens {
				if s := c.Block.Tokens[i].Span(); s.Start <= at && at < s.End {
					want = &c.Block.Tokens[i]
				}
			}
			if got, ok := c.TokenAt(at); ok != (want != nil) || ok && got != *want {
				t.Errorf("%s: at %d: %v, %t", text, at, got.Span(), ok)
			}
		}
		if _, ok := c.TokenAt(c.Block.Span.End); ok && c.Block.Delimiters == xmlcall.Closed {
			t.Errorf("%s: a token after the end", text)
		}
	}
}

// TestPayload checks which calls have JSON in place of elements: all of them, or the arguments.
func TestPayload(t *testing.T) {
	for content, want := range map[string]PayloadKind{
		`{"tool_name": "x"}`: CallPayload, "```json\n{\"tool_name\": \"x\"}\n```": CallPayload, "```\n{\"tool_name\": \"x\"}\n```": CallPayload,
		"{\"tool_name\": \"x\"}\n```": CallPayload, "```json\n{\"tool_name\": \"x\"}": NoPayload, `{}`: NoPayload, `["x"]`: NoPayload,
		`{"a": 1}<tool_name>x</tool_name>`: NoPayload, `{"a": 1}<arguments/>`: NoPayload, `{"a": "<b>"}`: CallPayload,
		`<tool_name>x</tool_name><arguments>{"a": 1}</arguments>`: ArgumentsPayload, `<tool_name>x</tool_name><arguments>["a"]</arguments>`: ArgumentsPayload,
		`<tool_name>x</tool_name><arguments>{"a": 1}<b>c</b></arguments>`: NoPayload, `<tool_name>x</tool_name><arguments>{"a": "<b>c</b>"}</arguments>`: ArgumentsPayload,
		`<tool_name>x</tool_name><arguments>{}</arguments>`: NoPayload,
	} {
		if got := factsOf("<tool>"+content+"</tool>", Surroundings{}).Payload.Kind; got != want {
			t.Errorf("%s: %d, want %d", content, got, want)
		}
	}
}
