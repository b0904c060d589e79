package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// codeSpans returns the code spans of a leaf, backticks included, by position.
func (d *document) codeSpans(leaf int) []xmlcall.Span {
	spans, known := d.spans[leaf]
	if !known {
		l := &d.outline.leaves[leaf]
		spans = codeSpans(d.plain[:l.end], l.start)
		d.spans[leaf] = spans
	}
	return spans
}

// codeSpans returns the code spans in the paragraph that a text ends with, and that starts at an offset. A backslash
// before a row of backticks takes its first one away, but only outside a code span.
func codeSpans(s string, start int) (spans []xmlcall.Span) {
	for at := start; ; {
		n := strings.IndexByte(s[at:], '`')
		if n < 0 {
			return spans
		}
		if at += n; markdown.Escaped(s[start:], at-start) {
			at++
			continue
		}
		size, ok := markdown.CodeLen(s[at:])
		if ok {
			spans = append(spans, xmlcall.Span{Start: at, End: at + size})
		}
		at += size
	}
}
