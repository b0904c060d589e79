package notes

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// noteCodes are the labels of the conformance cases that are fully covered by a note.
var noteCodes = map[NoteKind]string{
	DoubleEscape: "double-escaped-entity", ReferenceInSection: "entity-in-cdata",
	MixedField: "mixed-encoding", PaddedSection: "padded-cdata", ToolTagInSection: "call-start-in-content",
	ThinkingTag: "thinking-tag-in-call", IgnoredAttributes: "ignored-attribute", IgnoredPrefix: "ignored-prefix",
	NoToolName: "missing-tool-name", PaddedToolName: "padded-tool-name",
	NoServerName: "missing-server-name", OtherServer: "unrouted-server", NoArguments: "missing-arguments",
	UnknownChild: "unknown-element", DuplicateChild: "duplicate-element", StrayText: "stray-text",
}

// reportedOtherwise are the cases whose notes are reported in another way: the
// attribute is in markup that is dropped as a whole, the element is an argument in the
// wrong place.
var reportedOtherwise = []string{"d-amp-15", "d-env-08"}

// TestNotes checks the notes on every block that the runtime reads against the labels
// of the cases.
func TestNotes(t *testing.T) {
	codes := slices.Collect(maps.Values(noteCodes))
	found := 0
	for _, c := range cases.Load(t, "assistant") {
		blocks := slices.Collect(xmlcall.Blocks(c.Text, xmlcall.Options{}))
		if slices.Contains(reportedOtherwise, c.ID) || slices.ContainsFunc(blocks, func(b *xmlcall.Block) bool {
			return b.Verdict().Outcome == xmlcall.Refused && b.Verdict().Fallback
		}) {
			continue
		}
		var want, got []string
		line := func(code string, s xmlcall.Span) string { return fmt.Sprintf("%d-%d %s", s.Start, s.End, code) }
		for _, l := range c.Labels {
			if slices.Contains(codes, l.Code) {
				want = append(want, line(l.Code, span(l.Start, l.End)))
			}
		}
		for _, b := range blocks {
			if b.NumElements() == 1 { // nothing but text, which has one label of its own
				continue
			}
			for _, n := range Of(b) {
				got = append(got, line(noteCodes[n.Kind], n.Span))
			}
		}
		found += len(want)
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-case +note):\n%s\n%s", c.ID, diff, c.Text[:min(len(c.Text), 600)])
		}
	}
	t.Logf("%d labels", found)
}

// FuzzOf checks that notes are sorted by position, inside the block and on an element
// of it, and that a call without a name has a note about that even if nothing else is
// wrong.
func FuzzOf(f *testing.F) {
	for _, c := range cases.Load(f, "assistant", "document", "escape") {
		if len(c.Text) < 1<<16 {
			f.Add(c.Text)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, ok := xmlcall.Find(text, 0); !ok {
			text = "<tool>" + text + "</tool>"
		}
		for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
			at, named := b.Span.Start, true
			for _, n := range Of(b) {
				if n.Span.Start < at || n.Span.Len() <= 0 || n.Span.End > b.Span.End || n.Element < 0 || int(n.Element) >= b.NumElements() {
					t.Fatalf("note %+v: span or element\n%q", n, text)
				}
				at = n.Span.Start
				named = named && n.Kind != NoToolName
			}
			if named != (b.ToolName() != "") {
				t.Fatalf("noted that there is a name: %v, but the tool is %q\n%q", named, b.ToolName(), b.Source())
			}
		}
	})
}
