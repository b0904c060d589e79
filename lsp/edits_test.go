package lsp

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/test/cases"
	"github.com/entrhq/forge-lsp/internal/test/edits"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	newtext "github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var (
	editCount = flag.Int("edits", 200, "how many edits TestEdits makes")
	editsFrom = flag.Int("edits-from", 0, "the first chain of edits that TestEdits makes")
	seedFiles = flag.String("seeds", "", "a folder with more texts for TestEdits to edit")
)

// TestEdits checks that what a client is sent about an edited document equals the
// analysis of its text, with places counted from the start of the text. It draws texts
// and edits with package edits, in chains of 25, in all encodings of columns, for
// clients that pull diagnostics and for those that do not.
//
//	go test ./lsp -run TestEdits -edits 100000
//
// makes more; -edits-from 17 -edits 1 repeats those of chain 17.
func TestEdits(t *testing.T) {
	var texts []string
	for _, c := range cases.Load(t, "assistant", "document", "stream") {
		texts = append(texts, c.Text)
	}
	source := edits.Load(t, "..", *seedFiles, texts...).Valid()
	var sessions []*editing
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for _, pulls := range []bool{true, false} {
			sessions = append(sessions, newEditing(t, encoding, pulls))
		}
	}
	made, large := 0, 0
	for number := *editsFrom; made < *editCount; number++ {
		e := sessions[number%len(sessions)]
		m, l := e.chain(source, number)
		made, large = made+m, large+l
		if t.Failed() {
			return
		}
	}
	t.Logf("%d edits, %d (%.1f %%) of them with a mark", made, large, 100*float64(large)/float64(made))
}

// editing is a session in which documents are edited.
type editing struct {
	*testClient
	encoding string
	pulls    bool
}

func newEditing(t *testing.T, encoding string, pulls bool) *editing {
	pull := ""
	if pulls {
		pull = `,"diagnostic":{"relatedInformation":true}`
	}
	c := start(t, Config{}, fmt.Sprintf(`{"general":{"positionEncodings":[%q]},"workspace":{"diagnostics":{"refreshSupport":true}},`+
		`"textDocument":{"publishDiagnostics":{"relatedInformation":true}%s}}`, encoding, pull))
	return &editing{c, encoding, pulls}
}

// chain opens a document, edits it, and checks the reports after each edit.
func (e *editing) chain(source *edits.Source, number int) (made, large int) {
	r := rand.New(rand.NewPCG(9, uint64(number)))
	uri := fmt.Sprintf("file:///%d.%s", number, []string{"md", "xml", "log", "txt"}[r.IntN(4)])
	text := source.Text(r, 500+r.IntN(16<<10))
	chain := source.Chain(r)
	e.open(uri, 0, text)
	for version := 1; version <= 25 && len(text) < 64<<10; version++ {
		var changes []string
		for range 1 + r.IntN(8)/7*r.IntN(4) { // usually one
			edit := chain.Next(text, nil)
			made++
			if edit.IsLarge(nil) {
				large++
			}
			changes = append(changes, e.part(text, edit))
			text = edit.Apply(text)
		}
		if r.IntN(40) == 0 {
			changes = append(changes, wire.Whole(text+"\n"))
			text += "\n"
		}
		e.changeAndSave(uri, version, changes)
		if !e.check(uri, version, text, changes) {
			return made, large
		}
	}
	e.checkActions(uri, text, r)
	e.close(uri)
	e.Forget(func(wire.Message) bool { return true })
	return made, large
}

// changeAndSave changes a document and, together with that, saves it, so that nothing is held back.
func (e *editing) changeAndSave(uri string, version int, changes []string) {
	change := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":%q,"version":%d},"contentChanges":[%s]}}`,
		uri, version, strings.Join(changes, ","))
	e.Raw(wire.Frame(change) + wire.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didSave","params":{"textDocument":{"uri":%q}}}`, uri)))
}

// part converts an edit of a text to a change of a document.
func (e *editing) part(text string, edit edits.Edit) string {
	from, to := wire.PositionOf(text, edit.From, e.encoding), wire.PositionOf(text, edit.To, e.encoding)
	return wire.Part(from.Line, from.Character, to.Line, to.Character, edit.With)
}

func (e *editing) close(uri string) {
	e.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(uri)+`}}`)
}

// check compares the reports about a version of a document with the analysis of its
// text.
func (e *editing) check(uri string, version int, text string, changes []string) bool {
	e.T.Helper()
	var got []wire.Diagnostic
	if e.pulls {
		got = e.pull(uri, "").Items
	} else {
		got = e.AwaitVersion(uri, version).Diagnostics
	}
	found := slices.Collect(diagnostics.Options{}.Open(newtext.New(text), document.Recognize(nameOf(uri, "markdown"), text)).Diagnostics())
	shown := map[int]bool{} // the calls with a placeholder
	found = slices.DeleteFunc(found, func(f diagnostics.Finding) bool {
		again := f.IsPlaceholder() && shown[f.Call]
		shown[f.Call] = shown[f.Call] || f.IsPlaceholder()
		return again
	})
	if len(found) > maxShown {
		return true // not all of them are sent
	}
	for i := range max(len(got), len(found)) {
		is, should := "nothing", "nothing"
		if i < len(got) {
			is = described(&got[i])
		}
		if i < len(found) {
			should = e.expected(text, &found[i])
		}
		if is != should {
			e.T.Errorf("%s in %s, version %d, after %s: diagnostic %d of %d\n got %s\nwant %s\n%q",
				uri, e.encoding, version, strings.Join(changes, " "), i, len(found), is, should, text)
			return false
		}
	}
	return true
}

// described returns the content of a diagnostic.
func described(d *wire.Diagnostic) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%v %d %s %s", d.Range, d.Severity, d.Code, d.Message)
	for _, r := range d.Related {
		fmt.Fprintf(&b, "\n%v %s", r.Location.Range, r.Message)
	}
	return b.String()
}

// expected returns the expected content of the diagnostic of a finding.
func (e *editing) expected(text string, f *diagnostics.Finding) string {
	place := func(s xmlcall.Span) wire.Range {
		s = f.Place(s)
		return wire.Range{Start: wire.PositionOf(text, s.Start, e.encoding), End: wire.PositionOf(text, s.End, e.encoding)}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%v %d %s %s", place(f.Span), f.Severity, f.Code, foreign.Line(f.Message))
	if f.Note != "" {
		b.WriteString("\n" + f.Note)
	}
	for _, r := range f.Related {
		fmt.Fprintf(&b, "\n%v %s", place(r.Span), foreign.Line(r.Message))
	}
	return b.String()
}

// checkActions compares the code actions at a place of an edited document with those of
// one that was opened with its text, and its fix-all with the fixes of the rules.
func (e *editing) checkActions(uri, text string, r *rand.Rand) {
	e.T.Helper()
	fresh := strings.Replace(uri, "///", "///fresh", 1)
	e.open(fresh, 0, text)
	defer e.close(fresh)
	at := wire.PositionOf(text, r.IntN(len(text)+1), e.encoding)
	end := wire.Position{Line: at.Line + r.IntN(20)}
	actions := func(uri, only string, at wire.Range) json.RawMessage {
		return e.Call("textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%q},"range":%s,"context":{"diagnostics":[],"only":[%q]}}`, uri, at.JSON(), only)).Result
	}
	got := strings.ReplaceAll(string(actions(uri, "quickfix", wire.Range{Start: at, End: end})), uri, fresh)
	if want := string(actions(fresh, "quickfix", wire.Range{Start: at, End: end})); got != want {
		e.T.Errorf("%s in %s: the actions at %v\n got %s\nwant %s\n%q", uri, e.encoding, at, got, want, text)
	}
	var all []action
	if err := json.Unmarshal(actions(uri, "source.fixAll", wire.Range{}), &all); err != nil {
		e.T.Error(err)
	}
	fixed := text
	if len(all) > 0 {
		fixed = wire.Apply(text, all[0].Edit.Changes[uri], e.encoding)
	}
	kind := document.Recognize(nameOf(uri, "markdown"), text)
	if len(all) == 0 && !fixable(text, kind) {
		return
	}
	if want := (diagnostics.Options{}).Open(newtext.New(text), kind).Fixed(nil).Text().String(); fixed != want {
		e.T.Errorf("%s in %s: fix-all\n got %q\nwant %q\n was %q", uri, e.encoding, fixed, want, text)
	}
}

// fixable reports whether a finding of a text has a fix that is safe alone: otherwise
// fix-all is not offered, although several fixes may be safe together.
func fixable(text string, kind document.Kind) bool {
	d := diagnostics.Options{}.Open(newtext.New(text), kind)
	for f := range d.Diagnostics() {
		if d.InFixAll(f.Diagnostic) && d.Safe(&f) {
			return true
		}
	}
	return false
}
