package diagnostics

import (
	"cmp"
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// read reads the calls of a file, and determines what happens to them. What is before those without findings is not kept.
func (o Options) read(file *document.File) *result {
	own := *file
	own.Segments = slices.Clone(file.Segments)
	r := &result{File: &own, options: o}
	r.run(o.activeRules())
	r.addContainer()
	r.addNative()
	r.addTextCalls()
	slices.SortStableFunc(r.Diagnostics, compareDiagnostics)
	r.directives = readDirectives(file, r.Calls)
	r.count()
	return r
}

// again returns the result for another version of the text.
func (r *result) again(text string) *result { return r.options.read(r.File.Reread(text)) }

// compareDiagnostics orders diagnostics by position.
func compareDiagnostics(a, b Diagnostic) int {
	return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Code, b.Code))
}

// count counts what the result has.
func (r *result) count() {
	for k := range r.Calls {
		r.tally.Count(&r.Calls[k])
	}
	r.tally.Native = len(r.natives)
	for k := range r.natives {
		if r.natives[k].Outcome > Repaired {
			r.tally.NativeBroken++
		}
	}
	for k := range r.texts {
		if t := &r.texts[k]; t.Outcome == Unknown {
			r.tally.count(FormatCount{document.Owner(t.Format), 1})
		} else {
			r.tally.Leaked++
		}
	}
}

// run adds the calls, and their findings.
func (r *result) run(active []activeRule) {
	o := r.options
	o.MaxSize = max(o.MaxSize, 0)
	o.Tools = o.Toolset()
	run := runner{res: r, active: active}
	for i := range r.File.Segments {
		seg := &r.File.Segments[i]
		run.segment(seg, o)
		seg.LeadIns = nil
	}
	r.order()
	r.Calls = slices.Clone(r.Calls) // of a document that is edited most stay, without room for more
	until := 0                      // the end of the calls before it
	for k := range r.Calls {
		c := &r.Calls[k]
		c.nested = c.Span.Start < until
		until = max(until, c.Span.End)
	}
}

// order orders the calls by position. Segments may interleave in the file, and
// findings refer to calls by index.
func (r *result) order() {
	if slices.IsSortedFunc(r.Calls, func(a, b Call) int { return cmp.Compare(a.Span.Start, b.Span.Start) }) {
		return
	}
	order := make([]int, len(r.Calls))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(r.Calls[a].Span.Start, r.Calls[b].Span.Start)
	})
	calls := make([]Call, len(order))
	index := make([]int, len(order))
	for to, from := range order {
		calls[to] = r.Calls[from]
		index[from] = to
	}
	r.Calls = calls
	for i := range r.Diagnostics {
		r.Diagnostics[i].Call = index[r.Diagnostics[i].Call]
	}
}

// A runner runs the rules on the calls of a segment, and converts their reports to findings.
type runner struct {
	res    *result
	seg    *document.Segment
	call   int // index in res.Calls
	active []activeRule
	rule   int // index in active
	found  int // number of findings of the rule about the call
}

// segment adds the calls of a segment and their findings.
func (r *runner) segment(seg *document.Segment, o Options) {
	r.seg = seg
	res, until := r.res, len(seg.Text)
	whole := xmlcall.NewParser(seg.Text, xmlcall.Options{MaxSize: o.MaxSize, Live: !seg.IsDocument(), Holes: slices.Concat(seg.Placeholders, seg.Computed)})
	if res.File.Kind != document.Reply || seg.IsDocument() {
		o.Files = nil
	}
	with := newReader(seg, whole, &o)
	first, end := len(res.Calls), 0
	var blocks []*xmlcall.Block
	for k, start := range seg.Starts {
		// An opener inside a block belongs to that block, and one inside the
		// rest of a call that was cut short belongs to its value.
		if start < end {
			continue
		}
		o.interrupt.check()
		if to := seg.Limit(start); to != until {
			with, until = with.upTo(start, to), to
		}
		block := with.parser.At(start)
		blocks = append(blocks, block)
		c := newCall(with, block)
		if end = c.end; seg.LeadIns != nil {
			c.lead = &seg.LeadIns[k]
		}
		res.Calls = append(res.Calls, c)
	}
	calls := res.Calls[first:]
	reply := replyOf(seg, calls, blocks, &o)
	pass := rules.NewPass(r.add)
	facts := make([]*call.Call, len(calls))
	for i := range calls { // what happens to one can be the fault of a later one
		o.interrupt.check()
		facts[i] = call.New(blocks[i], o.Tools, reply.around(calls, i, res.File))
		calls[i].outcome = facts[i].Outcome()
		reply.settle(&calls[i], facts[i])
	}
	reply.merge(calls)
	for i := range calls {
		o.interrupt.check()
		c, call := &calls[i], facts[i]
		call.Around.Spoils = reply.spoils[c.within.Start]
		r.call = first + i
		pass.Start(call)
		found := len(res.Diagnostics)
		kinds := call.Kinds()
		for k := range r.active {
			if kinds.Any(&r.active[k].about) {
				r.rule, r.found = k, 0
				pass.Run(r.active[k].Rule)
			}
		}
		r.name(found, call.Around.Spoils)
		if len(res.Diagnostics) == found {
			c.lead = nil
		} else if c.lead != nil {
			c.lead = new(*c.lead)
			res.Diagnostics = o.intend(res.Diagnostics, found, blocks[i], c.lead, o.purpose(res.File))
		}
	}
}

// add adds a finding.
func (r *runner) add(report rules.Report) {
	if r.found++; r.found > call.MaxFindings {
		r.res.Calls[r.call].more = true
		return
	}
	rule, o := r.active[r.rule].Rule, &r.res.options
	severity, _ := o.severity(rule, report.Severity)
	d := Diagnostic{
		Span: r.seg.FileSpan(report.Span), Call: r.call, Code: rule.Code, Severity: severity, Message: report.Message,
		Note: report.Note, Reply: report.Reply, Elsewhere: report.Elsewhere, Fixes: r.fixes(report.Fixes),
	}
	if c := &r.res.Calls[r.call]; d.Severity == Error && o.Rules[rule.Code] == Default && !d.Reply && c.outcome == xmlcall.Refused && c.reason.Fine() {
		d.Severity = Warning // the runtime runs the call, since it reads more than its own text
	}
	for _, related := range report.Related {
		related.Span = r.seg.FileSpan(related.Span)
		d.Related = append(d.Related, related)
	}
	r.res.Diagnostics = append(r.res.Diagnostics, d)
}

// name makes the first error of the call name the calls that do not run because of it, unless an error names them
// already. The findings of the call start at an index.
func (r *runner) name(from int, spoiled []xmlcall.Span) {
	if len(spoiled) == 0 {
		return
	}
	list := r.res.Diagnostics[from:]
	first := slices.IndexFunc(list, func(f Diagnostic) bool { return f.Severity == Error })
	if first < 0 {
		return
	}
	named := map[int]bool{r.res.Calls[r.call].Span.Start: true}
	for _, f := range list {
		for _, other := range f.Related {
			named[other.Span.Start] = named[other.Span.Start] || f.Severity == Error
		}
	}
	d := &list[first]
	for _, call := range spoiled {
		if other := rules.Spoiled(call); !named[r.seg.FileSpan(call).Start] {
			other.Span = r.seg.FileSpan(other.Span)
			d.Related = append(d.Related, other)
		}
	}
}

// fixes returns fixes of the segment as those of the file, without those that the file
// cannot represent.
func (r *runner) fixes(of []rules.Fix) []Fix {
	if len(of) == 0 {
		return nil
	}
	fixes := make([]Fix, 0, len(of))
	for _, fix := range of {
		if made, ok := fixIn(r.seg, rules.ClipAt(fix.Title, rules.MaxTitle), fix.Edits); ok {
			fixes = append(fixes, made)
		}
	}
	return fixes
}
