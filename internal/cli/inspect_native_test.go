package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

// TestLink checks which native calls get a result of the lines after theirs.
func TestLink(t *testing.T) {
	called := func(id, tool string, alone bool) *nativeCall {
		return &nativeCall{ID: id, Tool: tool, start: 5, alone: alone}
	}
	has := called("has", "x", false)
	has.Result = &nativeResult{Text: "own"}
	lines := inspected{natives: []*nativeCall{
		called("1", "x", false), called("1", "x", false), called("2", "x", true), called("3", "x", false), has,
		called("", "x", false), called("", "x", false), called("", "y", false),
	}}
	link(&lines, &inspected{
		natives: []*nativeCall{called("", "y", false)},
		results: []transcript.Result{{Call: "1", Text: "a"}, {Call: "2", Text: "b"}, {Call: "has", Text: "c"}, {Tool: "x", Text: "d"}, {Call: "3", Text: "e", Alone: 1}, {Tool: "y", Text: "f", Start: 9}},
	})
	var got []string
	for _, n := range lines.natives {
		text := ""
		if n.Result != nil {
			text = n.Result.Text
		}
		got = append(got, text)
	}
	if diff := cmp.Diff([]string{"a", "a", "", "", "own", "d", "", ""}, got); diff != "" {
		t.Error(diff)
	}
}
