package lsp

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// openAs starts a session with one document, for actions.
func openAs(t *testing.T, language, text string) *testClient {
	t.Helper()
	c := start(t, Config{}, `{}`)
	c.Notify("textDocument/didOpen", `{"textDocument":{"uri":"file:///a.md","languageId":`+wire.Quote(language)+`,"version":1,"text":`+wire.Quote(text)+`}}`)
	return c
}

// TestPreferredFix checks that the first safe fix of a finding is preferred, wherever
// it is among its fixes, and that a suggested one never is.
func TestPreferredFix(t *testing.T) {
	for _, test := range []struct{ name, text, at, preferred string }{
		{"the first", inCall("a & b"), wire.RangeJSON(1, 2, 1, 2), "Escape as `&amp;`"},
		// One of two ampersands alone would look like text that is already escaped.
		{"not the first", inCall("a & b & c"), wire.RangeJSON(1, 2, 1, 2), "Escape all in `<content>`"},
		{"a suggestion", inCall("a &nbsp; b"), wire.RangeJSON(1, 3, 1, 3), ""},
		{"beside one that is in doubt", inCall("a &nbsp; b & c"), wire.RangeJSON(1, 11, 1, 11), ""},
		{"an intended bad example", "Wrong:\n\n" + inCall("a & b"), wire.RangeJSON(3, 2, 3, 2), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := openAs(t, "markdown", test.text)
			fixes, preferred := 0, ""
			for _, a := range c.actions(test.at, `,"only":["quickfix"]`) {
				if len(a.Diagnostics) == 1 && !strings.HasPrefix(a.Title, "Disable ") {
					fixes++
				}
				if a.IsPreferred {
					preferred += a.Title
				}
			}
			if fixes < 2 || preferred != test.preferred {
				t.Errorf("of %d fixes %q is preferred, want %q", fixes, preferred, test.preferred)
			}
		})
	}
}

// TestFixCallOfEach checks that it is offered on one finding of several, and once for
// several calls' findings each.
func TestFixCallOfEach(t *testing.T) {
	text := inCall("a & b & c") + "\n" + inCall("d & e < f") + "\n" + inCall("g & h")
	c := openAs(t, "markdown", text)
	for at, want := range map[string]int{wire.RangeJSON(1, 2, 1, 3): 1, wire.RangeJSON(0, 0, 99, 0): 2, wire.RangeJSON(9, 2, 9, 3): 0} {
		if got := strings.Count(titles(c.actions(at, `,"only":["quickfix"]`)), "Fix all in this call"); got != want {
			t.Errorf("%s: offered %d times, want %d", at, got, want)
		}
	}
}

// FuzzTextEdits checks that edits are widened to places that have positions, with the same
// effect: there is none between the two bytes of a line end.
func FuzzTextEdits(f *testing.F) {
	f.Add("a\r\nb", 1, 2, "\n")
	f.Add("a\r\nb", 2, 2, "c")
	f.Add("😀", 1, 3, "x")
	f.Add("\xc3x", 0, 1, "é")
	f.Fuzz(func(t *testing.T, old string, start, end int, added string) {
		if start < 0 || end < start || end > len(old) {
			return
		}
		s, of := &server{client: client{encoding: protocol.PositionEncodingKindUTF8}}, text.New(old)
		e := diagnostics.Edit{Span: xmlcall.Span{Start: start, End: end}, Text: added}
		edit := s.textEdits(&snapshot{pending: of.Pending()}, []diagnostics.Edit{e})[0]
		at := func(p protocol.Position) int {
			return of.Offset(text.Position{Line: int(p.Line), Column: int(p.Character)}, text.UTF8)
		}
		if got, want := old[:at(edit.Range.Start)]+edit.NewText+old[at(edit.Range.End):], old[:start]+added+old[end:]; got != want {
			t.Errorf("%q: %v became %v: %q, want %q", old, e, edit, got, want)
		}
	})
}

func init() {
	questions["action"] = (*question).action
	questions["actions"] = (*question).actions
}

// offered asks for code actions at the place. Arguments that start with "only:" are
// requested kinds; the others are returned.
func (q *question) offered() (actions []action, rest []string) {
	var only []string
	for _, a := range q.arguments {
		if kind, ok := strings.CutPrefix(a, "only:"); ok {
			only = append(only, wire.Quote(kind))
		} else {
			rest = append(rest, a)
		}
	}
	_, at, _ := strings.Cut(q.position(), ":")
	context := `{"diagnostics":[]}`
	if only != nil {
		context = `{"diagnostics":[],"only":[` + strings.Join(only, ",") + `]}`
	}
	q.ask("textDocument/codeAction", `,"range":{"start":`+at+`,"end":`+at+`},"context":`+context, &actions)
	return actions, rest
}

// actions formats the code actions at a place: the kind and the title.
func (q *question) actions() string {
	offered, _ := q.offered()
	var b strings.Builder
	for _, a := range offered {
		fmt.Fprintf(&b, "%s: %s", a.Kind, a.Title)
		if a.IsPreferred {
			b.WriteString(" (preferred)")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// action formats the files that an action changes, after the change.
func (q *question) action() string {
	offered, words := q.offered()
	a := find(q.T, offered, strings.Join(words, " "))
	var b strings.Builder
	for _, change := range a.Edit.DocumentChanges {
		name := q.nameOf(cmp.Or(change.TextDocument.URI, change.URI))
		if change.Kind != "" {
			fmt.Fprintf(&b, "%s %s\n", change.Kind, name)
			continue
		}
		fmt.Fprintf(&b, "%s:\n%s", name, wire.Apply(q.texts[name], change.Edits, "utf-16"))
	}
	return b.String()
}
