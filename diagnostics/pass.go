package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A pass runs the rules on one block. Spans and edits in it are offsets into
// the segment's text; report turns them into those of the file.
type pass struct {
	res  *Result
	seg  *transcript.Segment
	b    *xmlcall.Block
	call int
	rule *Rule

	severity Severity // of the rule's findings
	maxSize  int      // bytes that the runtime reads of a call

	reply *replyFacts
	tools *toolspec.Set
	tool  *toolspec.Tool // nil where the call's tool is not known

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

// prepare finds what several rules must know: a call in another format has
// one finding, not one for each character in it that XML would refuse.
func (p *pass) prepare() {
	root := &p.b.Elements[0]
	content := p.b.Slice(root.Content())
	p.empty = strings.TrimSpace(content) == ""
	p.payload = findPayload(p.b)
	p.holes = p.findHoles()
}

// problems calls f for each problem of the given kinds that is not explained
// by something larger.
func (p *pass) problems(f func(xmlcall.Problem), kinds ...xmlcall.ProblemKind) {
	for _, problem := range p.b.Problems {
		if slices.Contains(kinds, problem.Kind) && !p.payload.claims(problem) {
			f(problem)
		}
	}
}

// runs calls f for each run of problems of one kind that touch, such as "&&": one
// cause, and one finding. span is all of them.
func (p *pass) runs(kind xmlcall.ProblemKind, f func(run []xmlcall.Problem, span xmlcall.Span)) {
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
	severity Severity // where it is not the rule's own; see [pass.severityOf]
	fixes    []Fix
	related  []Related
}

// report adds a finding, unless what it is about is not known yet.
func (p *pass) report(span xmlcall.Span, n note) {
	if !p.inHole(span) {
		p.add(span, n)
	}
}

// add is report for what may be about a hole.
func (p *pass) add(span xmlcall.Span, n note) {
	f := Finding{
		Code:     p.rule.Code,
		Severity: p.severityOf(n),
		Message:  n.message,
		Span:     p.seg.FileSpan(span),
		Call:     p.call,
	}
	for _, fix := range n.fixes {
		if len(fix.Edits) == 0 || !p.keepsHoles(fix.Edits) {
			continue
		}
		fix.Edits, fix.within = p.fileEdits(fix.Edits)
		fix.Title = clipAt(fix.Title, maxTitle)
		f.Fixes = append(f.Fixes, fix)
	}
	for _, r := range n.related {
		f.Related = append(f.Related, Related{Span: p.seg.FileSpan(r.Span), Message: r.Message})
	}
	p.res.Findings = append(p.res.Findings, f)
}

// severityOf returns the severity of a finding: that of the case, unless the
// options set one for the rule or the profile is strict about it.
func (p *pass) severityOf(n note) Severity {
	o := &p.res.options
	if n.severity == 0 || o.Rules[p.rule.Code] != Default || o.Strict && p.rule.repaired {
		return p.severity
	}
	return n.severity
}

// fileEdits returns edits of the segment as those of the file, and the segment's
// own where they differ.
func (p *pass) fileEdits(within []Edit) (edits, own []Edit) {
	if p.seg.Whole() {
		return within, nil
	}
	edits = make([]Edit, len(within))
	for i, e := range within {
		edits[i].Span, edits[i].Text = p.seg.FileEdit(e.Span, e.Text)
	}
	return edits, within
}

// replace returns a fix of one edit.
func replace(title string, span xmlcall.Span, text string) Fix {
	return Fix{Title: title, Edits: []Edit{{span, text}}}
}

// insert returns a fix that inserts text at an offset.
func insert(title string, at int, text string) Fix {
	return replace(title, xmlcall.Span{Start: at, End: at}, text)
}

// outcome returns what the runtime does with the block.
func (p *pass) outcome() xmlcall.Outcome { return p.b.Verdict().Outcome }

// maxIndent is how far, in bytes, is looked back for the start of a line.
const maxIndent = 1000

// indent returns the white space that the line of offset starts with, and
// whether nothing else precedes offset on it.
func (p *pass) indent(offset int) (indent string, first bool) {
	from := max(0, offset-maxIndent-1)
	line := from + strings.LastIndexByte(p.b.Text[from:offset], '\n') + 1
	if offset-line > maxIndent {
		return "", false
	}
	before := p.b.Text[line:offset]
	rest := strings.TrimLeft(before, " \t")
	return before[:len(before)-len(rest)], rest == ""
}
