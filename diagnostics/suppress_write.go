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
	if p.none() || p.in == nil {
		return Fix{}, false
	}
	edit, ok := p.in.disableCall(p.Diagnostic.Call, p.Code, comments)
	fix = Fix{Title: "Disable " + p.Code + " for this call", Edits: movedEdits([]Edit{edit}, p.Shift)}
	gone := func(other *Placed) bool { return other.Call == p.Call && other.Code == p.Code }
	if !ok || !d.provesDirectives(fix.Edits, 0, gone) {
		return Fix{}, false
	}
	return fix, true
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
		if d := &list[i]; d.verb == nextCall && !d.ofAll() {
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
