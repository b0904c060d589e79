package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// DisableFix returns the fix that writes a directive for a finding: a line before the
// call, or before the code block that the call is the first in, or one more name in an
// existing directive. ok is false if none can be written without affecting the calls of
// the file, and for a finding that is not about a call.
//
// comments specifies the notation of comments in the file; it is used if the file's
// kind does not determine it.
//
// It is computed on request rather than with each finding: there are many findings, and
// few are kept.
func (d *Document) DisableFix(p *Placed, comments document.Comments) (fix Fix, ok bool) {
	if p == nil || !p.described() || p.in == nil {
		return Fix{}, false
	}
	edit, ok := p.in.disableCall(p.Diagnostic.Call, p.Code, comments)
	if !ok || !p.in.keepsCalls(edit) {
		return Fix{}, false
	}
	return Fix{Title: "Disable " + p.Code + " for this call", Edits: movedEdits([]Edit{edit}, p.Shift)}, true
}

// disableCall returns the edit that suppresses a rule for a call.
func (r *reading) disableCall(call int, code string, comments document.Comments) (Edit, bool) {
	own, known := r.File.Kind.Comments()
	if known {
		comments = own
	}
	if call < 0 || call >= len(r.Calls) || comments == document.NoComments || !known && !comments.Anywhere() {
		return Edit{}, false // text before a call may be in a program's string
	}
	c, list := &r.Calls[call], r.directives()
	from := 0
	if call > 0 {
		from = r.Calls[call-1].Span.Start + 1
	}
	first, _ := slices.BinarySearchFunc(list, from, func(d directive, from int) int { return d.at - from })
	for i := first; i < len(list) && list[i].at <= c.Span.Start; i++ {
		// One about all rules suppresses nothing here, otherwise there would be no
		// finding.
		if d := &list[i]; d.verb == nextCall && len(d.rules) > 0 {
			return d.add(code), true
		}
	}
	line := comments.Comment(wordNextCall + " " + code)
	done := r.endBefore(call) // inside a call it would be no directive
	if lead := c.leadIn(); lead != nil {
		at, text, ok := r.File.LineBefore(lead, line)
		return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}, ok && done <= at
	}
	text := r.File.Text
	n := strings.LastIndexByte(text[min(done, c.Span.Start):c.Span.Start], '\n')
	if n < 0 && done > 0 {
		return Edit{}, false // the previous call ends on this line
	}
	at := min(done, c.Span.Start) + n + 1
	indent := text[at:c.Span.Start]
	if strings.Trim(indent, " \t") != "" {
		indent = ""
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: indent + line + lineEndAt(text, at)}, true
}

// endBefore returns the end of what the calls before one have of the file, or 0.
func (r *reading) endBefore(call int) (end int) {
	for i := range r.Calls[:call] {
		end = max(end, r.Calls[i].taken().End)
	}
	return end
}

// add returns the edit that adds the name of a rule to a directive.
func (d *directive) add(code string) Edit {
	return Edit{Span: xmlcall.Span{Start: d.end, End: d.end}, Text: " " + code}
}

// keepsCalls reports whether the file has the same calls after an insertion. In a reply
// only an unclosed call can include the line.
func (r *reading) keepsCalls(e Edit) bool {
	isDocument := r.File.Kind == document.Document || r.File.Kind.Source()
	line := lineStart(r.File.Text, e.Span.Start) // at the end of an unclosed call it would become part of it
	taken := slices.ContainsFunc(r.Calls, func(c Call) bool {
		return !c.closed() && c.Span.Start < e.Span.Start && (!isDocument || line <= c.Span.End)
	})
	if taken || !isDocument {
		return !taken
	}
	after := r.File.Reread(Apply(r.File.Text, []Edit{e}))
	was, is := openersOf(r.File), openersOf(after)
	if len(after.Directives) < len(r.File.Directives) || len(after.Segments) != len(r.File.Segments) || len(was) != len(is) {
		return false
	}
	for k, o := range was {
		if o.at.Start >= e.Span.Start {
			o.at = at(o.at, len(e.Text))
		} else if e.Span.Start <= o.at.End {
			o.text = is[k].text // which the line is in
		}
		if o.at.Start != is[k].at.Start || o.text != is[k].text {
			return false
		}
	}
	return slices.ContainsFunc(after.Directives, func(m document.Directive) bool {
		return m.Span.Start <= e.Span.Start+len(e.Text) && m.Span.End > e.Span.Start
	})
}

// An opener is where a call may start, up to the next one of its segment.
type opener struct {
	at   xmlcall.Span // in the file
	text string       // of the segment
}

func openersOf(f *document.File) (list []opener) {
	for i := range f.Segments {
		seg := &f.Segments[i]
		for k, from := range seg.Starts {
			to := len(seg.Text)
			if k+1 < len(seg.Starts) {
				to = int(seg.Starts[k+1])
			}
			list = append(list, opener{seg.FileSpan(xmlcall.Span{Start: int(from), End: to}), seg.Text[from:to]})
		}
	}
	return list
}
