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
func (d *Document) DisableFix(p *Finding, comments document.Comments) (fix Fix, ok bool) {
	if p.in == nil {
		return Fix{}, false
	}
	edit, ok := p.in.disableCall(p.Diagnostic.Call, p.Code, comments)
	fix = Fix{Title: "Disable " + p.Code + " for this call", Edits: movedEdits([]Edit{edit}, p.Shift)}
	if !ok || !d.provesDirectives(fix.Edits, 0, scope{p.Call, p.Code}) {
		return Fix{}, false
	}
	return fix, true
}

// disableCall returns the edit that suppresses a rule for a call.
func (r *result) disableCall(call int, code string, comments document.Comments) (Edit, bool) {
	own, known := r.File.Kind.Comments()
	if known {
		comments = own
	}
	if call < 0 || call >= len(r.Calls) || comments == (document.Comments{}) || !known && !comments.Anywhere {
		return Edit{}, false // text before a call may be in a program's string
	}
	c, list := &r.Calls[call], r.directives
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
	if c.lead != nil {
		at, text, ok := r.File.LineBefore(c.lead, line)
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
func (r *result) endBefore(call int) (end int) {
	for i := range r.Calls[:call] {
		end = max(end, r.Calls[i].taken().End)
	}
	return end
}

// add returns the edit that adds the name of a rule to a directive.
func (d *directive) add(code string) Edit {
	end := max(d.word.End, d.rules[len(d.rules)-1].span.End)
	return Edit{Span: xmlcall.Span{Start: end, End: end}, Text: " " + code}
}

// proveDirective returns the fixes of a finding about a directive, with their proofs: of the first [maxTrials] findings of a
// document, since each proof compares all. Fix-all proves them together.
func (d *Document) proveDirective(p *Finding) []Fix {
	fixes := slices.Clone(p.Fixes)
	for i := range fixes {
		fixes[i].safe = p.index < maxTrials && d.provesDirectives(fixes[i].Edits, 1, scope{})
	}
	return fixes
}

// provesDirectives reports whether edits of directives leave n fewer findings about them, remove those of a rule about a call,
// if one is given, and change no other finding and no call; a directive may be a comment in one.
func (d *Document) provesDirectives(edits []Edit, n int, gone scope) bool {
	after := d.editAll(edits)
	if after.sum.calls != d.sum.calls || after.findings().unused > d.findings().unused-n || !slices.Equal(d.reported(gone), after.reported(scope{})) {
		return false
	}
	for was := range d.Calls() {
		is, _ := after.CallAt(was.Index)
		span := was.Place(was.Span)
		within := func(e Edit) bool { return span.Start < e.Span.Start && e.Span.End <= span.End }
		if !was.alike(is.Call) || was.Source() != is.Source() && !slices.ContainsFunc(edits, within) {
			return false
		}
	}
	return true
}

// reported returns what the findings say, wherever they stand, except for those about directives and one of them.
func (d *Document) reported(but scope) (list []scope) {
	for p := range d.Diagnostics() {
		if s := (scope{p.Call, p.Code}); p.Code != unusedDirective && s != but {
			list = append(list, s)
		}
	}
	return list
}

// directiveEdits returns the edits of findings about directives that are proven.
func (d *Document) directiveEdits(keep func(*Diagnostic) bool) []Edit {
	if d.findings().unused == 0 {
		return nil
	}
	var of [][]Fix
	for p := range d.Diagnostics() {
		if p.Code == unusedDirective && d.InFixAll(p.Diagnostic) && (keep == nil || keep(p.Diagnostic)) {
			of = append(of, p.Fixes)
		}
	}
	fixes, _ := byRank(of)
	fix, _ := merged(most(fixes, func(some []*Fix) bool {
		fix, n := merged(some)
		return d.provesDirectives(fix.Edits, n, scope{})
	}))
	if fix == nil {
		return nil
	}
	return fix.Edits
}
