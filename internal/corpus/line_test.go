package corpus_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
)

// TestSharedPrompts checks that the calls of a system prompt that occurs again have their own
// places: the rows are those of reading each line by itself.
func TestSharedPrompts(t *testing.T) {
	prompt := "Write calls:\n" + block("read_file", "<path>a.go</path>") + "\nand not\n" + block("write_file", "<path>a<b</path>")
	var text strings.Builder
	for i := range 40 {
		role := map[bool]string{true: "system", false: "user"}[i%5 > 0]
		own := map[bool]string{true: strings.Repeat("x", i)}[i%2 == 0]
		text.WriteString(encoded(map[string]any{"role": role, "content": prompt + own}))
		text.WriteString(encoded(map[string]any{"role": "assistant", "content": block("read_file", "<path>a.go</path>")}))
	}
	reader := corpus.Reader{Path: "log", Kind: document.JSON, Labels: &document.Labels{}, Rows: true}
	rows := func(pieces ...string) (list []corpus.Fact) {
		s, at := corpus.NewSession(), corpus.Place{}
		s.Row = func(f *corpus.Fact) error {
			list = append(list, *f)
			return nil
		}
		for _, piece := range pieces {
			s.Add(reader.Lines(piece, at))
			at.Offset += len(piece)
			at.Line += strings.Count(piece, "\n")
		}
		if err := s.End(); err != nil {
			t.Fatal(err)
		}
		return list
	}
	got, want := rows(text.String()), rows(strings.SplitAfter(strings.TrimSuffix(text.String(), "\n"), "\n")...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(got) != 40*3 {
		t.Errorf("%d rows, want a call of an agent for two in each prompt", len(got))
	}
}
