package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/document"
)

// Apply applies edits to text, in the order of their places. Of edits that
// overlap only the first is made, of those that begin at one place the shorter;
// insertions at one place are all made, in the order in which they are given.
// An edit of what is not in the text is left out.
func Apply(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	if !slices.IsSortedFunc(edits, facts.CompareEdits) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, facts.CompareEdits)
	}
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			continue
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	return w.String()
}

// maxRounds bounds FixAll. Each round fixes what the one before uncovered, and a
// few are always enough.
const maxRounds = 20

// FixAll applies the safe fixes of every finding for which keep reports true (of
// every finding, if keep is nil) until none is left, and returns the new text.
// It returns text itself where there is nothing to do. In a document only errors
// and warnings are fixed: an example may be shorter than a call.
func FixAll(text string, kind document.Kind, keep func(*Finding) bool) string {
	return Options{}.FixAll(text, kind, keep)
}

// FixAll is the function with other options.
func (o Options) FixAll(text string, kind document.Kind, keep func(*Finding) bool) string {
	return o.Run(document.Read(text, kind)).FixAll(keep).File.Text
}

// FixAll is the function for a text that was read already. It returns what is
// known of the fixed text, r itself where there is nothing to do.
func (r *Result) FixAll(keep func(*Finding) bool) *Result {
	if r.File == nil {
		return r
	}
	res := r
	for range maxRounds {
		if res.File == nil {
			return res
		}
		edits := res.safeEdits(keep, len(res.File.Text))
		if len(edits) == 0 {
			return res
		}
		fixed := Apply(res.File.Text, edits)
		if fixed == res.File.Text {
			return res
		}
		res = res.again(fixed)
	}
	return res
}

// InFixAll reports whether fix-all looks at a finding: not in an intended bad
// example, and in a document only at errors and warnings.
func (r *Result) InFixAll(finding int) bool {
	if finding < 0 || finding >= len(r.Findings) {
		return false
	}
	return inFixAll(&r.Findings[finding], r.File.Kind)
}

func inFixAll(f *Finding, kind document.Kind) bool {
	return !f.Intended && (kind != document.Document || f.Severity <= Warning)
}

// safeEdits returns the edits that bring each call as far as is proven, of those with
// findings before an offset.
func (r *Result) safeEdits(keep func(*Finding) bool, before int) []Edit {
	var all []Edit
	byCall := map[int][]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Span.Start > before || !r.InFixAll(i) || keep != nil && !keep(f) {
			continue
		}
		if f.Call < 0 {
			if fix := r.SafeFix(i); fix != nil {
				all = merge(all, fix.Edits)
			}
			continue
		}
		byCall[f.Call] = append(byCall[f.Call], i)
	}
	for call := range r.Calls {
		if findings := byCall[call]; findings != nil {
			for _, e := range r.callEdits(call, findings, keep == nil) {
				all = merge(all, []Edit{e})
			}
		}
	}
	return all
}

// callEdits returns the edits that bring a call with the given findings as far as
// is proven: those of the first fix of every finding, if they go together, else
// what corrects all of the call, else those of the fixes that are safe alone.
func (r *Result) callEdits(call int, findings []int, whole bool) []Edit {
	r.options.interrupt.check()
	p := r.proverOf(call)
	if edits, own := r.merged(findings, func(i int) *Fix { return first(r.Findings[i].Fixes) }); own != nil && p.proves(own) {
		return edits
	}
	if whole {
		if fix := r.FixCall(call); fix != nil {
			return fix.Edits
		}
	}
	edits, own := r.merged(findings, r.SafeFix)
	if own == nil || p.proves(own) {
		return edits
	}
	for _, i := range findings {
		if fix := r.SafeFix(i); fix != nil {
			return fix.Edits
		}
	}
	return nil
}

func first(fixes []Fix) *Fix {
	if len(fixes) == 0 {
		return nil
	}
	return &fixes[0]
}

// merged returns the edits of one fix of each finding, as many as go together, in
// the file and in the call's segment.
func (r *Result) merged(findings []int, choose func(finding int) *Fix) (edits, own []Edit) {
	for _, i := range findings {
		fix := choose(i)
		if fix == nil {
			continue
		}
		if both := merge(own, fix.own()); len(both) > len(own) {
			own = both
			edits = merge(edits, fix.Edits)
		}
	}
	return edits, own
}

// merge adds edits to the sorted edits taken, or returns taken as it is where
// they get in each other's way.
func merge(taken, edits []Edit) []Edit {
	fresh := make([]Edit, 0, len(edits))
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e, facts.CompareEdits)
		if i < len(taken) && taken[i] == e {
			continue
		}
		if i > 0 && collide(taken[i-1], e) || i < len(taken) && collide(e, taken[i]) {
			return taken
		}
		fresh = append(fresh, e)
	}
	for _, e := range fresh {
		i, _ := slices.BinarySearchFunc(taken, e, facts.CompareEdits)
		taken = slices.Insert(taken, i, e)
	}
	return taken
}

// collide reports whether a and b, a not behind b, cannot both be made: they
// overlap, or both insert at one place and their order would be a guess.
func collide(a, b Edit) bool {
	return a.Span.End > b.Span.Start || a.Span.Start == b.Span.Start
}
