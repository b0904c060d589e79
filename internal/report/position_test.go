package report

import (
	"testing"

	"github.com/entrhq/forge-lsp/text"
)

func indexOf(content string) *LineIndex { return IndexOf(text.New(content), Origin{}) }

func TestPosition(t *testing.T) {
	const content = "ab\ncd\r\ne\rfä😀x\n\xff\xffz"
	tests := []struct {
		offset, line, column int
	}{
		{0, 1, 1},
		{2, 1, 3}, // the LF
		{3, 2, 1},
		{5, 2, 3}, // the CR of CR LF
		{6, 2, 4}, // its LF
		{7, 3, 1},
		{9, 4, 1},  // after a lone CR
		{10, 4, 2}, // ä
		{11, 4, 2}, // inside ä
		{12, 4, 3}, // 😀
		{15, 4, 3}, // inside 😀
		{16, 4, 5}, // after two UTF-16 code units
		{18, 5, 1},
		{19, 5, 2}, // a byte that is not UTF-8 is one column
		{20, 5, 3},
		{21, 5, 4},
		{99, 5, 4}, // past the end
	}
	index := indexOf(content)
	for _, want := range tests {
		got := index.Position(want.offset)
		if got.Line != want.line || got.Column != want.column {
			t.Errorf("offset %d: %d:%d, want %d:%d", want.offset, got.Line, got.Column, want.line, want.column)
		}
	}
}
