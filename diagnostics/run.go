package diagnostics

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Run is the function with other options.
func (o Options) Run(file *transcript.File) *Result {
	if o.Tools == nil {
		o.Tools = toolspec.Builtins()
	}
	active := o.activeRules()
	res := &Result{File: file}
	for i := range file.Segments {
		runSegment(res, &file.Segments[i], o, active)
	}
	// Segments may interleave in the file, and findings refer to calls by
	// index: order the calls first, then the findings.
	order := make([]int, len(res.Calls))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(res.Calls[a].Span.Start, res.Calls[b].Span.Start)
	})
	calls := make([]Call, len(order))
	index := make([]int, len(order))
	for to, from := range order {
		calls[to] = res.Calls[from]
		index[from] = to
	}
	res.Calls = calls
	for i := range res.Findings {
		res.Findings[i].Call = index[res.Findings[i].Call]
	}
	res.sort()
	res.suppress(&o)
	return res
}

// sort orders the findings by position.
func (r *Result) sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
	})
}

// analyzeReply runs all rules on the text of one reply.
func analyzeReply(text string) *Result { return Run(transcript.Read(text, transcript.Reply)) }

func runSegment(res *Result, seg *transcript.Segment, o Options, active []activeRule) {
	parser := xmlcall.NewParser(seg.Text)
	if o.MaxSize > 0 {
		parser = parser.WithMaxSize(o.MaxSize)
	}
	first, end := len(res.Calls), 0
	for i, start := range seg.Starts {
		// An opener inside a block belongs to that block, and one inside the
		// rest of a call that was cut short belongs to its value.
		if start < end {
			continue
		}
		b := parser.At(start)
		end = max(b.Span.End, b.Rest.End)
		c := Call{Span: seg.FileSpan(b.Span), Block: b, Segment: seg}
		if seg.Leads != nil {
			c.Lead = &seg.Leads[i]
		}
		res.Calls = append(res.Calls, c)
	}
	facts := &replyFacts{}
	if res.File.Kind == transcript.Reply {
		facts = factsOf(seg.Text, res.Calls[first:])
	}
	for i := first; i < len(res.Calls); i++ {
		b := res.Calls[i].Block
		found := len(res.Findings)
		p := &pass{res: res, seg: seg, b: b, call: i, reply: facts, maxSize: cmp.Or(o.MaxSize, xmlcall.MaxSize), tools: o.Tools, tool: o.Tools.Of(b)}
		p.prepare()
		for k := range active {
			p.rule, p.severity = active[k].rule, active[k].severity
			p.rule.check(p)
		}
		if len(res.Findings) > found && o.Intended != IntendedNormal && p.intended(res.Calls[i].Lead) {
			res.Findings = intend(res.Findings, found, o.Intended)
		}
	}
}
