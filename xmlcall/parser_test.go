package xmlcall

import (
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/cases"
)

// TestParserShares checks that blocks of one parser, which share memory, equal the same
// blocks read alone, whatever was read before and by however many goroutines.
func TestParserShares(t *testing.T) {
	call := func(arguments string) string {
		return "<tool><tool_name>x</tool_name><arguments>" + arguments + "</arguments></tool>"
	}
	var w strings.Builder
	for _, c := range cases.Load(t, "assistant", "escape") {
		if len(c.Text) < 1<<12 {
			w.WriteString(c.Text + "</tool>\n")
		}
	}
	for n := range 50 { // larger than what is shared or kept
		w.WriteString(call(strings.Repeat("<a>x</a>", n*n)) + call(strings.Repeat("<a>x</a>", n)+"<"))
	}
	text := w.String()
	var offsets []int
	for i, ok := Find(text, 0); ok; i, ok = Find(text, i+1) {
		offsets = append(offsets, i)
	}
	want := make([]*Block, len(offsets))
	for k, offset := range offsets {
		want[k] = ParseAt(text, offset)
		want[k].last.Store(nil)
	}
	p := NewParser(text, Options{})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			got := make([]*Block, len(offsets))
			for k, offset := range offsets {
				got[k] = p.At(offset)
			}
			for k, b := range got { // all have been read by now
				b.last.Store(nil) // set only after a lookup
				if !reflect.DeepEqual(b, want[k]) {
					t.Errorf("at %d: %+v, alone %+v", offsets[k], b, want[k])
					return
				}
			}
		})
	}
	group.Wait()
}

// TestBetween checks that a parser for a part of a text reads its blocks as if there were nothing after
// it, and none that no </tool> after their start ends.
func TestBetween(t *testing.T) {
	const call = "<tool><tool_name>x</tool_name></tool>"
	text := "a " + call + " b <tool> c " + call + " d <tool> e"
	p := NewParser(text, Options{})
	for from := -1; from <= len(text)+1; from++ {
		for end := -1; end <= len(text)+1; end++ {
			part := text[:min(max(end, 0), len(text))]
			for at := max(from, 0); at < len(part); at++ {
				if !strings.HasPrefix(part[at:], "<tool>") {
					continue
				}
				got, want := p.Between(from, end).At(at), NewParser(part, Options{}).At(at)
				if got.Span != want.Span || got.Delimiters != want.Delimiters || got.Verdict() != want.Verdict() {
					t.Fatalf("from %d to %d, at %d: %v %v, want %v %v", from, end, at, got.Span, got.Delimiters, want.Span, want.Delimiters)
				}
			}
		}
	}
}
