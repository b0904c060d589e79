package rules

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/notes"
)

// A Pass runs rules on one call after the other: the facts about it, and what the
// findings of several rules share.
type Pass struct {
	*facts.Call

	out  func(Report)
	rule *Rule

	fields map[xmlcall.ElementID]*fieldFixes // see fixesOf
	texts  map[xmlcall.ElementID]*textFixes  // see asText
	shared map[sharedKey]*sharedFix
}

// A sharedKey tells a fix that several findings of one rule share from others.
type sharedKey struct {
	element xmlcall.ElementID
	name    string
}

// A sharedFix is a fix for several places, which is made once.
type sharedFix struct {
	fix    Fix
	budget int // bytes of edits that further findings may carry
}

// sharedFix returns the fix that findings of the rule share. It has no edits where there
// is none, and where the findings before carry enough of them.
func (p *Pass) sharedFix(key sharedKey, build func() Fix) Fix {
	s := p.shared[key]
	if s == nil {
		s = &sharedFix{fix: build(), budget: sharedBytes}
		if p.shared == nil {
			p.shared = map[sharedKey]*sharedFix{}
		}
		p.shared[key] = s
	}
	if !spend(&s.budget, s.fix.Edits) {
		return Fix{}
	}
	return s.fix
}

// NewPass returns a pass that hands out what rules report.
func NewPass(out func(Report)) *Pass { return &Pass{out: out} }

// Start makes a call the one that rules run on.
func (p *Pass) Start(c *facts.Call) { *p = Pass{Call: c, out: p.out} }

// Run runs a rule.
func (p *Pass) Run(rule *Rule) {
	p.rule, p.shared = rule, nil
	rule.Check(p)
}

// Problems yields the problems that the rule is about.
func (p *Pass) Problems() iter.Seq[xmlcall.Problem] {
	return p.ProblemsOf(p.rule.Needs.Problems...)
}

// Notes yields the notes that the rule is about.
func (p *Pass) Notes() iter.Seq[notes.Note] { return p.NotesOf(p.rule.Needs.Notes...) }

// Issues yields the issues that the rule is about.
func (p *Pass) Issues() iter.Seq[toolspec.Issue] { return p.IssuesOf(p.rule.Needs.Issues...) }

// report reports what is at a span, unless that is about a hole, which nobody
// knows yet, and the rule is not about holes.
func (p *Pass) report(span xmlcall.Span, r Report) {
	fills := p.rule.Needs.Facts&facts.Placeholders != 0
	if !fills && p.InHole(span) {
		return
	}
	r.Span = span
	drops := func(fix Fix) bool { return len(fix.Edits) == 0 || !p.KeepsHoles(fix.Edits, fills) }
	if slices.ContainsFunc(r.Fixes, drops) {
		r.Fixes = slices.DeleteFunc(slices.Clone(r.Fixes), drops) // reports may share them
	}
	p.out(r)
}
