package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Pass runs rules on one call.
type Pass struct {
	b       *xmlcall.Block
	maxSize int // bytes that the runtime reads of a call
	tools   *toolspec.Set
	tool    *toolspec.Tool // nil where the call's tool is not known
	around  facts.Surroundings

	rule *Rule
	out  func(Report)

	toolAsked  bool // see issues
	toolIssues []toolspec.Issue

	payload jsonPayload // JSON that stands where elements should
	empty   bool        // nothing stands between the tool tags
	holes   []hole      // what stands for something else

	mends  []Edit               // see triggerEdits
	fields map[int]*fieldMend   // see field
	texts  map[int]*scalarText  // see wholeText
	known  []*toolspec.Argument // see arguments
	asked  bool

	inScalars   []int // see scalarsOf
	byElement   map[int][]xmlcall.Problem
	argumentsAt int // see argumentsElement; 0 where it was not asked for yet

	crlf        answer         // see lineEnds
	noteList    []xmlcall.Note // see notes
	noted       bool
	structureOf int // see holdsStructure
	isStruct    bool
	strays      []strayChild // see strayChildren
	strayed     bool
	moves       *move // see moveArguments
}

// NewPass returns a pass over a call that can be made to tools, and of which the
// runtime reads maxSize bytes.
func NewPass(b *xmlcall.Block, tools *toolspec.Set, maxSize int, around facts.Surroundings) *Pass {
	p := &Pass{b: b, tools: tools, tool: tools.Of(b), maxSize: maxSize, around: around}
	p.prepare()
	return p
}

// Run runs a rule and hands out what it reports.
func (p *Pass) Run(rule *Rule, report func(Report)) {
	p.rule, p.out = rule, report
	rule.Check(p)
}

// Holes returns the places that stand for something else.
func (p *Pass) Holes() []xmlcall.Span {
	var spans []xmlcall.Span
	for _, h := range p.holes {
		spans = append(spans, h.span)
	}
	return spans
}

// Tool returns the tool that the call is made to, nil where it is not known.
func (p *Pass) Tool() *toolspec.Tool { return p.tool }

// prepare finds what several rules must know: a call in another format has
// one finding, not one for each character in it that XML would refuse.
func (p *Pass) prepare() {
	root := &p.b.Elements[0]
	content := p.b.Slice(root.Content())
	p.empty = strings.TrimSpace(content) == ""
	p.payload = findPayload(p.b)
	p.holes = p.findHoles()
}

// problems calls f for each problem of the given kinds that is not explained
// by something larger.
func (p *Pass) problems(f func(xmlcall.Problem), kinds ...xmlcall.ProblemKind) {
	for _, problem := range p.b.Problems {
		if slices.Contains(kinds, problem.Kind) && !p.payload.claims(problem) {
			f(problem)
		}
	}
}

// runs calls f for each run of problems of one kind that touch, such as "&&": one
// cause, and one finding. span is all of them.
func (p *Pass) runs(kind xmlcall.ProblemKind, f func(run []xmlcall.Problem, span xmlcall.Span)) {
	var run []xmlcall.Problem
	flush := func() {
		if len(run) > 0 {
			f(run, xmlcall.Span{Start: run[0].Span.Start, End: run[len(run)-1].Span.End})
			run = nil
		}
	}
	p.problems(func(problem xmlcall.Problem) {
		if k := len(run) - 1; k >= 0 && (run[k].Span.End != problem.Span.Start || run[k].Element != problem.Element || len(run) == maxShared) {
			flush()
		}
		run = append(run, problem)
	}, kind)
	flush()
}

// A note is what a rule has to say about a finding besides its place.
type note struct {
	message  string
	severity Severity // where it is not the rule's own
	fixes    []Fix
	related  []Related
}

// report adds a finding, unless what it is about is not known yet.
func (p *Pass) report(span xmlcall.Span, n note) {
	if !p.inHole(span) {
		p.add(span, n)
	}
}

// add is report for what may be about a hole.
func (p *Pass) add(span xmlcall.Span, n note) {
	r := Report{Span: span, Message: n.message, Severity: n.severity, Related: n.related}
	for _, fix := range n.fixes {
		if len(fix.Edits) == 0 || !p.keepsHoles(fix.Edits) {
			continue
		}
		fix.Title = ClipAt(fix.Title, MaxTitle)
		r.Fixes = append(r.Fixes, fix)
	}
	p.out(r)
}

// replace returns a fix of one edit.
func replace(title string, span xmlcall.Span, text string) Fix {
	return Fix{Title: title, Edits: []Edit{{Span: span, Text: text}}}
}

// insert returns a fix that inserts text at an offset.
func insert(title string, at int, text string) Fix {
	return replace(title, xmlcall.Span{Start: at, End: at}, text)
}

// outcome returns what the runtime does with the block.
func (p *Pass) outcome() xmlcall.Outcome { return p.b.Verdict().Outcome }

// maxIndent is how far, in bytes, is looked back for the start of a line.
const maxIndent = 1000

// indent returns the white space that the line of offset starts with, and
// whether nothing else precedes offset on it.
func (p *Pass) indent(offset int) (indent string, first bool) {
	from := max(0, offset-maxIndent-1)
	line := from + strings.LastIndexByte(p.b.Text[from:offset], '\n') + 1
	if offset-line > maxIndent {
		return "", false
	}
	before := p.b.Text[line:offset]
	rest := strings.TrimLeft(before, " \t")
	return before[:len(before)-len(rest)], rest == ""
}
