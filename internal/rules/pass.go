package rules

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Pass runs rules on a sequence of calls: it holds the facts about the current call,
// and the fixes that several findings share.
type Pass struct {
	*call.Call

	out  func(Report)
	rule *Rule

	fields map[xmlcall.ElementID]*fieldFixes // see fixesOf
	nested struct{ asked, sections bool }    // see nestedSections
	shared map[sharedKey]*sharedFixes
}

// A sharedKey identifies fixes that several findings of one rule share.
type sharedKey struct {
	element xmlcall.ElementID
	name    string
}

// sharedFixes are fixes for several places, which are created once.
type sharedFixes struct {
	fixes  []Fix
	budget int // bytes of edits that further findings may have
}

// spend reports whether one more finding may have the fixes.
func (s *sharedFixes) spend() bool {
	return !slices.ContainsFunc(s.fixes, func(f Fix) bool { return !spend(&s.budget, f.Edits) })
}

// sharedFixes returns the fixes that findings of the rule share.
func (p *Pass) sharedFixes(key sharedKey, build func() []Fix) *sharedFixes {
	s := p.shared[key]
	if s == nil {
		s = &sharedFixes{fixes: build(), budget: sharedBytes}
		if p.shared == nil {
			p.shared = map[sharedKey]*sharedFixes{}
		}
		p.shared[key] = s
	}
	return s
}

// sharedFix returns the fix that findings of the rule share. It has no edits if there is
// none, or if earlier findings have exhausted the budget.
func (p *Pass) sharedFix(key sharedKey, build func() Fix) Fix {
	s := p.sharedFixes(key, func() []Fix { return []Fix{build()} })
	if !s.spend() {
		return Fix{}
	}
	return s.fixes[0]
}

// NewPass returns a pass that delivers the reports of rules.
func NewPass(out func(Report)) *Pass { return &Pass{out: out} }

// Start sets the call on which rules run.
func (p *Pass) Start(c *call.Call) { *p = Pass{Call: c, out: p.out} }

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

// report reports a problem at a span, unless that is about a hole, whose content is not
// known, and the rule is not about holes.
func (p *Pass) report(span xmlcall.Span, r Report) {
	fills := p.rule.Needs.Facts&call.Placeholders != 0
	if fills || !p.InHole(span) {
		p.reportAnyway(span, r)
	}
}

// reportAnyway is report for what is so whatever is filled in. A report without a message is none.
func (p *Pass) reportAnyway(span xmlcall.Span, r Report) {
	if r.Message == "" {
		return
	}
	fills := p.rule.Needs.Facts&call.Placeholders != 0
	r.Span = span
	if !r.Reply {
		r.Note = p.told(r.Note)
	}
	drops := func(fix Fix) bool { return len(fix.Edits) == 0 || !p.KeepsHoles(fix.Edits, fills) }
	if slices.ContainsFunc(r.Fixes, drops) {
		r.Fixes = slices.DeleteFunc(slices.Clone(r.Fixes), drops) // reports may share them
	}
	p.out(r)
}

// eachProblem returns the check that reports each problem that the rule is about: what describe says of it,
// unless that is nothing.
func eachProblem(describe func(*Pass, xmlcall.Problem) Report) func(*Pass) {
	return func(p *Pass) {
		for problem := range p.Problems() {
			p.report(problem.Span, describe(p, problem))
		}
	}
}

// eachNote is [eachProblem] for notes.
func eachNote(describe func(*Pass, notes.Note) Report) func(*Pass) {
	return func(p *Pass) {
		for n := range p.Notes() {
			p.report(n.Span, describe(p, n))
		}
	}
}

// eachIssue is [eachProblem] for issues.
func eachIssue(describe func(*Pass, toolspec.Issue) Report) func(*Pass) {
	return func(p *Pass) {
		for i := range p.Issues() {
			p.report(i.Span, describe(p, i))
		}
	}
}
