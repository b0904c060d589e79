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
func (r *Result) DisableFix(f *Diagnostic, comments document.Comments) (fix Fix, ok bool) {
	if !f.described() || r.File == nil {
		return Fix{}, false
	}
	edit, ok := r.disableCall(r.directives(), f.Call, r.endBefore(f.Call), []string{f.Code}, comments)
	if !ok || !r.keepsCalls(edit) {
		return Fix{}, false
	}
	return Fix{Title: "Disable " + f.Code + " for this call", Edits: []Edit{edit}}, true
}

// disableCall returns the edit that suppresses codes for a call. done is the end of all calls before
// it: in one of them it would be no directive.
func (r *Result) disableCall(list []directive, call, done int, codes []string, comments document.Comments) (Edit, bool) {
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
func (r *Result) keepsCalls(e Edit) bool {
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

// AddSuppressions writes directives for all findings of a text except those in intended
// bad examples, and removes the directives that suppress nothing. It returns text
// itself if there is nothing to do.
//
// A directive is placed before the call. If it would change a call or the string of a
// program, or is not effective, one for the whole file is placed at its start; a file
// without comments is not changed.
func (o Options) AddSuppressions(text string, kind document.Kind, comments document.Comments) string {
	if comments == document.NoComments || kind == document.JSON {
		return text
	}
	text = o.tidyDirectives(text, kind)
	if comments.Anywhere() {
		if with, ok := o.suppressCalls(o.Run(document.ReadWith(text, kind, o.ReadOptions())), comments); ok {
			text = o.tidyDirectives(with, kind)
		}
	}
	for range maxRounds {
		next := o.suppressInFile(text, kind, comments)
		if next == text {
			break
		}
		text = next
	}
	return text
}

// suppressInFile writes a directive for all remaining findings, or returns text itself
// if there are none or if no directive is effective.
func (o Options) suppressInFile(text string, kind document.Kind, comments document.Comments) string {
	res := o.Run(document.ReadWith(text, kind, o.ReadOptions()))
	codes := res.toSuppress()
	if len(codes) == 0 {
		return text
	}
	// Text that looks like the head of a reply may be in a call.
	for _, at := range []int{headEnd(text), len(text) - len(strings.TrimPrefix(text, "\ufeff"))} {
		with := Apply(text, []Edit{res.disableFile(at, codes, comments)})
		left := o.Run(document.ReadWith(with, kind, o.ReadOptions())).toSuppress()
		if !slices.ContainsFunc(left, func(code string) bool { return slices.Contains(codes, code) }) {
			return o.tidyDirectives(with, kind)
		}
	}
	return text
}

// tidyDirectives fixes the directives of a text that suppress nothing.
func (o Options) tidyDirectives(text string, kind document.Kind) string {
	for range maxRounds {
		res := o.Run(document.ReadWith(text, kind, o.ReadOptions()))
		var edits []Edit
		for i := range res.Diagnostics {
			// The first fix is the safe one, or the intended name for a wrong one.
			if f := &res.Diagnostics[i]; f.Code == unusedDirective && len(f.Fixes) > 0 {
				edits = merge(edits, f.Fixes[0].Edits)
			}
		}
		if len(edits) == 0 {
			break
		}
		text = Apply(text, edits)
	}
	return text
}

// toSuppress returns the codes of the findings to suppress.
func (r *Result) toSuppress() []string {
	var codes []string
	for i := range r.Diagnostics {
		if f := &r.Diagnostics[i]; f.Code != unusedDirective && !f.Intended {
			codes = append(codes, f.Code)
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// suppressCalls writes a directive for each call with findings. ok is false if there
// are none, or if all together would change the calls.
func (o Options) suppressCalls(res *Result, comments document.Comments) (text string, ok bool) {
	codes := make([][]string, len(res.Calls))
	for i := range res.Diagnostics {
		if f := &res.Diagnostics[i]; f.Call >= 0 && !f.Intended {
			codes[f.Call] = append(codes[f.Call], f.Code)
		}
	}
	list, done := res.directives(), 0
	var edits []Edit
	for call := range codes {
		before := done
		done = max(done, res.Calls[call].taken().End)
		if len(codes[call]) == 0 {
			continue
		}
		slices.Sort(codes[call])
		if edit, ok := res.disableCall(list, call, before, slices.Compact(codes[call]), comments); ok {
			edits = merge(edits, []Edit{edit})
		}
	}
	if text, ok = o.suppressing(res, edits); !ok && len(edits) <= maxTried {
		// Usually one of them is the cause.
		text, ok = o.suppressing(res, slices.DeleteFunc(edits, func(e Edit) bool { return !res.keepsCalls(e) }))
	}
	return text, ok
}

// maxTried is the number of directives that are tried one by one.
const maxTried = 200

// suppressing returns the text after edits that write directives. ok is false if there
// are none, and if one of them has an unintended effect.
func (o Options) suppressing(res *Result, edits []Edit) (text string, ok bool) {
	text = Apply(res.File.Text, edits)
	after := o.Run(document.ReadWith(text, res.File.Kind, o.ReadOptions()))
	return text, len(edits) > 0 && len(after.Calls) == len(res.Calls) && !slices.ContainsFunc(after.Diagnostics, func(f Diagnostic) bool {
		return f.Code == unusedDirective
	})
}

// disableFile returns the edit that suppresses codes in the whole file, with a new
// directive at an offset if there is none.
func (r *Result) disableFile(at int, codes []string, comments document.Comments) Edit {
	for _, d := range r.directives() {
		if d.verb == wholeFile && len(d.rules) > 0 {
			return d.add(codes)
		}
	}
	end := lineEndAt(r.File.Text, at)
	text := comments.Comment(wordFile+" "+strings.Join(codes, " ")) + end
	if comments == document.SlashComments {
		text += end // not part of a comment that documents the code below
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}
}
