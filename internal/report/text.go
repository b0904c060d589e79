package report

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fatih/color"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// writeText writes findings with their source lines.
func writeText(out *bufio.Writer, files []File, o *Settings) {
	writeForPeople(out, files, o, func(f *File, next repeats) {
		w := textWriter{Writer: out, path: foreign.Line(f.Path), style: &o.Style}
		found := f.Findings
		if !o.placeholders() {
			found = slices.DeleteFunc(slices.Clone(found), func(f Finding) bool { return f.placeholder })
		}
		for len(found) > 0 {
			same := sameOnLine(found)
			if shows, more := next(&found[0], same); shows {
				same = w.write(found[:same], more)
			}
			found = found[same:]
		}
	})
}

// writeConcise writes a line for each finding.
func writeConcise(out *bufio.Writer, files []File, o *Settings) {
	writeForPeople(out, files, o, func(f *File, next repeats) {
		for i := range f.Findings {
			shows, more := next(&f.Findings[i], 1)
			if !shows {
				continue
			}
			writeHead(out, foreign.Line(f.Path), &f.Findings[i], &o.Style)
			if out.WriteByte('\n'); more > 0 {
				out.WriteString(andMore(more) + "\n")
			}
		}
	})
}

// writeForPeople writes what the formats for people have in common: what is not checked in the order of the files, and
// a summary at the end.
func writeForPeople(out *bufio.Writer, files []File, o *Settings, findings func(*File, repeats)) {
	next := repeatsIn(files, o)
	for i := range files {
		f := &files[i]
		if !o.Statistics {
			findings(f, next)
		}
		for k := range f.Unread {
			if u := &f.Unread[k]; !o.Style.Terminal { // there people see what is on standard error
				fmt.Fprintf(out, "%s is not checked: %s\n", u.at(foreign.Line(u.Path)), foreign.Line(u.Reason))
			}
		}
	}
	if o.Statistics {
		out.WriteString(statisticsOf(files).text())
	}
	writeSummary(out, Sum(files), o)
}

// placeholders reports whether findings are shown that only state that something is filled in later, also where
// nobody configured that.
func (o *Settings) placeholders() bool { return o.All || o.FailOn == SeverityOf("hint") }

// shownTimes is how often what a rule reports with the same words is shown on a terminal.
const shownTimes = 3

// A told is what a rule reports.
type told struct{ code, message string }

// A function of repeats tells whether so many findings, from one on, which are shown as one, are shown, and how many after them are
// not.
type repeats func(f *Finding, n int) (shows bool, more int)

// repeatsIn counts what is told in the same words, so that the first output fits a screen.
func repeatsIn(files []File, o *Settings) repeats {
	if !o.Style.Terminal || o.All {
		return func(*Finding, int) (bool, int) { return true, 0 }
	}
	left, shown := map[told]int{}, map[told]int{}
	for i := range files {
		for k := range files[i].Findings {
			p := &files[i].Findings[k]
			left[told{p.Code, p.Message}]++
		}
	}
	return func(f *Finding, n int) (shows bool, more int) {
		key := told{f.Code, f.Message}
		left[key] -= n
		if shown[key]++; shown[key] == shownTimes {
			more = left[key]
		}
		return shown[key] <= shownTimes, more
	}
}

// andMore tells what is not shown.
func andMore(n int) string { return "and " + thousands.Separate(n) + " more: --all" }

// A textWriter writes findings of a file as text.
type textWriter struct {
	*bufio.Writer
	path  string // as it is shown
	style *term.Style
}

// sameOnLine returns how many findings, from the first, are told in the same words about places near each other on a
// line.
func sameOnLine(found []Finding) int {
	first, n := &found[0], 1
	for n < len(found) && found[n].Start.Line == first.Start.Line && found[n].Start.Offset <= first.Start.Offset+nearby && first.sameAs(&found[n]) {
		n++
	}
	return n
}

func (f *Finding) sameAs(o *Finding) bool {
	return f.Code == o.Code && f.level == o.level && f.Message == o.Message && f.Intended == o.Intended &&
		slices.Equal(f.Notes, o.Notes) && slices.Equal(f.Related, o.Related) && slices.Equal(f.Elsewhere, o.Elsewhere) && slices.Equal(f.titles, o.titles)
}

// write writes findings that are the same on a line, and returns the number of them that it could show.
func (w *textWriter) write(findings []Finding, more int) int {
	f, s := &findings[0], w.style
	number := fmt.Sprintf("%4d", f.Start.Line)
	gutter := strings.Repeat(" ", len(number))
	spans := make([]xmlcall.Span, 0, len(findings))
	for i := range findings {
		from := f.line.at + findings[i].Start.Offset - f.Start.Offset
		spans = append(spans, xmlcall.Span{Start: from, End: from + findings[i].End.Offset - findings[i].Start.Offset})
	}
	source, carets, shown := snippet(&f.line, spans, s.Width-len(number)-len(" | "))
	writeHead(w.Writer, w.path, f, s)
	if shown > 1 {
		w.WriteString(s.Dim.Sprint(" (" + thousands.Separate(shown) + " on this line)"))
	}
	if source != "" {
		source = " " + source
	}
	fmt.Fprintf(w, "\n%s%s\n%s %s\n", s.Dim.Sprint(number+" |"), source, s.Dim.Sprint(gutter+" |"), s.Severity(f.level).Sprint(carets))
	for _, note := range f.Notes {
		w.extra(gutter, s.Note, "note:", note)
	}
	for _, r := range f.Related {
		w.extra(gutter, s.Note, "note:", place(w.path, r.Start)+" "+r.Message)
	}
	for _, r := range f.Elsewhere {
		w.extra(gutter, s.Note, "note:", place(r.Path, Position{Line: r.Line, Column: 1})+" "+r.Message)
	}
	for _, title := range f.titles {
		w.extra(gutter, s.Good, "help:", title)
	}
	if more > 0 {
		w.extra(gutter, s.Note, "note:", andMore(more))
	}
	w.WriteByte('\n')
	return shown
}

// extra writes a line that adds to a finding.
func (w *textWriter) extra(gutter string, ink *color.Color, label, text string) {
	fmt.Fprintf(w, "%s %s %s\n", gutter, ink.Sprint(label), foreign.Line(text))
}

// writeHead writes the line of a finding without its end, in the form that editors and terminals recognize. path is as
// it is shown.
func writeHead(out *bufio.Writer, path string, f *Finding, s *term.Style) {
	fmt.Fprintf(out, "%s %s %s", s.Path.Sprint(place(path, f.Start)), s.Severity(f.level).Sprint(f.Severity+"["+f.Code+"]:"), foreign.Line(f.Message))
	if f.Intended {
		out.WriteString(s.Dim.Sprint(" (intended)"))
	}
}

// place returns a place as path:line:column:.
func place(path string, at Position) string {
	return path + ":" + strconv.Itoa(at.Line) + ":" + strconv.Itoa(at.Column) + ":"
}
