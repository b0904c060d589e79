package report

import (
	"context"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/term"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// usualFinding is the usual length of a finding as text, in bytes.
const usualFinding = 256

// Limits on pieces, which are written as a unit. Findings on one line are in one piece,
// unless there are very many.
const (
	manyFound = 1 << 10
	MostFound = 8 * manyFound
)

// textOf returns the findings of a file as text, in pieces, and the number of placeholders that
// it omits unless all is true. Findings on one line with the same message, such as those about
// both characters of "&&", are shown as one. The text of very many findings, which may be a
// hundred times that of the file, is generated on demand. doubts reports whether the first findings tell that
// they have no safe fix.
func textOf(path string, d *diagnostics.Document, k Kept, index *cli.LineIndex, s term.Style, all, doubts bool) (text iter.Seq[string], hidden int) {
	n, proven := 0, 0 // findings, and the offset of the last one that is proven
	for p := range k.of(d) {
		if n++; n <= MaxProven {
			proven = p.Place(p.Span).Start
		}
		if !all && p.IsPlaceholder() {
			hidden++
		}
	}
	text = func(yield func(string) bool) {
		_ = cli.InOrder(context.Background(), piecesOf(d, k, index, all), func(found []diagnostics.Placed) string {
			w := newTextWriter(path, index, s)
			if doubts {
				w.uncertain = func(p *diagnostics.Placed) bool { return p.Place(p.Span).Start <= proven && d.Uncertain(p) }
			}
			w.b.Grow(len(found) * usualFinding)
			for len(found) > 0 {
				found = found[w.writeFirst(found):]
			}
			return w.b.String()
		}, func(piece string) error {
			if !yield(piece) {
				return context.Canceled
			}
			return nil
		})
	}
	if n <= MostFound {
		return slices.Values(slices.Collect(text)), hidden
	}
	return text, hidden
}

// piecesOf returns the findings of a file in pieces, without placeholders unless all is true.
func piecesOf(d *diagnostics.Document, k Kept, index *cli.LineIndex, all bool) iter.Seq[[]diagnostics.Placed] {
	return func(yield func([]diagnostics.Placed) bool) {
		var piece []diagnostics.Placed
		next := 0 // the end of a full piece: after its last line
		for p := range k.of(d) {
			if !all && p.IsPlaceholder() {
				continue
			}
			at := p.Place(p.Span).Start
			if len(piece) >= manyFound && at >= next || len(piece) >= MostFound {
				if !yield(piece) {
					return
				}
				piece, next = nil, 0
			}
			if piece = append(piece, p); len(piece) >= manyFound && at >= next {
				next = index.LineAt(at).End + len("\r\n")
			}
		}
		if len(piece) > 0 {
			yield(piece)
		}
	}
}

// A textWriter writes findings of a file as text.
type textWriter struct {
	b       strings.Builder
	path    string // as it is shown
	index   *cli.LineIndex
	style   term.Style
	spans   []xmlcall.Span // of the findings that are being written
	snippet snippets
	// uncertain reports whether a finding has no safe fix; nil if that is not shown
	uncertain func(*diagnostics.Placed) bool
}

func newTextWriter(path string, index *cli.LineIndex, s term.Style) *textWriter {
	return &textWriter{path: foreign.Line(path), index: index, style: s}
}

// writeFirst writes the first of the findings with those after it that have the same
// message on its line, and returns the number that it could show.
func (w *textWriter) writeFirst(found []diagnostics.Placed) int {
	at := found[0].Place(found[0].Span).Start
	start, line := w.index.Position(at), w.index.LineAt(at)
	same := 1
	for same < len(found) {
		next := found[same].Place(found[same].Span).Start
		// Further ones get no caret.
		if next > at+nearby || next > line.End && w.index.Position(next).Line != start.Line || !sameMessage(&found[0], &found[same]) {
			break
		}
		same++
	}
	return w.writeFindings(found[:same], start, line)
}

func sameMessage(f, o *diagnostics.Placed) bool {
	return f.Code == o.Code && f.Severity == o.Severity && f.Message == o.Message && f.Note == o.Note && f.Intended == o.Intended &&
		slices.EqualFunc(f.Related, o.Related, func(x, y diagnostics.Related) bool {
			return x.Message == y.Message && f.Place(x.Span) == o.Place(y.Span)
		}) &&
		slices.Equal(f.Elsewhere, o.Elsewhere) &&
		slices.EqualFunc(f.Fixes, o.Fixes, func(x, y diagnostics.Fix) bool {
			return x.Title == y.Title
		})
}

// writeFindings writes findings with the same message at places in one line, and
// returns the number of them that it could show. The first line has the form that
// editors and terminals recognize: path:line:column: severity[code]: message.
func (w *textWriter) writeFindings(findings []diagnostics.Placed, start cli.Position, line xmlcall.Span) int {
	f, b, s := &findings[0], &w.b, &w.style
	number := padded(start.Line)
	gutter := blanks(len(number))
	w.spans = w.spans[:0]
	for i := range findings {
		w.spans = append(w.spans, findings[i].Place(findings[i].Span))
	}
	source, carets, shown := w.snippet.of(w.index.Text, line, w.spans, s.Width-len(number)-len(" | "))

	writeHead(b, w.path, start, f.Severity, f.Code, f.Message, f.Intended, s)
	if shown > 1 {
		s.Write(b, s.Dim, " (", thousands.Separate(shown), " on this line)")
	}
	b.WriteByte('\n')
	s.Write(b, s.Dim, number, " |")
	endLine(b, source)
	s.Write(b, s.Dim, gutter, " |")
	if s.Colored {
		carets = s.Severity(f.Severity).Sprint(carets)
	}
	endLine(b, carets)

	if f.Note != "" {
		w.writeExtra(gutter, s.Note, "note:")
		b.WriteString(foreign.Line(f.Note))
		b.WriteByte('\n')
	}
	for _, related := range f.Related {
		w.writeExtra(gutter, s.Note, "note:")
		at := w.index.Position(f.Place(related.Span).Start)
		writePlace(b, w.path, at)
		b.WriteByte(' ')
		b.WriteString(foreign.Line(related.Message))
		b.WriteByte('\n')
	}
	for _, other := range f.Elsewhere {
		w.writeExtra(gutter, s.Note, "note:")
		writePlace(b, other.Name, cli.Position{Line: other.Line, Column: 1})
		b.WriteByte(' ')
		b.WriteString(foreign.Line(other.Message))
		b.WriteByte('\n')
	}
	for _, x := range f.Fixes {
		w.writeExtra(gutter, s.Good, "help:")
		b.WriteString(foreign.Line(x.Title))
		b.WriteByte('\n')
	}
	if w.uncertain != nil && w.uncertain(f) {
		w.writeExtra(gutter, s.Note, "note:")
		b.WriteString(diagnostics.Uncertain)
		b.WriteByte('\n')
	}
	b.WriteByte('\n')
	return shown
}

// writeExtra writes the start of a line that adds to a finding.
func (w *textWriter) writeExtra(gutter string, ink *color.Color, label string) {
	w.b.WriteString(gutter)
	w.b.WriteByte(' ')
	w.style.Write(&w.b, ink, label)
	w.b.WriteByte(' ')
}

// writeHead writes the line of a finding without its end. path is as it is shown.
func writeHead(b *strings.Builder, path string, start cli.Position, severity diagnostics.Severity, code, message string, intended bool, s *term.Style) {
	if s.Colored {
		var place strings.Builder
		writePlace(&place, path, start)
		b.WriteString(s.Path.Sprint(place.String()))
	} else {
		writePlace(b, path, start)
	}
	b.WriteByte(' ')
	s.Write(b, s.Severity(severity), severity.String(), "[", code, "]:")
	b.WriteByte(' ')
	b.WriteString(foreign.Line(message))
	if intended {
		s.Write(b, s.Dim, " (intended)")
	}
}

// writePlace writes a place as path:line:column:.
func writePlace(b *strings.Builder, path string, at cli.Position) {
	var digits [2 * len("-9223372036854775808:")]byte
	number := append(strconv.AppendInt(digits[:0], int64(at.Line), 10), ':')
	number = append(strconv.AppendInt(number, int64(at.Column), 10), ':')
	b.WriteString(path)
	b.WriteByte(':')
	b.Write(number)
}

// endLine writes a line after its gutter, without a blank at the end of an empty one.
func endLine(b *strings.Builder, line string) {
	if line != "" {
		b.WriteByte(' ')
		b.WriteString(line)
	}
	b.WriteByte('\n')
}

// padded returns the number of a line for the gutter.
func padded(line int) string {
	number := strconv.Itoa(line)
	return blanks(4-len(number)) + number
}

// blanks returns n blanks, none for a negative n.
func blanks(n int) string { return "                    "[:max(0, n)] }
