package lsp

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
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

// TestFixAllOfInformation checks that in a document fix-all ignores findings that are
// informational: an example may be shorter than a call. So it is not offered there, but
// it is in a reply.
func TestFixAllOfInformation(t *testing.T) {
	text := strings.ReplaceAll(inCall("a")+"\n"+inCall("b"), "<server_name>local</server_name>", "")
	for language, want := range map[string]string{
		"markdown": "Insert `<server_name>`",
		"xml":      "Insert `<server_name>`|Fix all: missing-server-name|Fix all safe problems",
	} {
		c := start(t, Config{}, `{}`)
		uri := map[string]string{"markdown": "file:///a.md", "xml": "file:///a.xml"}[language]
		c.open(uri, 1, text)
		var as []action
		c.Result("textDocument/codeAction", `{"textDocument":{"uri":`+wire.Quote(uri)+`},"range":`+wire.RangeJSON(0, 0, 0, 9)+`,"context":{"diagnostics":[]}}`, &as)
		var got []string
		for _, a := range as {
			if !strings.HasPrefix(a.Title, "Disable ") {
				got = append(got, a.Title)
			}
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}

// TestConcurrentCodeActions checks that requests for one text prove fixes of one result
// concurrently.
func TestConcurrentCodeActions(t *testing.T) {
	text := inCall("if a && b { x := m[i[0]]]>y } < z")
	c := openAs(t, "markdown", text)
	var ids []int
	for range 50 {
		ids = append(ids, c.Send("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+wire.RangeJSON(0, 0, 5, 0)+`,"context":{"diagnostics":[]}}`))
	}
	first := c.Answer(ids[0])
	if !strings.Contains(string(first.Result), "Fix all in this call") {
		t.Fatalf("got %v", first)
	}
	for _, id := range ids {
		if got := c.Answer(id); string(got.Result) != string(first.Result) {
			t.Fatalf("got %v\nwant %v", got, first)
		}
	}
}

// TestFixInsideLineEnd checks a fix that ends between the two bytes of a line end,
// where there is no position.
func TestFixInsideLineEnd(t *testing.T) {
	const before = "a\r\nb"
	c := start(t, Config{
		analyze: func(_ string, t text.Text, kind document.Kind, _ func() *diagnostics.Document) *diagnostics.Document {
			text := t.String()
			cr := strings.IndexByte(text, '\r')
			span := xmlcall.Span{Start: cr, End: cr + 1}
			return diagnostics.Options{}.Open(t, kind).Reporting([]diagnostics.Diagnostic{{
				Code: "cr", Severity: diagnostics.Warning, Fixes: []diagnostics.Fix{
					{Title: "Drop it", Edits: []diagnostics.Edit{{Span: span}}},
					{Title: "Keep it", Edits: []diagnostics.Edit{{Span: span, Text: "&#13;"}}},
				}, Call: -1, Span: span,
			}})
		},
	}, `{}`)
	c.open(aURI, 1, before)
	as := c.actions(wire.RangeJSON(0, 0, 1, 0), ``)
	for title, want := range map[string]string{"Drop it": "a\nb", "Keep it": "a&#13;\nb"} {
		if got := find(t, as, title).Edit.apply(before); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

// FuzzWiden checks that an edit is widened to places that have positions, with the same
// effect.
func FuzzWiden(f *testing.F) {
	f.Add("a\r\nb", 1, 2, "\n")
	f.Add("a\r\nb", 2, 2, "c")
	f.Add("😀", 1, 3, "x")
	f.Add("\xc3x", 0, 1, "é")
	f.Fuzz(func(t *testing.T, old string, start, end int, added string) {
		if start < 0 || end < start || end > len(old) {
			return
		}
		apply := func(e diagnostics.Edit) string { return old[:e.Span.Start] + e.Text + old[e.Span.End:] }
		e := diagnostics.Edit{Span: xmlcall.Span{Start: start, End: end}, Text: added}
		w := widen(text.New(old), e)
		if apply(w) != apply(e) {
			t.Fatalf("%q: %v became %v", old, e, w)
		}
		for _, at := range []int{w.Span.Start, w.Span.End} {
			if p := text.New(old).Position(at, text.UTF8); text.New(old).Offset(p, text.UTF8) != at {
				t.Fatalf("%q: %v: there is no position %d", old, w, at)
			}
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

// actions formats the code actions at a place: the kind, the title, and whether they need
// confirmation.
func (q *question) actions() string {
	offered, _ := q.offered()
	var b strings.Builder
	for _, a := range offered {
		fmt.Fprintf(&b, "%s: %s", a.Kind, a.Title)
		if a.IsPreferred {
			b.WriteString(" (preferred)")
		}
		if a.Edit != nil {
			for _, c := range a.Edit.ChangeAnnotations {
				fmt.Fprintf(&b, " (%q, %q, confirm: %v)", c.Label, c.Description, c.NeedsConfirmation)
			}
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
