package cli

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
)

func TestMayHoldCalls(t *testing.T) {
	for text, want := range map[string]bool{
		"":                         false,
		"a < b, a tool":            false,
		"x <tool> y":               true,
		"<TOOL id='1'>":            true,
		"<f:tool>":                 true,
		"&lt;tool&gt;":             true,
		"<too":                     false,
		`{"a":"\u003ctool\u003e"}`: true,
	} {
		if got := mayHoldCalls(text, document.Document); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		`{"a":"\u003ctool\u003e"}`:          true,
		`{"a":"\n\u003cfunction=ls\u003e"}`: true,
		`{"a":"[TOOL_CALLS][]"}`:            true,
		`{"a":"\u003cb\u003e"}`:             false,
	} {
		if got := mayHoldCalls(text, document.JSON); got != want {
			t.Errorf("%q as JSON: %v, want %v", text, got, want)
		}
	}
}
