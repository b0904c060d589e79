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

// TestWhole checks that the rows of a source that is read as a whole are those of the same messages on
// a line each, except for the places.
func TestWhole(t *testing.T) {
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
