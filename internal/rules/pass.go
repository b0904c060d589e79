package rules

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Pass runs rules on a sequence of calls: it holds the facts about the current call,
// and the fixes that several findings share.
type Pass struct {
	*call.Call

	out  func(Report)
	rule *Rule

	memo   map[any]any // see remember
	budget int         // see share
}

// remember returns what several findings of the rule in the call share, by a key, and what is made once.
func remember[T any](p *Pass, key any, build func() T) T {
	made, ok := p.memo[key]
	if !ok {
		if p.memo == nil {
			p.memo = map[any]any{}
		}
		made = build()
		p.memo[key] = made
	}
	return made.(T)
}

// A sharedKey identifies fixes of the rule, by an element and what distinguishes them from others of it.
type sharedKey struct {
	element xmlcall.ElementID
	name    string
}

// sharedFix returns the fix that findings of the rule share. It has no edits if there is
// none, or if earlier findings have exhausted the budget.
func (p *Pass) sharedFix(key sharedKey, build func() Fix) Fix {
	fix := remember(p, key, build)
	if !p.share(fix.Edits) {
		return Fix{}
	}
	return fix
}

// Every finding has its fixes, and some fix the whole field or call. So that the size
// of the report for a call with thousands of bare ampersands is not quadratic, a fix
// for several places has at most maxShared edits, and the findings of a rule in one call have at
// most sharedBytes of such fixes. The first finding always has them.
const (
	maxShared   = 200
	sharedBytes = 256 << 10
)

// share reports whether one more finding of the rule may have fixes for several places with the given edits.
func (p *Pass) share(fixes ...[]Edit) bool {
	if p.budget <= 0 {
		return false
	}
	for _, e := range slices.Concat(fixes...) {
		p.budget -= len(e.Text) + 16
	}
	return true
}

// NewPass returns a pass that delivers the reports of rules.
func NewPass(out func(Report)) *Pass { return &Pass{out: out} }

// Start sets the call on which rules run.
func (p *Pass) Start(c *call.Call) { *p = Pass{Call: c, out: p.out} }

// Run runs a rule.
func (p *Pass) Run(rule *Rule) {
	p.rule, p.memo, p.budget = rule, nil, sharedBytes
	rule.Check(p)
}

// Problems yields the problems that the rule is about.
func (p *Pass) Problems() iter.Seq[xmlcall.Problem] {
	return p.ProblemsOf(p.rule.Needs.Problems...)
}

// Notes yields the notes that the rule is about.
func (p *Pass) Notes() iter.Seq[call.Note] { return p.NotesOf(p.rule.Needs.Notes...) }

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
func eachNote(describe func(*Pass, call.Note) Report) func(*Pass) {
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
