package diagnostics

import (
	"slices"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxTrials bounds fix-all: its rounds, each of which fixes what the previous one uncovered, and in each the proofs for a
// group of edits. A few are always enough.
const maxTrials = 20

// InFixAll reports whether fix-all considers a finding of the document: not in an example that is,
// or may be, wrong on purpose, and in a document only errors and warnings.
func (d *Document) InFixAll(f *Diagnostic) bool { return inFixAll(f, d.kind) }

func inFixAll(f *Diagnostic, kind document.Kind) bool {
	return !f.Intended && !f.HeldBack && (kind != document.Document && !kind.Source() || f.Severity <= Warning)
}

// correct returns the largest correction of the call that is proven: the first fixes of all findings, as far as they are
// compatible; or the correction of the whole call, if whole is set; or as many fixes as are proven together; or nil.
func (p *prover) correct(findings []int, whole bool) *Fix {
	p.res.options.interrupt.check()
	of := make([][]Fix, len(findings))
	for k, i := range findings {
		of[k] = p.res.Diagnostics[i].Fixes
	}
	fixes, first := byRank(of)
	if fix, _ := merged(fixes[:first]); fix != nil && p.proves(fix.own()) {
		return fix
	}
	if whole {
		if fix := p.whole(); fix != nil {
			return fix
		}
	}
	fixes = slices.DeleteFunc(fixes, func(f *Fix) bool { return !p.mayProve(f.own()) })
	fix, _ := merged(most(fixes, func(some []*Fix) bool {
		fix, _ := merged(some)
		return p.proves(fix.own())
	}))
	return fix
}

// whole returns the fix of the whole call, if what was meant is certain, and it is proven; otherwise nil.
func (p *prover) whole() *Fix {
	if !p.intended.Certain() || p.intended.Text == p.text {
		return nil
	}
	edit := difference(p.text, p.intended.Text)
	edit.Span = at(edit.Span, p.start)
	fix, ok := fixIn(p.call.Segment, "Fix all in this call", []Edit{edit})
	if !ok || !p.proves(fix.own()) {
		return nil
	}
	return &fix
}

// byRank returns the fixes of some findings: the first of each, whose number it returns, then the second of each, and so on.
func byRank(of [][]Fix) (fixes []*Fix, first int) {
	for rank, more := 0, true; more; rank++ {
		more = false
		for k := range of {
			if rank < len(of[k]) {
				fixes, more = append(fixes, &of[k][rank]), true
			}
		}
		if rank == 0 {
			first = len(fixes)
		}
	}
	return fixes, first
}

// merged returns some fixes as one, without those that conflict with earlier ones, and their number; nil if there is none.
func merged(fixes []*Fix) (fix *Fix, n int) {
	var all, own []Edit
	for _, fix := range fixes {
		if both := merge(own, fix.own()); len(both) > len(own) {
			all, own = merge(all, fix.Edits), both
			n++
		}
	}
	if n == 0 {
		return nil, 0
	}
	return &Fix{Edits: all, within: own}, n
}

// most returns as many of some things as are found to be compatible: all of
// them if possible, otherwise those of halves, and of halves of these, that are
// compatible with those found before. Each trial asks once, and no two about the same. What is not found in
// [maxTrials] may be in the next round.
func most[E any](all []E, together func(some []E) bool) (taken []E) {
	trials := maxTrials
	var try func(of []E, failed bool)
	try = func(of []E, failed bool) { // failed: these are not compatible with those taken
		if len(of) == 0 || trials == 0 {
			return
		}
		if !failed {
			trials--
			if with := slices.Concat(taken, of); together(with) {
				taken = with
				return
			}
		}
		if len(of) > 1 {
			half, before := len(of)/2, len(taken)
			try(of[:half], false)
			try(of[half:], len(taken)-before == half)
		}
	}
	try(all, false)
	return taken
}

// difference returns the edit that turns a into b, without their common prefix and
// suffix.
func difference(a, b string) Edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for head > 0 && (head < len(a) && !utf8.RuneStart(a[head]) || head < len(b) && !utf8.RuneStart(b[head])) {
		head--
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && !utf8.RuneStart(a[len(a)-tail]) {
		tail--
	}
	return Edit{Span: xmlcall.Span{Start: head, End: len(a) - tail}, Text: b[head : len(b)-tail]}
}
