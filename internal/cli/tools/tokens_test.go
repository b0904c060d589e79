package tools

import (
	"strings"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"
)

func TestTokensOf(t *testing.T) {
	tokens := codec.NewCl100kBase()
	for text, want := range map[string]int{
		"":                              0,
		"hello world":                   2,
		"a\n":                           2,
		strings.Repeat("hello\n", 1000): 2000,
	} {
		if got := tokensOf(text, tokens); got != want {
			t.Errorf("%.20q: %d tokens, expected %d", text, got, want)
		}
	}
	if got := tokensOf(strings.Repeat(" \n", 1<<17), tokens); got == 0 { // in time
		t.Error("no tokens")
	}
}
