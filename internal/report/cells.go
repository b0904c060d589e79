package report

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A cell is one user-perceived character of a source line as displayed.
type cell struct {
	source xmlcall.Span // bytes of the file
	text   string       // what is printed
	width  int          // columns on a terminal, at least 1
}

const (
	tabWidth = 4
	// maxCluster is the number of bytes after which a character with ever more
	// combining marks is shown as escapes.
	maxCluster = 64
)

// cellsOf splits the bytes under span into cells. Tabs are expanded; characters that a
// terminal would not show, or would interpret, are shown as escapes.
func cellsOf(text string, span xmlcall.Span) []cell {
	cells := make([]cell, 0, span.Len())
	column := 0
	for at := span.Start; at < span.End; {
		c := nextCell(text[at:span.End], column)
		c.source = xmlcall.Span{Start: at, End: at + c.source.End}
		cells = append(cells, c)
		column += c.width
		at = c.source.End
	}
	return cells
}

// nextCell returns the first cell of s, which is not empty; its source span is
// relative to s. Column is where it will be printed, for tabs.
func nextCell(s string, column int) cell {
	if ' ' <= s[0] && s[0] <= '~' && (len(s) == 1 || s[1] < utf8.RuneSelf) {
		return cell{xmlcall.Span{End: 1}, s[:1], 1} // nothing can combine with it
	}
	r, size := utf8.DecodeRuneInString(s)
	switch {
	case r == '\t':
		width := tabWidth - column%tabWidth
		return cell{xmlcall.Span{End: 1}, strings.Repeat(" ", width), width}
	case foreign.IsHidden(r, size) || unicode.Is(unicode.M, r):
		return escapeCell(s, r, size)
	}
	cluster, _, width, _ := uniseg.FirstGraphemeClusterInString(s, -1)
	if shown := visiblePrefix(cluster); shown != cluster {
		cluster, width = shown, uniseg.StringWidth(shown)
	}
	if width == 0 {
		return escapeCell(s, r, size)
	}
	return cell{xmlcall.Span{End: len(cluster)}, cluster, width}
}

// visiblePrefix returns the part of a cluster before the first character that must be
// shown as an escape, which the first of all is not.
func visiblePrefix(cluster string) string {
	for i, r := range cluster {
		size := 1
		if r != utf8.RuneError || strings.HasPrefix(cluster[i:], "\uFFFD") {
			size = utf8.RuneLen(r)
		}
		if foreign.IsHidden(r, size) && !foreign.IsJoiner(r) || i+size > maxCluster {
			return cluster[:i]
		}
	}
	return cluster
}

func escapeCell(s string, r rune, size int) cell {
	text := foreign.Escape(s[0], r, size)
	return cell{xmlcall.Span{End: size}, text, len(text)}
}
