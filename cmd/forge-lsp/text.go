package main

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Limits on pieces, which are written as a unit. Findings on one line are in one piece,
// unless there are very many.
const (
	manyFound = 1 << 10
	mostFound = 8 * manyFound
)

// textOf returns the findings of a file as text, in pieces, and the number of placeholders that
// it omits unless all is true. Findings on one line with the same message, such as those about
// both characters of "&&", are shown as one. The text of very many findings, which may be a
// hundred times that of the file, is generated on demand.
func textOf(path string, d *diagnostics.Document, k kept, index *lineIndex, s style, all bool) (text iter.Seq[string], hidden int) {
	n := 0
	for p := range k.of(d) {
		if n++; !all && p.IsPlaceholder() {
			hidden++
		}
	}
	text = func(yield func(string) bool) {
		_ = inOrder(context.Background(), piecesOf(d, k, index, all), func(found []diagnostics.Placed) string {
			var b strings.Builder
			for len(found) > 0 {
				found = found[writeFirst(&b, path, found, index, s):]
			}
			return b.String()
		}, func(piece string) error {
			if !yield(piece) {
				return context.Canceled
			}
			return nil
		})
	}
	if n <= mostFound {
		return slices.Values(slices.Collect(text)), hidden
	}
	return text, hidden
}

// piecesOf returns the findings of a file in pieces, without placeholders unless all is true.
func piecesOf(d *diagnostics.Document, k kept, index *lineIndex, all bool) iter.Seq[[]diagnostics.Placed] {
	return func(yield func([]diagnostics.Placed) bool) {
		var piece []diagnostics.Placed
		next := 0 // the end of a full piece: after its last line
		for p := range k.of(d) {
			if !all && p.IsPlaceholder() {
				continue
			}
			at := p.Place(p.Span).Start
			if len(piece) >= manyFound && at >= next || len(piece) >= mostFound {
				if !yield(piece) {
					return
				}
				piece, next = nil, 0
			}
			if piece = append(piece, p); len(piece) >= manyFound && at >= next {
				next = index.lineAt(at).End + len("\r\n")
			}
		}
		if len(piece) > 0 {
			yield(piece)
		}
	}
}

// writeFirst writes the first of the findings with those after it that have the same
// message on its line, and returns the number that it could show.
func writeFirst(b *strings.Builder, path string, found []diagnostics.Placed, index *lineIndex, s style) int {
	at := found[0].Place(found[0].Span).Start
	start, line := index.position(at), index.lineAt(at)
	same := 1
	for same < len(found) {
		next := found[same].Place(found[same].Span).Start
		// Further ones get no caret.
		if next > at+nearby || next > line.End && index.position(next).Line != start.Line || !sameMessage(&found[0], &found[same]) {
			break
		}
		same++
	}
	return writeFindings(b, path, found[:same], start, index, s)
}

func sameMessage(f, o *diagnostics.Placed) bool {
	return f.Code == o.Code && f.Severity == o.Severity && f.Message == o.Message && f.Note == o.Note && f.Intended == o.Intended &&
		slices.EqualFunc(f.Related, o.Related, func(x, y diagnostics.Related) bool {
			return x.Message == y.Message && f.Place(x.Span) == o.Place(y.Span)
		}) &&
		slices.EqualFunc(f.Fixes, o.Fixes, func(x, y diagnostics.Fix) bool {
			return x.Title == y.Title
		})
}

// writeFindings writes findings with the same message at places in one line, and
// returns the number of them that it could show. The first line has the form that
// editors and terminals recognize: path:line:column: severity[code]: message.
func writeFindings(b *strings.Builder, path string, findings []diagnostics.Placed, start position, index *lineIndex, s style) int {
	f := &findings[0]
	number := fmt.Sprintf("%4d", start.Line)
	gutter := strings.Repeat(" ", len(number))
	spans := make([]xmlcall.Span, 0, len(findings))
	for i := range findings {
		spans = append(spans, findings[i].Place(findings[i].Span))
	}
	source, carets, shown := snippet(index.text, index.lineAt(spans[0].Start), spans, s.width-len(number)-len(" | "))

	writeHead(b, path, start, f.Severity, f.Code, f.Message, f.Intended, s)
	if shown > 1 {
		b.WriteString(s.dim.Sprintf(" (%d on this line)", shown))
	}
	b.WriteByte('\n')
	writeLine(b, s.dim.Sprint(number+" |"), source)
	writeLine(b, s.dim.Sprint(gutter+" |"), s.severity(f.Severity).Sprint(carets))

	if f.Note != "" {
		fmt.Fprintf(b, "%s %s %s\n", gutter, s.note.Sprint("note:"), visible(f.Note))
	}
	for _, related := range f.Related {
		at := index.position(f.Place(related.Span).Start)
		fmt.Fprintf(b, "%s %s %s:%d:%d: %s\n", gutter, s.note.Sprint("note:"),
			visible(path), at.Line, at.Column, visible(related.Message))
	}
	for _, x := range f.Fixes {
		fmt.Fprintf(b, "%s %s %s\n", gutter, s.good.Sprint("help:"), visible(x.Title))
	}
	b.WriteByte('\n')
	return shown
}

// writeHead writes the line of a finding without its end.
func writeHead(b *strings.Builder, path string, start position, severity diagnostics.Severity, code, message string, intended bool, s style) {
	fmt.Fprintf(b, "%s %s %s",
		s.path.Sprintf("%s:%d:%d:", visible(path), start.Line, start.Column),
		s.severity(severity).Sprintf("%s[%s]:", severity, code),
		visible(message))
	if intended {
		b.WriteString(s.dim.Sprint(" (intended)"))
	}
}

// writeLine writes a gutter and a line, without a blank at the end of an empty
// one.
func writeLine(b *strings.Builder, gutter, line string) {
	b.WriteString(gutter)
	if line != "" {
		b.WriteByte(' ')
		b.WriteString(line)
	}
	b.WriteByte('\n')
}
