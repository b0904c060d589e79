package corpus_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
)

// TestReused checks that rows and examples do not change if the text of a piece is
// overwritten after it has been read.
func TestReused(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	var text strings.Builder
	for i := range 60 {
		talk := newTalk(r)
		text.WriteString([]string{talk.line(), talk.file()}[i%2])
	}
	text.WriteString(encoded(map[string]any{"role": "assistant", "content": "[TOOL_CALLS][{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.go\"}}]"}))
	read := func(overwrite bool) ([]corpus.Fact, []byte, []corpus.ExamplesOf) {
		room := []byte(text.String())
		reader := corpus.Reader{Path: "log", Kind: document.JSON, Labels: &document.Labels{}, Rows: true, Examples: true}
		part := reader.Lines(unsafe.String(&room[0], len(room)), corpus.Place{})
		if overwrite {
			for i := range room {
				room[i] = '#'
			}
		}
		var rows []corpus.Fact
		s := corpus.NewSession()
		s.Row = func(f *corpus.Fact) error {
			rows = append(rows, *f)
			return nil
		}
		s.Add(part)
		if err := s.End(); err != nil {
			t.Fatal(err)
		}
		return rows, s.Tally().Marshal(), s.Tally().Examples()
	}
	wantRows, wantTally, wantCalls := read(false)
	rows, tally, calls := read(true)
	if diff := cmp.Diff(wantRows, rows); diff != "" {
		t.Errorf("rows: %s", diff)
	}
	if diff := cmp.Diff(wantTally, tally); diff != "" {
		t.Errorf("tally: %s", diff)
	}
	if !reflect.DeepEqual(calls, wantCalls) {
		t.Errorf("examples: %v, want %v", calls, wantCalls)
	}
	if len(rows) == 0 || len(calls) == 0 {
		t.Error("nothing was read")
	}
}
