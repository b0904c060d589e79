package lsp

import (
	"encoding/json"
	"sort"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// action is a code action as a client reads it.
type action struct {
	Title       string           `json:"title"`
	Kind        string           `json:"kind"`
	IsPreferred bool             `json:"isPreferred"`
	Diagnostics []testDiagnostic `json:"diagnostics"`
	Edit        *testEdit        `json:"edit"`
	Data        json.RawMessage  `json:"data"`
	raw         string
}

type testEdit struct {
	Changes         map[string][]testTextEdit `json:"changes"`
	DocumentChanges []struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version *int   `json:"version"`
		} `json:"textDocument"`
		Edits []testTextEdit `json:"edits"`
	} `json:"documentChanges"`
}

type testTextEdit struct {
	Range   testRange `json:"range"`
	NewText string    `json:"newText"`
}

// actions asks for code actions; context is what follows "diagnostics" in it.
func (c *testClient) actions(at, context string) []action {
	c.t.Helper()
	var raws []json.RawMessage
	c.result("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+at+`,"context":{"diagnostics":[]`+context+`}}`, &raws)
	as := make([]action, len(raws))
	for i, raw := range raws {
		as[i].raw = string(raw)
		if err := json.Unmarshal(raw, &as[i]); err != nil {
			c.t.Fatal(err)
		}
	}
	return as
}

func titles(as []action) string {
	var all []string
	for _, a := range as {
		all = append(all, a.Title)
	}
	return strings.Join(all, "|")
}

// find returns the action with a title.
func find(t *testing.T, as []action, title string) action {
	t.Helper()
	for _, a := range as {
		if a.Title == title {
			return a
		}
	}
	t.Fatalf("no action %q among %s", title, titles(as))
	return action{}
}

// apply applies the edit's changes to a text, counting in UTF-16. It is
// written against the protocol, not with the server's mapper.
func (e *testEdit) apply(t *testing.T, text string) string {
	t.Helper()
	var edits []testTextEdit
	for _, more := range e.Changes {
		edits = append(edits, more...)
	}
	for _, doc := range e.DocumentChanges {
		edits = append(edits, doc.Edits...)
	}
	offset := func(line, character int) int {
		i := 0
		for ; line > 0; line-- {
			i += strings.IndexByte(text[i:], '\n') + 1
		}
		for character > 0 {
			r, size := utf8.DecodeRuneInString(text[i:])
			i += size
			character -= utf16.RuneLen(r)
		}
		return i
	}
	sort.Slice(edits, func(i, j int) bool {
		a, b := edits[i].Range.Start, edits[j].Range.Start
		return a.Line > b.Line || a.Line == b.Line && a.Character > b.Character
	})
	for _, e := range edits {
		start, end := offset(e.Range.Start.Line, e.Range.Start.Character), offset(e.Range.End.Line, e.Range.End.Character)
		text = text[:start] + e.NewText + text[end:]
	}
	return text
}

const codeActionText = "😀 & x\n$ & ~\n"

func TestCodeActions(t *testing.T) {
	c := start(t, Options{}, `{}`)
	c.open(aURI, 1, codeActionText)
	for _, test := range []struct{ name, at, context, want string }{
		{"on a finding", rangeJSON(0, 3, 0, 4), ``, "Escape as &amp;|Remove|Fix all: unescaped-ampersand|Fix all safe problems"},
		{"cursor before", rangeJSON(0, 3, 0, 3), ``, "Escape as &amp;|Remove|Fix all: unescaped-ampersand|Fix all safe problems"},
		{"cursor behind", rangeJSON(0, 4, 0, 4), ``, "Escape as &amp;|Remove|Fix all: unescaped-ampersand|Fix all safe problems"},
		{"beside", rangeJSON(0, 5, 0, 6), ``, "Fix all safe problems"},
		{"only one of its kind", rangeJSON(1, 0, 1, 0), ``, "Write USD|Fix all safe problems"},
		{"nothing safe", rangeJSON(1, 4, 1, 5), `,"only":["quickfix"]`, "Remove"},
		{"everything", rangeJSON(0, 0, 9, 0), ``, "Escape as &amp;|Remove|Write USD|Escape as &amp;|Remove|Remove|Fix all: unescaped-ampersand|Fix all safe problems"},
		{"by itself", rangeJSON(0, 3, 0, 4), `,"triggerKind":2`, "Escape as &amp;|Remove|Fix all: unescaped-ampersand"},
		{"by itself, beside", rangeJSON(0, 5, 0, 6), `,"triggerKind":2`, ""},
		{"invoked", rangeJSON(0, 5, 0, 6), `,"triggerKind":1`, "Fix all safe problems"},
		{"on save", rangeJSON(0, 0, 2, 0), `,"triggerKind":2,"only":["source.fixAll"]`, "Fix all safe problems"},
		{"exact kind", rangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.forge"]`, "Fix all safe problems"},
		{"parent of parent", rangeJSON(0, 0, 2, 0), `,"only":["source"]`, "Fix all safe problems"},
		{"sibling", rangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.eslint","source.organizeImports"]`, ""},
		{"no prefix by letters", rangeJSON(0, 0, 2, 0), `,"only":["source.fix","quick"]`, ""},
		{"child", rangeJSON(0, 0, 2, 0), `,"only":["source.fixAll.forge.more","quickfix.more"]`, ""},
		{"empty kind", rangeJSON(1, 0, 1, 0), `,"only":[""]`, "Write USD|Fix all safe problems"},
		{"refactor", rangeJSON(0, 0, 2, 0), `,"only":["refactor"]`, ""},
		{"no kinds", rangeJSON(1, 0, 1, 0), `,"only":[]`, "Write USD|Fix all safe problems"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := titles(c.actions(test.at, test.context)); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestCodeActionContent(t *testing.T) {
	c := start(t, Options{}, `{}`)
	c.open(aURI, 1, codeActionText)
	as := c.actions(rangeJSON(0, 3, 0, 4), ``)
	for title, want := range map[string]struct {
		kind      string
		preferred bool
		ranges    string
		text      string
	}{
		"Escape as &amp;":              {"quickfix", true, "0:3-0:4", "😀 &amp; x\n$ & ~\n"},
		"Remove":                       {"quickfix", false, "0:3-0:4", "😀  x\n$ & ~\n"},
		"Fix all: unescaped-ampersand": {"quickfix", false, "0:3-0:4", "😀 &amp; x\n$ &amp; ~\n"},
		"Fix all safe problems":        {"source.fixAll.forge", false, "", "😀 &amp; x\nUSD &amp; ~\n"},
	} {
		a := find(t, as, title)
		if a.Kind != want.kind || a.IsPreferred != want.preferred || ranges(a.Diagnostics) != want.ranges {
			t.Errorf("got %s", a.raw)
		}
		if a.Edit == nil || len(a.Edit.Changes) != 1 || a.Edit.Changes[aURI] == nil {
			t.Fatalf("no changes of the document: %s", a.raw)
		}
		if got := a.Edit.apply(t, codeActionText); got != want.text {
			t.Errorf("%s: %q, want %q", title, got, want.text)
		}
	}
	// A suggested fix is not preferred even where it is the only one.
	if a := find(t, c.actions(rangeJSON(1, 4, 1, 5), `,"only":["quickfix"]`), "Remove"); a.IsPreferred {
		t.Errorf("got %s", a.raw)
	}
}

func TestVersionedEdits(t *testing.T) {
	c := start(t, Options{}, `{"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
	c.open(aURI, 41, codeActionText)
	c.change(aURI, 42, part(0, 0, 0, 0, "x"))
	for _, a := range c.actions(rangeJSON(0, 4, 0, 4), ``) {
		if a.Edit == nil || a.Edit.Changes != nil || len(a.Edit.DocumentChanges) != 1 {
			t.Fatalf("got %s", a.raw)
		}
		doc := a.Edit.DocumentChanges[0]
		if doc.TextDocument.URI != aURI || doc.TextDocument.Version == nil || *doc.TextDocument.Version != 42 {
			t.Errorf("got %s", a.raw)
		}
	}
}

func TestResolve(t *testing.T) {
	fixed := 0
	c := start(t, Options{analyze: fakeAnalyze, fixAll: func(_, text string, kind transcript.Kind, keep func(*diagnostics.Finding) bool) string {
		fixed++
		return fakeFixAll("", text, kind, keep)
	}}, `{"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}},"workspace":{"workspaceEdit":{"documentChanges":true}}}`)
	c.open(aURI, 1, codeActionText)
	as := c.actions(rangeJSON(0, 3, 0, 4), ``)
	if find(t, as, "Escape as &amp;").Edit == nil {
		t.Error("a fix that is at hand should be sent with the action")
	}
	for title, want := range map[string]string{
		"Fix all: unescaped-ampersand": "😀 &amp; x\n$ &amp; ~\n",
		"Fix all safe problems":        "😀 &amp; x\nUSD &amp; ~\n",
	} {
		a := find(t, as, title)
		if a.Edit != nil {
			t.Errorf("%s has an edit before it is resolved", title)
		}
		before := fixed
		var resolved action
		c.result("codeAction/resolve", strings.Replace(a.raw, `{`, `{"unknown":[1],`, 1), &resolved)
		if resolved.Title != title || resolved.Edit == nil {
			t.Fatalf("got %+v", resolved)
		}
		if got := resolved.Edit.apply(t, codeActionText); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
		if fixed != before+1 {
			t.Errorf("%d computations", fixed-before)
		}
	}

	stale := find(t, as, "Fix all safe problems")
	c.change(aURI, 2, whole("&"))
	wantError(t, c.call("codeAction/resolve", stale.raw), contentModified)
	c.notify("textDocument/didClose", `{"textDocument":{"uri":"file:///a.md"}}`)
	wantError(t, c.call("codeAction/resolve", stale.raw), contentModified)

	var same action
	c.result("codeAction/resolve", `{"title":"not ours","data":{"x":1}}`, &same)
	if same.Title != "not ours" || same.Edit != nil {
		t.Errorf("got %+v", same)
	}
}

// What other servers say about the document is their business.
func TestForeignDiagnosticsInContext(t *testing.T) {
	c := start(t, Options{}, `{}`)
	c.open(aURI, 1, "&")
	var as []action
	c.result("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+rangeJSON(0, 0, 0, 0)+
		`,"context":{"diagnostics":[{"range":7,"code":99999999999,"severity":"x"},null]}}`, &as)
	if titles(as) != "Escape as &amp;|Remove|Fix all safe problems" {
		t.Errorf("got %s", titles(as))
	}
	wantError(t, c.call("textDocument/codeAction", `{"textDocument":{"uri":"file:///a.md"},"range":`+rangeJSON(-1, 0, 0, 0)+`,"context":{}}`), invalidParams)
}

// One analysis serves the diagnostics and every code action.
func TestAnalyzedOnce(t *testing.T) {
	analyses := make(chan string, 100)
	c := start(t, Options{fixAll: fakeFixAll, analyze: func(_, text string, kind transcript.Kind, _ *diagnostics.Result) *diagnostics.Result {
		analyses <- text
		return fakeAnalyze("", text, kind, nil)
	}}, `{}`)
	c.open(aURI, 1, "& &")
	c.awaitVersion(aURI, 1)
	for range 5 {
		c.actions(rangeJSON(0, 0, 0, 0), ``)
	}
	if len(analyses) != 1 {
		t.Errorf("%d analyses", len(analyses))
	}
}

// A fix may end between the two bytes of a line end, where no position is.
func TestFixInsideLineEnd(t *testing.T) {
	const text = "a\r\nb"
	c := start(t, Options{
		fixAll: func(string, string, transcript.Kind, func(*diagnostics.Finding) bool) string { return "a\nb" },
		analyze: func(_, text string, kind transcript.Kind, _ *diagnostics.Result) *diagnostics.Result {
			cr := strings.IndexByte(text, '\r')
			span := xmlcall.Span{Start: cr, End: cr + 1}
			return &diagnostics.Result{File: transcript.Read(text, kind), Findings: []diagnostics.Finding{{Code: "cr", Call: -1, Span: span, Fixes: []diagnostics.Fix{
				{Title: "Keep it", Edits: []diagnostics.Edit{{Span: span, Text: "&#13;"}}},
			}}}}
		},
	}, `{}`)
	c.open(aURI, 1, text)
	as := c.actions(rangeJSON(0, 0, 1, 0), ``)
	for title, want := range map[string]string{"Keep it": "a&#13;\nb", "Fix all safe problems": "a\nb"} {
		if got := find(t, as, title).Edit.apply(t, text); got != want {
			t.Errorf("%s: %q, want %q", title, got, want)
		}
	}
}

func FuzzDifference(f *testing.F) {
	f.Add("a\r\nb", "a\nb")
	f.Add("😀", "😁")
	f.Add("aaa", "aa")
	f.Add("\xc3x", "é")
	f.Fuzz(func(t *testing.T, old, new string) {
		edits := difference(old, new)
		if (len(edits) == 0) != (old == new) {
			t.Fatalf("%q → %q: %v", old, new, edits)
		}
		for _, e := range edits {
			if got := old[:e.Span.Start] + e.Text + old[e.Span.End:]; got != new {
				t.Fatalf("%q → %q: %v gives %q", old, new, e, got)
			}
			if w := widen(old, e); w != e {
				t.Fatalf("%q → %q: %v has no positions", old, new, e)
			}
		}
	})
}
