package document

import (
	"cmp"
	"testing"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// TestShownBy checks what lines of a transcript show, and what of that is looked for.
func TestShownBy(t *testing.T) {
	const (
		calling  = `{"role":"assistant","tool_calls":[{"id":"1","type":"function","function":{"name":"x","arguments":"{}"}}]}`
		teaching = `{"role":"system","content":"Write <tool>."}`
		speaking = `{"role":"assistant","content":"<tool><server_name>local</server_name><tool_name>x</tool_name><arguments></arguments></tool>"}`
		answered = `{"role":"user","content":"<tool_response>1</tool_response>"}`
	)
	for _, test := range []struct {
		known callsShown
		lines string
		want  callsShown
	}{
		{0, `{"role":"user","content":"x"}`, 0},
		{0, teaching, taught},
		{0, speaking, spoken},
		{0, calling, native},
		{spoken, answered, taughtIn(textcall.Hermes)},
		{taught, calling, native},
		{taught, speaking, 0},
		{spoken, teaching, taught},
		{native, speaking, 0},
		{native, calling, native},
		{native, teaching, taught},
		{native, answered, taughtIn(textcall.Hermes)},
		{native | taught, teaching, 0},
		{0, calling + "\n" + answered, native | taughtIn(textcall.Hermes)},
	} {
		if got := cmp.Or(ShownBy(transcript.Find(test.lines), &Labels{calls: test.known}), &Labels{}).calls; got != test.want {
			t.Errorf("%b and %s: %b, want %b", test.known, test.lines, got, test.want)
		}
	}
}
