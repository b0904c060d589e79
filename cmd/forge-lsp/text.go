package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// textOf returns the findings of a file as text. Findings on one line that say
// the same, such as those about both characters of "&&", are shown as one.
func textOf(file *checkedFile, result *diagnostics.Result, index *lineIndex, s style) string {
	var b strings.Builder
	for i := 0; i < len(result.Findings); {
		same := i + 1
		for same < len(result.Findings) &&
			result.Findings[same].Span.Start <= result.Findings[i].Span.Start+nearby && // further ones get no caret
			file.Findings[same].Start.Line == file.Findings[i].Start.Line &&
			saysTheSame(&result.Findings[i], &result.Findings[same]) {
			same++
		}
		i += writeFindings(&b, file.Path, result.Findings[i:same], file.Findings[i].Start, index, s)
	}
	return b.String()
}

func saysTheSame(f, o *diagnostics.Finding) bool {
	return f.Code == o.Code && f.Severity == o.Severity && f.Message == o.Message && f.Intended == o.Intended &&
		slices.Equal(f.Related, o.Related) &&
		slices.EqualFunc(f.Fixes, o.Fixes, func(x, y diagnostics.Fix) bool {
			return x.Title == y.Title
		})
}

// writeFindings writes findings that say the same of places in one line, and
// returns how many of them it could show. The first line has the form that
// editors and terminals know: path:line:column: severity[code]: message.
func writeFindings(b *strings.Builder, path string, findings []diagnostics.Finding, start position, index *lineIndex, s style) int {
	f := &findings[0]
	number := fmt.Sprintf("%4d", start.Line)
	gutter := strings.Repeat(" ", len(number))
	spans := make([]xmlcall.Span, 0, len(findings))
	for i := range findings {
		spans = append(spans, findings[i].Span)
	}
	source, carets, shown := snippet(index.text, index.lineAt(f.Span.Start), spans, s.width-len(number)-len(" | "))

	fmt.Fprintf(b, "%s %s %s",
		s.path.Sprintf("%s:%d:%d:", visible(path), start.Line, start.Column),
		s.severity(f.Severity).Sprintf("%s[%s]:", f.Severity, f.Code),
		visible(f.Message))
	if f.Intended {
		b.WriteString(s.dim.Sprint(" (intended)"))
	}
	if shown > 1 {
		b.WriteString(s.dim.Sprintf(" (%d on this line)", shown))
	}
	b.WriteByte('\n')
	writeLine(b, s.dim.Sprint(number+" |"), source)
	writeLine(b, s.dim.Sprint(gutter+" |"), s.severity(f.Severity).Sprint(carets))

	for _, related := range f.Related {
		at := index.position(related.Span.Start)
		fmt.Fprintf(b, "%s %s %s:%d:%d: %s\n", gutter, s.note.Sprint("note:"),
			visible(path), at.Line, at.Column, visible(related.Message))
	}
	for _, x := range f.Fixes {
		fmt.Fprintf(b, "%s %s %s\n", gutter, s.good.Sprint("help:"), visible(x.Title))
	}
	b.WriteByte('\n')
	return shown
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
