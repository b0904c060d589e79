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
	s, i := d.find(p)
	if i < 0 {
		return Fix{}, false
	}
	call := s.Diagnostics[i].Call
	edit, ok := s.disableCall(s.directives(), call, s.endBefore(call), []string{p.Code}, comments)
	if !ok || !s.keepsCalls(edit) {
		return Fix{}, false
	}
	return Fix{Title: "Disable " + p.Code + " for this call", Edits: movedEdits([]Edit{edit}, s.before.bytes)}, true
}

// disableCall returns the edit that suppresses codes for a call. done is the end of all calls before
// it: in one of them it would be no directive.
func (r *reading) disableCall(list []directive, call, done int, codes []string, comments document.Comments) (Edit, bool) {
	own, known := r.File.Kind.Comments()
	if known {
		comments = own
	}
	if call < 0 || call >= len(r.Calls) || comments == document.NoComments || !known && !comments.Anywhere() {
		return Edit{}, false // text before a call may be in a program's string
	}
	c := &r.Calls[call]
	from := 0
	if call > 0 {
		from = r.Calls[call-1].Span.Start + 1
	}
	first, _ := slices.BinarySearchFunc(list, from, func(d directive, from int) int { return d.at - from })
	for i := first; i < len(list) && list[i].at <= c.Span.Start; i++ {
		// One about all rules suppresses nothing here, otherwise there would be no
		// finding.
		if d := &list[i]; d.verb == nextCall && len(d.rules) > 0 {
			return d.add(codes), true
		}
	}
	line := comments.Comment(wordNextCall + " " + strings.Join(codes, " "))
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

// add returns the edit that adds names of rules to a directive.
func (d *directive) add(codes []string) Edit {
	return Edit{Span: xmlcall.Span{Start: d.end, End: d.end}, Text: " " + strings.Join(codes, " ")}
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
	if len(after.Directives) < len(r.File.Directives) || len(after.Segments) != len(r.File.Segments) {
		return false
	}
	found := slices.ContainsFunc(after.Directives, func(m document.Directive) bool {
		return m.Span.Start <= e.Span.Start+len(e.Text) && m.Span.End > e.Span.Start
	})
	for i := range after.Segments {
		was, is := &r.File.Segments[i], &after.Segments[i]
		if len(was.Starts) != len(is.Starts) {
			return false
		}
		inside := -1 // the call whose text, up to the next one, the line is in
		for k := range was.Starts {
			start, now := fileStart(was, k), fileStart(is, k)
			if start >= e.Span.Start {
				start += len(e.Text)
			} else {
				inside = k
			}
			if now != start {
				return false
			}
		}
		for k := range inside {
			if was.Text[was.Starts[k]:was.Starts[k+1]] != is.Text[is.Starts[k]:is.Starts[k+1]] {
				return false
			}
		}
		if k := inside + 1; k < len(was.Starts) && was.Text[was.Starts[k]:] != is.Text[is.Starts[k]:] {
			return false
		}
	}
	return found
}

// AddSuppressions returns the document with directives for all findings except those in intended bad
// examples, and without the directives that suppress nothing; d itself if there is nothing to do.
//
// A directive is placed before the call. If it would change a call or the string of a
// program, or is not effective, one for the whole file is placed at its start; a file
// without comments is not changed.
func (d *Document) AddSuppressions(comments document.Comments) *Document {
	if comments == document.NoComments || d.asked == document.JSON {
		return d
	}
	d = d.tidyDirectives()
	if comments.Anywhere() {
		if with := d.suppressCalls(comments); with != nil {
			d = with.tidyDirectives()
		}
	}
	for range maxRounds {
		next := d.suppressInFile(comments)
		if next == d {
			break
		}
		d = next
	}
	return d
}

// suppressInFile writes a directive for all remaining findings, or returns d itself
// if there are none or if no directive is effective.
func (d *Document) suppressInFile(comments document.Comments) *Document {
	codes := d.toSuppress()
	if len(codes) == 0 {
		return d
	}
	// Text that looks like the head of a reply may be in a call.
	all := d.text.String()
	for _, at := range []int{headEnd(all), len(all) - len(strings.TrimPrefix(all, "\ufeff"))} {
		with := d.editAll([]Edit{d.disableFile(at, codes, comments)})
		left := with.toSuppress()
		if !slices.ContainsFunc(left, func(code string) bool { return slices.Contains(codes, code) }) {
			return with.tidyDirectives()
		}
	}
	return d
}

// tidyDirectives fixes the directives that suppress nothing.
func (d *Document) tidyDirectives() *Document {
	for range maxRounds {
		s := d.directed()
		if s == nil {
			break
		}
		var edits []Edit
		for i := range s.added {
			// The first fix is the safe one, or the intended name for a wrong one.
			if p := &s.added[i]; len(p.Fixes) > 0 {
				edits = merge(edits, movedEdits(p.Fixes[0].Edits, p.Shift))
			}
		}
		if len(edits) == 0 {
			break
		}
		d = d.editAll(edits)
	}
	return d
}

// toSuppress returns the codes of the findings to suppress.
func (d *Document) toSuppress() []string {
	var codes []string
	for p := range d.Diagnostics() {
		if p.Code != unusedDirective && !p.Intended {
			codes = append(codes, p.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// suppressCalls writes a directive for each call with findings. It returns nil if there
// are none, or if all together would change the calls.
func (d *Document) suppressCalls(comments document.Comments) *Document {
	r := d.whole()
	codes := make([][]string, len(r.Calls))
	for i := range r.Diagnostics {
		if f := &r.Diagnostics[i]; f.Call >= 0 && !f.Intended && !r.hides(i) {
			codes[f.Call] = append(codes[f.Call], f.Code)
		}
	}
	list, done := r.directives(), 0
	var edits []Edit
	for call := range codes {
		before := done
		done = max(done, r.Calls[call].taken().End)
		if len(codes[call]) == 0 {
			continue
		}
		slices.Sort(codes[call])
		if edit, ok := r.disableCall(list, call, before, slices.Compact(codes[call]), comments); ok {
			edits = merge(edits, []Edit{edit})
		}
	}
	with := d.suppressing(edits)
	if with == nil && len(edits) <= maxTried {
		// Usually one of them is the cause.
		with = d.suppressing(slices.DeleteFunc(edits, func(e Edit) bool { return !r.keepsCalls(e) }))
	}
	return with
}

// maxTried is the number of directives that are tried one by one.
const maxTried = 200

// suppressing returns the document after edits that write directives, nil if there are none, and if
// one of them has an unintended effect.
func (d *Document) suppressing(edits []Edit) *Document {
	after := d.editAll(edits)
	if len(edits) == 0 || after.items.Summary().calls() != d.items.Summary().calls() || after.unusedDirectives() > 0 {
		return nil
	}
	return after
}

// disableFile returns the edit that suppresses codes in the whole file, with a new
// directive at an offset if there is none.
func (d *Document) disableFile(at int, codes []string, comments document.Comments) Edit {
	for _, directive := range d.directives() {
		if directive.verb == wholeFile && len(directive.rules) > 0 {
			return directive.add(codes)
		}
	}
	end := lineEndAt(d.text.String(), at)
	text := comments.Comment(wordFile+" "+strings.Join(codes, " ")) + end
	if comments == document.SlashComments {
		text += end // not part of a comment that documents the code below
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}
}
