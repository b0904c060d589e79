package lsp

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/wire"
)

func TestLimit(t *testing.T) {
	l := limit{lines: 2, bytes: 10}
	for _, test := range []struct{ text, shown, rest string }{
		{"", "", ""},
		{"a\nb\n", "a\nb\n", ""},
		{"a\nb\nc", "a\nb\n", "… 1 line more, 5 bytes in all"},
		{"a\nb\nc\nd\n", "a\nb\n", "… 2 lines more, 8 bytes in all"},
		{"a\n0123456789", "a\n", "… 1 line more, 12 bytes in all"},
		{"0123456789", "0123456789", ""},
		{"0123456789x", "0123456789", "… 1 byte more, 11 in all"},
		{"012345678😀", "012345678", "… 4 bytes more, 13 in all"},
		{"0123456789\n", "0123456789", "… 1 byte more, 11 in all"},
		{"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "… 1 byte more, 11 in all"},
	} {
		if shown, rest := l.cut(test.text); shown != test.shown || rest != test.rest {
			t.Errorf("%q: %q, %q, want %q, %q", test.text, shown, rest, test.shown, test.rest)
		}
	}
}

// TestPlainHover checks that a client that does not support Markdown gets none.
func TestPlainHover(t *testing.T) {
	for _, capabilities := range []string{`{}`, `{"textDocument":{"hover":{"contentFormat":["plaintext","markdown"]}}}`} {
		c := start(t, Options{}, capabilities)
		c.open(aURI, 1, inCall("``` *a* & b"))
		var found struct {
			Contents struct{ Kind, Value string }
		}
		at := `{"textDocument":{"uri":` + wire.Quote(aURI) + `},"position":{"line":%,"character":1}}`
		c.Result("textDocument/hover", strings.Replace(at, "%", "1", 1), &found)
		if want := "content (string): the tool receives 13 bytes:\n\n\n``` *a* & b"; found.Contents.Kind != "plaintext" || found.Contents.Value != want {
			t.Errorf("%s: %+v, want %q", capabilities, found, want)
		}
		c.Result("textDocument/hover", strings.Replace(at, "%", "0", 1), &found)
		if value := found.Contents.Value; strings.ContainsAny(value, "`*[") || !strings.Contains(value, "- Tool: write_file accepts the call\n") {
			t.Errorf("%s: %q", capabilities, value)
		}
	}
}
