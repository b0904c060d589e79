package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
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
	c := start(t, Config{}, `{}`)
	c.open("file:///a.md", 1, someCalls)
	for _, method := range []string{"hover", "completion", "documentHighlight", "definition", "linkedEditingRange", "signatureHelp"} {
		wantError(t, c.CallOdd("textDocument/"+method, `{"textDocument":{"uri":"file:///a.md"},"position":{"line":-1,"character":0}}`), invalidParams)
	}
}

type wireSymbol struct {
	Name, Detail          string
	Kind                  int
	Range, SelectionRange wire.Range
	Children              []wireSymbol
}

// symbols formats the outline of a file, each symbol with the place of its name.
func (q *question) symbols() string {
	var found []wireSymbol
	q.ask("textDocument/documentSymbol", "", &found)
	var b strings.Builder
	var list func([]wireSymbol, string)
	list = func(symbols []wireSymbol, indent string) {
		for _, s := range symbols {
			fmt.Fprintf(&b, "%s%s (%d) %q %s selects %s\n", indent, s.Name, s.Kind, s.Detail, s.Range, q.shown(s.SelectionRange))
			list(s.Children, indent+"  ")
		}
	}
	list(found, "")
	return b.String()
}

// folding formats the lines that can be folded.
func (q *question) folding() string {
	var found []struct {
		StartLine, EndLine int
		Kind               string
	}
	q.ask("textDocument/foldingRange", "", &found)
	var b strings.Builder
	lines := strings.Split(q.texts[q.file], "\n")
	for _, f := range found {
		fmt.Fprintf(&b, "%d-%d %s%q … %q\n", f.StartLine, f.EndLine, f.Kind, lines[f.StartLine], lines[f.EndLine])
	}
	return b.String()
}

// tokens formats the semantic tokens of a file, which are the same for the whole file
// and for a range that includes it.
func (q *question) tokens() string {
	var all, ranged struct{ Data []int }
	q.ask("textDocument/semanticTokens/full", "", &all)
	q.ask("textDocument/semanticTokens/range", `,"range":`+wire.RangeJSON(0, 0, 1000, 0), &ranged)
	if !slices.Equal(all.Data, ranged.Data) {
		q.Errorf("full %v, range %v", all.Data, ranged.Data)
	}
	var b strings.Builder
	line, character := 0, 0
	for t := range slices.Chunk(all.Data, 5) {
		if line += t[0]; t[0] > 0 {
			character = 0
		}
		character += t[1]
		r := wire.Range{Start: wire.Position{Line: line, Character: character}, End: wire.Position{Line: line, Character: character + t[2]}}
		fmt.Fprintf(&b, "%s %s\n", q.shown(r), tokenTypes[t[3]])
	}
	return b.String()
}

// format formats the text after formatting; for a marker only the call there.
func (q *question) format() string {
	const options = `,"options":{"tabSize":8,"insertSpaces":false}`
	method, members := "textDocument/formatting", options
	if at, ok := strings.CutPrefix(q.position(), `,"position":`); ok && q.offset > 0 {
		method, members = "textDocument/rangeFormatting", `,"range":{"start":`+at+`,"end":`+at+`}`+options
	}
	var edits []wire.TextEdit
	q.ask(method, members, &edits)
	if len(edits) == 0 {
		return ""
	}
	return wire.Apply(q.texts[q.file], edits, "utf-16")
}

// TestFlatSymbols checks that a client that does not support nested symbols gets a flat
// list, without the arguments.
func TestFlatSymbols(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.open("file:///a.md", 1, someCalls)
	var found []struct {
		Name, ContainerName string
		Location            struct {
			URI   string
			Range wire.Range
		}
	}
	c.Result("textDocument/documentSymbol", `{"textDocument":{"uri":"file:///a.md"}}`, &found)
	var got []string
	for _, s := range found {
		got = append(got, s.Name+" "+s.ContainerName+" "+s.Location.Range.String()+s.Location.URI)
	}
	want := []string{
		"task_completion x 0:3-3:7file:///a.md", "read_file a&b, repaired 5:0-8:7file:///a.md", "x a<b, refused 10:0-14:7file:///a.md",
		"read_file refused 16:0-19:7file:///a.md", "write_to_file refused 21:0-24:7file:///a.md", "list_tags never runs 26:0-29:7file:///a.md",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestFoldingLimit checks that a client that accepts few folding ranges gets those of
// the calls.
func TestFoldingLimit(t *testing.T) {
	const call = "<tool>\n<tool_name>x</tool_name>\n<arguments>\n<a>\n</a>\n</arguments>\n</tool>\n\n"
	for limit, want := range map[int]string{2: "[0-5 8-13]", 4: "[0-5 2-4 8-13 10-12]", 5: "[0-5 2-4 8-13 10-12 16-21]"} {
		c := start(t, Config{}, `{"textDocument":{"foldingRange":{"rangeLimit":`+strconv.Itoa(limit)+`}}}`)
		c.open("file:///a.md", 1, call+call+call)
		var found []protocol.FoldingRange
		c.Result("textDocument/foldingRange", `{"textDocument":{"uri":"file:///a.md"}}`, &found)
		var lines []string
		for _, f := range found {
			lines = append(lines, fmt.Sprintf("%d-%d", f.StartLine, f.EndLine))
		}
		if got := fmt.Sprint(lines); got != want {
			t.Errorf("at most %d: %s, want %s", limit, got, want)
		}
	}
}

// TestLargeTokens checks that a client asks for the tokens of a large text in parts.
func TestLargeTokens(t *testing.T) {
	c := start(t, Config{}, `{}`)
	c.open("file:///a.md", 1, strings.Repeat("x", maxTokensText+1))
	if m := c.Call("textDocument/semanticTokens/full", `{"textDocument":{"uri":"file:///a.md"}}`); string(m.Result) != "null" {
		t.Errorf("of a large text: %v", m)
	}
}
