package document

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/document/json"
)

// TestContradicted checks what a piece of a transcript adds to the labels assumed for it.
func TestContradicted(t *testing.T) {
	const (
		calling  = `{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]}`
		teaching = `{"role":"system","content":"Write <tool>."}`
	)
	for _, test := range []struct {
		known callsShown
		piece string
		want  callsShown // as known for nothing new
	}{
		{0, `{"role":"user","content":"x"}`, 0},
		{0, teaching, taught},
		{0, calling, native},
		{taught, calling, native | taught},
		{native, calling, native},
		{native, teaching, native | taught},
		{native | taught, teaching, native | taught},
	} {
		got := shown{calls: test.known}.labels().Contradicted(json.Find(test.piece))
		if test.want == test.known && got != nil || test.want != test.known && got.shown().calls != test.want {
			t.Errorf("%d and %s: %d, want %d", test.known, test.piece, got.shown().calls, test.want)
		}
	}
}
