package corpus_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/document"
)

// calling returns a conversation of some messages with a call each, and answers.
func calling(n int) string {
	var list []any
	for i := range n {
		list = append(list, map[string]any{"role": "assistant", "content": samples[i%len(samples)].text},
			map[string]any{"role": "user", "content": "Error: no"})
	}
	return encoded(map[string]any{"messages": list, "model": "m"})
}

// TestHeldRows checks that rows are not held while a source is read: the memory in use does
// not grow with the rows taken, however many calls there are, in one session or in a line.
func TestHeldRows(t *testing.T) {
	const calls, each = 3000, 150 // bytes for a call
	text := strings.TrimSuffix(calling(calls), "\n")
	for _, rows := range []bool{false, true} {
		s := corpus.NewSession()
		s.Row = func(*corpus.Fact) error { return nil }
		r := corpus.Reader{Kind: document.JSON, Rows: rows}
		var before, now runtime.MemStats
		number, most := 0, uint64(0)
		for part := range r.Read(text) {
			s.Add(part)
			switch number++; {
			case number == 2: // the counts have what the first calls add
				runtime.GC()
				runtime.ReadMemStats(&before)
			case number%4 == 0:
				runtime.GC()
				runtime.ReadMemStats(&now)
				most = max(most, now.HeapAlloc)
			}
		}
		if err := s.End(); err != nil || s.Tally().Totals.Calls != calls {
			t.Fatalf("%d calls, %v", s.Tally().Totals.Calls, err)
		}
		if number < 10 {
			t.Fatalf("%d parts", number)
		}
		if grown := int64(most) - int64(before.HeapAlloc); grown > calls*each {
			t.Errorf("with rows %t: %d bytes more are in use after %d calls", rows, grown, calls)
		}
	}
}

// TestPartsOfText checks that the rows of a source do not depend on the parts that it has: they
// are those of the same messages on a line each, except for the places.
func TestPartsOfText(t *testing.T) {
	const calls = 700
	whole := rowsOf(t, strings.TrimSuffix(calling(calls), "\n"), document.JSON)
	lines := strings.Builder{}
	for i := range calls {
		lines.WriteString(encoded(map[string]any{"role": "assistant", "content": samples[i%len(samples)].text, "model": "m"}))
		lines.WriteString(encoded(map[string]any{"role": "user", "content": "Error: no"}))
	}
	single := rowsOf(t, lines.String(), document.JSON)
	for _, list := range [][]corpus.Fact{whole, single} {
		for i := range list {
			list[i].Line, list[i].Offset, list[i].Session = 0, 0, 0
		}
	}
	if diff := cmp.Diff(single, whole); diff != "" {
		t.Error(diff)
	}
	if len(whole) != calls {
		t.Errorf("%d rows", len(whole))
	}
}

// TestStopped checks that a reader stops where its parts are no longer taken.
func TestStopped(t *testing.T) {
	r := corpus.Reader{Kind: document.JSON}
	number := 0
	for range r.Read(strings.TrimSuffix(calling(2000), "\n")) {
		if number++; number == 2 {
			break
		}
	}
	if number != 2 {
		t.Errorf("%d parts", number)
	}
}
