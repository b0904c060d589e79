package corpus_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
)

// transcripts returns 4 MB of lines, one in twenty of which has a call: one conversation per
// line, or one message.
func transcripts(alone bool) string {
	r := rand.New(rand.NewPCG(9, 9))
	const words = "the of a in file function return value error test call list path name string with for and is to from data\n"
	prose := func() string {
		var b strings.Builder
		fields := strings.SplitAfter(words, " ")
		for range 20 + r.IntN(800) {
			b.WriteString(fields[r.IntN(len(fields))])
		}
		return b.String()
	}
	var b strings.Builder
	for b.Len() < 4<<20 {
		t := newTalk(r)
		for i := range t.messages {
			if m := &t.messages[i]; m.call == nil || r.IntN(10) > 0 {
				m.call, m.content = nil, prose()
			}
		}
		if alone {
			b.WriteString(t.line())
		} else {
			b.WriteString(t.file())
		}
	}
	return b.String()
}

// BenchmarkLines measures reading a piece of a file.
func BenchmarkLines(b *testing.B) {
	for name, alone := range map[string]bool{"a conversation a line": true, "a message a line": false} {
		b.Run(name, func(b *testing.B) {
			text := transcripts(alone)
			reader := corpus.Reader{Kind: document.JSON, Labels: &document.Labels{}}
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s := corpus.NewSession()
				s.Add(reader.Lines(text, corpus.Place{}))
				if err := s.End(); err != nil || s.Tally().Totals.Calls == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}
