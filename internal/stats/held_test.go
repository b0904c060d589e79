package stats_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/stats"
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
	for _, list := range [][]stats.Row{whole, single} {
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
	r := stats.Reader{Kind: document.JSON}
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
