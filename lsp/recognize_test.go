package lsp

import (
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func TestRecognize(t *testing.T) {
	c := start(t, Options{}, `{}`)
	for text, want := range map[string]recognizeResult{
		inCall("a & b"):                        {"reply", ".reply"},
		"# Title\n\nWords.\n":                  {"prose", ".md"},
		`{"role":"user","content":"\u003ctool`: {"json", ".json"},
		"":                                     {"prose", ".md"},
	} {
		var got recognizeResult
		c.Result("forge/recognize", `{"text":`+wire.Quote(text)+`}`, &got)
		if got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
	wantError(t, c.CallOdd("forge/recognize", `{"text":1}`), invalidParams)
}
