package diagnostics

import (
	"slices"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

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

// fixIn returns the fix of edits of a segment's text. ok is false if the file cannot represent them.
func fixIn(seg *document.Segment, title string, own []Edit) (fix Fix, ok bool) {
	fix.Title = title
	if !seg.Whole() {
		fix.within = own
	}
	fix.Edits, ok = fileEdits(seg, own)
	return fix, ok
}

// fileEdits returns edits of a segment's text as those of the file. ok is false if the file
// cannot represent them.
func fileEdits(seg *document.Segment, own []Edit) (edits []Edit, ok bool) {
	if seg.Whole() {
		return own, true
	}
	edits = make([]Edit, len(own))
	for i, e := range own {
		if edits[i].Span, edits[i].Text, ok = seg.FileEdit(e.Span, e.Text); !ok {
			return nil, false
		}
	}
	return edits, true
}
