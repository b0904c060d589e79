package diagnostics_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestOutcomeOfReplies compares the calls of replies with what the live runtime ran of each:
// one call, none that it could read, or none at all.
func TestOutcomeOfReplies(t *testing.T) {
	compared := map[string]int{}
	for _, c := range cases.Load(t, "assistant") {
		if c.Oracle.Runtime == nil {
			continue
		}
		want := c.Oracle.Runtime.Whole
		if c.Oracle.Runtime.PerRune != nil {
			want = *c.Oracle.Runtime.PerRune
		}
		compared[want.Kind]++
		inOne := c.Oracle.Runtime.Whole
		depends := inOne.Kind != want.Kind || inOne.Tool != want.Tool || inOne.ArgumentsXML != want.ArgumentsXML
		if depends {
			compared["depends on the stream"]++
		}
		res := diagnostics.Options{}.Opened(c.Text, document.Reply)
		read, refused := 0, 0
		for i := range res.Calls {
			call := &res.Calls[i]
			if says := strings.Contains(call.Why(nil), "cuts its stream"); says != depends && call.Outcome() != diagnostics.NoCall {
				t.Errorf("%s: %v (%s): what runs depends on the stream: %v", c.ID, call.Outcome(), call.Why(nil), depends)
			}
			switch {
			case call.By() == diagnostics.ByReader:
				refused++
			case call.Outcome() != diagnostics.NoCall && call.Outcome() != diagnostics.Ignored:
				read++
				b := call.Received()
				if b.ToolName() != want.Tool || b.ServerName() != want.Server {
					t.Errorf("%s: runs %s of %s, want %s of %s", c.ID, b.ToolName(), b.ServerName(), want.Tool, want.Server)
				}
				if got := argumentsXML(b); want.Kind == "call" && !want.Fallback && got != want.ArgumentsXML {
					t.Errorf("%s: runs with %q, want %q", c.ID, got, want.ArgumentsXML)
				}
			}
		}
		if (read == 1) != (want.Kind == "call") || read > 1 || (refused > 0) != (want.Kind == "parse_error") {
			t.Errorf("%s: %d calls are read and %d refused, want %s", c.ID, read, refused, want.Kind)
		}
	}
	t.Logf("%v", compared)
}

func argumentsXML(b *xmlcall.Block) string {
	at, ok := b.Child(b.Envelope(), "arguments")
	if !ok {
		return ""
	}
	return b.Slice(b.Element(at).Content())
}

// TestOutcomes checks the outcomes of the texts that all places are compared with.
func TestOutcomes(t *testing.T) {
	seen := map[string]bool{}
	for _, text := range cases.Outcomes(t) {
		r := diagnostics.Options{}.Opened(text.Text, document.KindOf(text.File))
		var got []cases.OutcomeCall
		for i := range r.Calls {
			c := &r.Calls[i]
			if c.Outcome() != diagnostics.NoCall {
				line := 1 + strings.Count(text.Text[:c.Span.Start], "\n")
				got = append(got, cases.OutcomeCall{Line: line, Tool: c.Block().ToolName(), Outcome: c.Outcome().String(), By: string(c.By())})
			}
			seen[fmt.Sprint(c.Outcome(), c.By())] = true
		}
		if diff := cmp.Diff(text.Calls, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text.File, diff)
		}
	}
	if len(seen) != len(diagnostics.Outcomes)+2 { // calls are refused by two, and an empty block is not one
		t.Errorf("seen: %v", seen)
	}
}
