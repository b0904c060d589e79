package diagnostics

import (
	"slices"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// corrects reports whether fix-all corrects the call, and what was meant is certain.
func (p *prover) corrects() bool {
	if p.corrected == nil {
		var findings []int
		for i := range p.res.Diagnostics {
			if f := &p.res.Diagnostics[i]; f.Call == p.index && inFixAll(f, p.res.File.Kind) {
				findings = append(findings, i)
			}
		}
		corrected := p.intended.Certain() && p.correct(findings, true) != nil
		p.corrected = &corrected
	}
	return *p.corrected
}

// correct returns the largest correction of the call that is proven: the first fixes of all findings, if they are
// compatible; or the correction of the whole call, if whole is set; or as many fixes as are proven together; or nil.
func (p *prover) correct(findings []int, whole bool) *Fix {
	p.res.options.interrupt.check()
	fixes, first := make([][]*Fix, len(findings)), make([]*Fix, len(findings))
	for k, i := range findings {
		of := p.res.Diagnostics[i].Fixes
		for n := range of {
			fixes[k] = append(fixes[k], &of[n])
		}
		if len(of) > 0 {
			first[k] = fixes[k][0]
		}
	}
	if fix := merged(first); fix != nil && p.proves(fix.own()) {
		return fix
	}
	if whole {
		if fix := p.whole(); fix != nil {
			return fix
		}
	}
	for k := range fixes {
		fixes[k] = slices.DeleteFunc(fixes[k], func(f *Fix) bool { return !p.mayProve(f.own()) })
	}
	return merged(together(fixes, func(some []*Fix) bool {
		return p.proves(merged(some).own())
	}))
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

// together chooses a fix, or nil, for each finding: the first fixes of as many findings as proves accepts together, and
// then, beside these, the next fixes of the others.
func together(fixes [][]*Fix, proves func([]*Fix) bool) []*Fix {
	chosen, last := make([]*Fix, len(fixes)), 0
	for k := range fixes {
		last = max(last, len(fixes[k]))
	}
	for n := range last {
		var left []int
		for k := range fixes {
			if chosen[k] == nil && n < len(fixes[k]) {
				left = append(left, k)
			}
		}
		with := func(some []int) []*Fix {
			list := slices.Clone(chosen)
			for _, k := range some {
				list[k] = fixes[k][n]
			}
			return list
		}
		chosen = with(most(left, func(some []int) bool {
			return proves(slices.DeleteFunc(with(some), func(f *Fix) bool { return f == nil }))
		}))
	}
	return chosen
}

// merged returns some fixes of a call as one, as many as are compatible; nil if there is none. Some may be nil.
func merged(fixes []*Fix) *Fix {
	var all, own []Edit
	for _, fix := range fixes {
		if fix == nil {
			continue
		}
		if both := merge(own, fix.own()); len(both) > len(own) {
			all, own = merge(all, fix.Edits), both
		}
	}
	if own == nil {
		return nil
	}
	return &Fix{Edits: all, within: own}
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
