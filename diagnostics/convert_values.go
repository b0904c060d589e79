package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// The forms of values to which whole files are converted. When rewriting one value, a person
// may choose a section although ADR-0024 does not; a file is converted as ADR-0024
// specifies.
var (
	allEscapes = valueNotation{
		write: func(value string) (string, bool) {
			text, ok := asEscapes.write(value)
			return text, ok && !syntax.HasThinking(value)
		},
		wanted: asEscapes.wanted,
		marks:  asEscapes.marks,
	}
	someSections = valueNotation{
		write: func(value string) (string, bool) {
			section, ok := asSection.write(value)
			// ADR-0024 escapes a "]]>"; a section would be split there.
			return section, ok && !strings.Contains(value, "]]>")
		},
		wanted: func(block *xmlcall.Block, id xmlcall.ElementID) bool {
			return asSection.wanted(block, id) && encode.PrefersCDATA(block.Element(id).Text())
		},
		marks: asSection.marks,
	}
)

// values converts the values of calls.
func (c *converter) values(notation *valueNotation) {
	var all []rewrite
	for k, within := range c.nested() {
		call := &c.Calls[k]
		if call.Span.Start >= c.size {
			break
		}
		if !notation.mayApply(call.Source()) {
			continue
		}
		c.options.interrupt.check()
		switch why := unsound(call); {
		case within:
			c.leave(k, "", inAnother)
		case why != "":
			c.leave(k, "", why)
		default:
			all = append(all, c.rewrites(k, notation)...)
		}
	}
	chosen := most(len(all), trials(c.round), func(some []int) bool { return c.keeps(pick(all, some)) })
	explained := 0
	for i := range all {
		if _, found := slices.BinarySearch(chosen, i); found {
			c.edits = merge(c.edits, all[i].edits)
			c.changed[all[i].call] = true
			continue
		}
		why := "it is not proven that everything else is read as before"
		if explained++; explained <= maxExplained {
			why = c.whyNot(&all[i])
		}
		c.leave(all[i].call, all[i].element, why)
	}
}

// keeps reports whether everything is read as before after some rewrites, and each directive has an
// effect as before.
func (c *converter) keeps(rewrites []rewrite) bool {
	switch {
	case !c.sameAfter(rewrites):
		return false
	case c.doc.directed() == nil:
		return true
	}
	var edits []Edit
	for i := range rewrites {
		edits = merge(edits, rewrites[i].edits)
	}
	return c.doc.editAll(movedEdits(edits, c.base)).unusedDirectives() <= c.doc.unusedDirectives()
}

// inAnother is the reason for a call within one without an end, or in a value of one.
const inAnother = "it is inside another call and may be a value of it"

// maxExplained is the number of values of a stretch for which the reason is determined why
// they are not converted: each reads the stretch again.
const maxExplained = 16

// unsound returns the reason for not converting a call that does not run as written.
func unsound(c *Call) string {
	switch {
	case !c.closed():
		return "the runtime does not see a call here"
	case c.outcome == xmlcall.Refused:
		return "the reader refuses it; fix it first, with check --fix where the fix is proven"
	case c.outcome == xmlcall.Repaired:
		return "the runtime repairs it; fix it first with check --fix"
	}
	return ""
}

// rewrites returns the rewrites of a call's values in a notation, as far as they are proven for
// the call alone.
func (c *converter) rewrites(call int, notation *valueNotation) []rewrite {
	w := c.rewritingOf(call)
	var candidates []rewrite
	for id, why := range w.values() {
		if !notation.wanted(w.block, id) {
			continue
		}
		name := w.block.Element(id).Name()
		edit, ok := notation.edit(w.block, id)
		switch {
		case why != "":
		case !ok:
			why = whyUnwritten(w.block.Element(id).Text())
		default:
			own := []Edit{edit}
			if edits, ok := fileEdits(c.Calls[call].Segment, own); ok {
				candidates = append(candidates, rewrite{call, name, own, edits})
				continue
			}
			why = "the file cannot contain it here"
		}
		if why != "" {
			c.leave(call, name, why)
		}
	}
	own := func(some []int) (edits []Edit) {
		for _, i := range some {
			edits = append(edits, candidates[i].own...)
		}
		return edits
	}
	chosen := most(len(candidates), trials(c.round), func(some []int) bool { return w.readsAlike(own(some)) })
	var proven []rewrite
	for i := range candidates {
		if _, found := slices.BinarySearch(chosen, i); found {
			proven = append(proven, candidates[i])
			continue
		}
		c.leave(call, candidates[i].element, w.whyOtherwise(candidates[i].own))
	}
	return proven
}

// whyUnwritten returns the reason why a value is not written in a notation, or "" if it
// already is.
func whyUnwritten(value string) string {
	if why := unsuitable(value); why != "" {
		return why
	}
	if strings.Contains(value, "]]>") {
		return "a CDATA section cannot hold ]]>"
	}
	return ""
}

// whyOtherwise returns the reason why a call is read differently after edits of its
// segment's text.
func (w *rewriting) whyOtherwise(own []Edit) string {
	after := w.result.edited(w.call, own).Verdict()
	switch {
	case after.Outcome == xmlcall.Refused:
		return "the reader would then refuse it: " + after.Reason
	case w.tool == nil:
		return "without a definition of its tool it may be read as another type"
	}
	return "its tool would get another value"
}

// whyNot returns the reason why a rewrite that preserves its call is not proven for
// everything around it.
func (r *reading) whyNot(w *rewrite) string {
	after := r.again(Apply(r.File.Text, w.edits))
	if len(after.Calls) != len(r.Calls) {
		return "the file would have different calls"
	}
	for i := range after.Diagnostics {
		f := &after.Diagnostics[i]
		count := func(of *reading) (n int) {
			for k := range of.Diagnostics {
				if of.Diagnostics[k].Call == w.call && of.Diagnostics[k].Code == f.Code {
					n++
				}
			}
			return n
		}
		if f.Call == w.call && f.Severity <= Warning && count(after) > count(r) {
			return "then " + f.Code + " would be reported: " + f.Message
		}
	}
	if !r.sameMessages([]rewrite{*w}) {
		return "the live runtime would run its message differently"
	}
	return "it is not proven that everything else is read as before"
}

// A rewrite is a set of edits that change the notation of values of a call.
type rewrite struct {
	call       int
	element    string // the name of the element, if it is one value
	own, edits []Edit // edits of the segment's text, and of the file
}

// sameAfter reports whether, after some rewrites that each preserve their call, all calls
// are unchanged or as rewritten, the live runtime runs the same call of each message, and no
// problem is new.
func (r *reading) sameAfter(rewrites []rewrite) bool {
	after, ok := r.rewritten(rewrites)
	if !ok || after.troubles() > r.troubles() {
		return false
	}
	for i := range rewrites {
		was, is := &r.Calls[rewrites[i].call], &after.Calls[rewrites[i].call]
		if was.outcome != is.outcome || was.tool != is.tool || was.form != is.form {
			return false
		}
	}
	return r.sameMessages(rewrites)
}

// rewritten returns the result after some rewrites. ok is false if they are read differently in
// the file, for example because a line closes the fence around its call, or if another call
// changes.
func (r *reading) rewritten(rewrites []rewrite) (after *reading, ok bool) {
	r.options.interrupt.check()
	own := map[int][]Edit{}
	var edits []Edit
	for i := range rewrites {
		own[rewrites[i].call] = append(own[rewrites[i].call], rewrites[i].own...)
		edits = merge(edits, rewrites[i].edits)
	}
	after = r.again(Apply(r.File.Text, edits))
	if len(after.Calls) != len(r.Calls) {
		return after, false // a guard: no notation is known to do this
	}
	for k := range r.Calls {
		was, is := &r.Calls[k], &after.Calls[k]
		same := own[k] != nil || was.outcome == is.outcome && was.tool == is.tool && was.form == is.form
		if !same || r.sourceAfter(k, own[k]) != is.Source() {
			return after, false
		}
	}
	return after, true
}

// sameMessages reports whether the live runtime, which reads all calls of a message together
// and looks for tags before it reads anything, runs the same of each message after rewrites.
func (r *reading) sameMessages(rewrites []rewrite) bool {
	own := map[*document.Segment][]Edit{}
	for i := range rewrites {
		if seg := r.Calls[rewrites[i].call].Segment; seg.Scope == document.Message {
			own[seg] = merge(own[seg], rewrites[i].own)
		}
	}
	facts := intent.Options{Tools: r.options.Toolset(), MaxSize: r.options.MaxSize}
	for seg, edits := range own {
		if seg.Long { // the rest of it is not known
			if touchesTags(seg.Text, edits) {
				return false
			}
			continue
		}
		r.proofs.mu.Lock()
		m := r.messageOf(seg, facts)
		r.proofs.mu.Unlock()
		if !m.live.Same(m.run(Apply(seg.Text, edits))) {
			return false
		}
	}
	return true
}
