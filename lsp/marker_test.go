package lsp

import (
	"cmp"
	"fmt"
	"path"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/golden"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// questions are the requests in marker files, each with the function that formats the
// whole answer.
var questions = map[string]func(*question) string{
	"calls":      (*question).calls,
	"command":    (*question).command,
	"complete":   (*question).complete,
	"correction": (*question).correction,
	"definition": (*question).definition,
	"fixed":      (*question).fixed,
	"folding":    (*question).folding,
	"format":     (*question).format,
	"highlight":  (*question).highlight,
	"hover":      (*question).hover,
	"insert":     (*question).insert,
	"lenses":     (*question).lenses,
	"linked":     (*question).linked,
	"received":   (*question).received,
	"rename":     (*question).rename,
	"resolve":    (*question).resolve,
	"signature":  (*question).signature,
	"summary":    (*question).summary,
	"symbols":    (*question).symbols,
	"tokens":     (*question).tokens,
	"values":     (*question).values,
	"written":    (*question).written,
}

// TestMarkers sends the requests in testdata/markers/*.txtar. A file has the files of a
// folder, in which «name» marks a place and is not part of the text, and for each question a
// section "@question name", which contains the whole answer; the name is that of a marker or
// of a file. Further words in the section's name are parameters of the question. Each marker
// must have a question.
func TestMarkers(t *testing.T) {
	golden.Archives(t, "testdata/markers/*.txtar", func(t *testing.T, file string, archive *txtar.Archive) {
		m := &markers{places: map[string]markedPlace{}, texts: map[string]string{}, dir: t.TempDir()}
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "@") {
				m.add(t, f.Name, string(f.Data))
			}
		}
		m.client = connect(t, onDisk(0))
		m.client.initializeWith(`"capabilities":` + ableClient + `,"workspaceFolders":` + wire.FoldersJSON(m.dir))
		for name, text := range m.texts {
			m.client.Open(uriOf(m.dir, name), languageOf(name), 1, text)
			if path.Ext(name) == ".reply" { // which is checked against files only if it is being written
				m.client.Notify("textDocument/didChange", fmt.Sprintf(`{"textDocument":{"uri":%s,"version":2},"contentChanges":[]}`, wire.Quote(uriOf(m.dir, name))))
			}
		}
		asked := map[string]bool{}
		for i, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "@") {
				continue
			}
			words := strings.Fields(f.Name[1:])
			ask := questions[words[0]]
			if ask == nil || len(words) < 2 {
				t.Fatalf("%s: section %q: want @question place", file, f.Name)
			}
			q := &question{markers: m, T: t, arguments: words[2:]}
			if at, ok := m.places[words[1]]; ok {
				q.file, q.offset = at.file, at.offset
			} else if _, ok := m.texts[words[1]]; ok {
				q.file = words[1]
			} else {
				t.Fatalf("%s: section %q: there is no marker or file of this name", file, f.Name)
			}
			asked[words[1]] = true
			archive.Files[i].Data = []byte(cmp.Or(ask(q), "none\n"))
		}
		for name := range m.places {
			if !asked[name] {
				t.Errorf("%s: nothing is asked about the marker %s", file, name)
			}
		}
		golden.File(t, file, txtar.Format(archive))
	})
}

// markers are the files of a folder and the places in them.
type markers struct {
	client *testClient
	dir    string
	texts  map[string]string // by name
	places map[string]markedPlace
}

type markedPlace struct {
	file   string
	offset int
}

// add writes a file without its markers.
func (m *markers) add(t *testing.T, name, marked string) {
	var text strings.Builder
	for {
		before, rest, ok := strings.Cut(marked, "«")
		text.WriteString(before)
		if !ok {
			break
		}
		marker, after, ok := strings.Cut(rest, "»")
		if _, twice := m.places[marker]; !ok || twice {
			t.Fatalf("%s: marker %q is not closed, or there twice", name, marker)
		}
		m.places[marker] = markedPlace{name, text.Len()}
		marked = after
	}
	m.texts[name] = text.String()
	disk.Write(t, m.dir, map[string]string{name: text.String()})
}

// languageOf returns the editors' name for the language of a file.
func languageOf(name string) string {
	switch ext := path.Ext(name); ext {
	case ".md":
		return "markdown"
	case ".go", ".json", ".jsonl", ".toml", ".yaml":
		return ext[1:]
	}
	return "plaintext"
}

// A question is one request about a file or a place in it.
type question struct {
	*markers
	*testing.T
	file      string
	offset    int
	arguments []string
}

// ask sends a request about the document, with further members of the parameters as JSON,
// each after a comma.
func (q *question) ask(method, members string, answer any) {
	q.Helper()
	q.client.Result(method, q.params(members), answer)
}

// params returns parameters about the document.
func (q *question) params(members string) string {
	return fmt.Sprintf(`{"textDocument":{"uri":%s}%s}`, wire.Quote(uriOf(q.dir, q.file)), members)
}

// answered formats an answer unchanged.
func (q *question) answered(m wire.Message) string {
	if m.Error != nil {
		return fmt.Sprintf("error %d: %s", m.Error.Code, m.Error.Message)
	}
	return string(m.Result)
}

// position returns the member of parameters for the place.
func (q *question) position() string {
	at := wire.PositionOf(q.texts[q.file], q.offset, "utf-16")
	return fmt.Sprintf(`,"position":{"line":%d,"character":%d}`, at.Line, at.Character)
}

// shown formats a range of the document with its text.
func (q *question) shown(r wire.Range) string {
	text := q.texts[q.file]
	return r.String() + " " + strconv.Quote(text[wire.OffsetOf(text, r.Start, "utf-16"):wire.OffsetOf(text, r.End, "utf-16")])
}
