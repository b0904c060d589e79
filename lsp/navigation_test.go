package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func (q *question) highlight() string {
	var found []struct{ Range wire.Range }
	q.ask("textDocument/documentHighlight", q.position(), &found)
	var b strings.Builder
	for _, h := range found {
		fmt.Fprintln(&b, q.shown(h.Range))
	}
	return b.String()
}

func (q *question) linked() string {
	var found struct {
		Ranges      []wire.Range
		WordPattern string
	}
	q.ask("textDocument/linkedEditingRange", q.position(), &found)
	var b strings.Builder
	for _, r := range found.Ranges {
		fmt.Fprintln(&b, q.shown(r))
	}
	return b.String()
}

func (q *question) selection() string {
	type selection struct {
		Range  wire.Range
		Parent *selection
	}
	var found []selection
	at := q.position()
	q.ask("textDocument/selectionRange", `,"positions":[`+at[strings.Index(at, "{"):]+`]`, &found)
	var b strings.Builder
	for s := &found[0]; s != nil; s = s.Parent {
		fmt.Fprintln(&b, q.shown(s.Range))
	}
	return b.String()
}

// rename sends a rename with the new name, and formats the whole text after it.
func (q *question) rename() string {
	m := q.client.Call("textDocument/prepareRename", q.params(q.position()))
	var b strings.Builder
	fmt.Fprintf(&b, "prepare: %s\n", q.answered(m))
	m = q.client.Call("textDocument/rename", q.params(q.position()+`,"newName":`+wire.Quote(q.arguments[0])))
	if m.Error != nil {
		fmt.Fprintf(&b, "rename: %s\n", q.answered(m))
		return b.String()
	}
	var e testEdit
	decodeInto(q.T, m, &e)
	return b.String() + e.apply(q.texts[q.file])
}

func (q *question) definition() string {
	var found *wireLocation
	q.ask("textDocument/definition", q.position(), &found)
	if found == nil {
		return ""
	}
	return q.located(*found) + "\n"
}

func (q *question) references() string {
	var found []wireLocation
	q.ask("textDocument/references", q.position()+`,"context":{"includeDeclaration":true}`, &found)
	var b strings.Builder
	for _, l := range found {
		fmt.Fprintln(&b, q.located(l))
	}
	return b.String()
}

type wireLocation struct {
	URI   string
	Range wire.Range
}

// located formats a place in one of the files.
func (q *question) located(l wireLocation) string {
	in := *q
	in.file = q.nameOf(l.URI)
	return in.file + " " + in.shown(l.Range)
}

// nameOf returns the name of a file.
func (q *question) nameOf(file string) string {
	name, err := filepath.Rel(q.dir, uri.URI(file).FsPath())
	if err != nil {
		q.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// TestNegativePosition checks that a position before the start of a text is an error of
// the client, which is reported to it.
func TestNegativePosition(t *testing.T) {
	c := start(t, Options{}, `{}`)
	c.open("file:///a.md", 1, someCalls)
	for _, method := range []string{"hover", "completion", "documentHighlight", "definition", "linkedEditingRange", "signatureHelp"} {
		wantError(t, c.CallOdd("textDocument/"+method, `{"textDocument":{"uri":"file:///a.md"},"position":{"line":-1,"character":0}}`), invalidParams)
	}
}
