package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// endBefore returns the end of what the calls before one have of the file, or 0.
func (r *reading) endBefore(call int) (end int) {
	for i := range r.Calls[:min(max(call, 0), len(r.Calls))] {
		end = max(end, r.Calls[i].taken().End)
	}
	return end
}

// lineEndAt returns the line end of the line at an offset.
func lineEndAt(text string, at int) string {
	if n := strings.IndexByte(text[at:], '\n'); n > 0 && text[at+n-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// fileStart returns the place in the file of the n-th start in a segment.
func fileStart(seg *document.Segment, n int) int {
	at := int(seg.Starts[n])
	return seg.FileSpan(xmlcall.Span{Start: at, End: at}).Start
}

// headEnd returns the offset at which the first line of a file can be inserted: after a
// byte order mark, an interpreter line, or front matter.
func headEnd(text string) int {
	at := len(text) - len(strings.TrimPrefix(text, "\ufeff"))
	first, rest, more := strings.Cut(text[at:], "\n")
	switch mark := strings.TrimRight(first, "\r"); {
	case !more:
	case strings.HasPrefix(mark, "#!"):
		return len(text) - len(rest)
	case mark == "---" || mark == "+++":
		for line := range strings.Lines(rest) {
			rest = rest[len(line):]
			if strings.TrimRight(line, "\r\n") == mark && strings.HasSuffix(line, "\n") {
				return len(text) - len(rest)
			}
		}
	}
	return at
}
