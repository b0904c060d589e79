package diagnostics_test

import (
	"reflect"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A safeFix is a fix that may be applied unasked.
type safeFix struct {
	code, title string
	edits       []diagnostics.Edit
}

// A fixer wraps the part of the package under test: everything in the API that this
// test depends on.
type fixer struct {
	options diagnostics.Options
	kind    document.Kind
}

func fixerOf(c *slips.Case) fixer {
	if c.Blind {
		return fixer{diagnostics.NoTools(), c.Kind}
	}
	return fixer{diagnostics.Options{Tools: c.Tools}, c.Kind}
}

// look returns the safe fixes of a text, and its number of errors and warnings.
func (f fixer) look(text string) (safe []safeFix, errors, warnings int) {
	res := f.options.Opened(text, f.kind)
	for i := range res.Diagnostics {
		finding := &res.Diagnostics[i]
		switch finding.Severity {
		case diagnostics.Error:
			errors++
		case diagnostics.Warning:
			warnings++
		}
		for _, fix := range res.Prove(i) {
			if fix.Safe() {
				safe = append(safe, safeFix{finding.Code, fix.Title, fix.Edits})
			}
		}
	}
	return safe, errors, warnings
}

func (f fixer) apply(text string, fix safeFix) string { return diagnostics.Apply(text, fix.edits) }

func (f fixer) fixAll(text string) string {
	return f.options.Opened(text, f.kind).FixAll(nil).File.Text
}

// A run is a call that runs: one that a reader of the runtime reads, and that its tool
// accepts.
type run struct {
	live      bool // in the live view of a reply; otherwise in that of a block
	tool      string
	arguments map[string]any
}

// A state is the set of calls that run in a text.
type state struct {
	text string
	runs []run
	// errors and warnings are their numbers; errors is -1 until it is computed.
	errors, warnings int
}

// stateOf reads a text as the runtime does: a reply as a whole, and every text
// block by block.
func stateOf(c *slips.Case, text string) *state {
	s := &state{text: text, errors: -1}
	if c.Kind == document.Reply {
		if reply := live.Read(text, xmlcall.Options{}); reply.Runs() {
			s.add(c, reply.Block, reply.Verdict, true)
		}
		for b := range xmlcall.Blocks(text, xmlcall.Options{}) {
			s.add(c, b, b.Verdict(), false)
		}
		return s
	}
	file := document.Read(text, c.Kind)
	for i := range file.Segments {
		parser, end := xmlcall.NewParser(file.Segments[i].Text, xmlcall.Options{}), 0
		for _, at := range file.Segments[i].Starts {
			if start := at; start >= end {
				b := parser.At(start)
				end = b.Span.End
				s.add(c, b, b.Verdict(), false)
			}
		}
	}
	return s
}

func (s *state) add(c *slips.Case, b *xmlcall.Block, v xmlcall.Verdict, live bool) {
	if v.Outcome == xmlcall.Refused {
		return
	}
	if v.Outcome == xmlcall.Repaired {
		b = xmlcall.ParseAt(xmlcall.Repair(b.Source()), 0) // which also rewrites CDATA sections
	}
	tool := c.Tools.Of(b)
	if tool == nil {
		return
	}
	input := tool.Read(b)
	if slips.Refuses(input.Issues) {
		return
	}
	s.runs = append(s.runs, run{live, tool.Name, input.Arguments})
}

// A grade is the result of comparing a run with the intent.
type grade uint8

const (
	right  grade = iota // the intended values
	unseen              // the values that are written in well-formed fields
	wrong
)

func (r *run) grade(c *slips.Case) grade {
	best := wrong
	for i := range c.Calls {
		intended := &c.Calls[i]
		switch {
		case intended.Tool != r.tool:
		case reflect.DeepEqual(r.arguments, intended.Arguments):
			return right
		case intended.Written != nil && among(r.arguments, intended.Arguments, intended.Written):
			best = unseen
		}
	}
	return best
}

// among reports whether got consists of values of want and of other, which have the
// same shape.
func among(got, want, other any) bool {
	switch got := got.(type) {
	case map[string]any:
		w, ok1 := want.(map[string]any)
		o, ok2 := other.(map[string]any)
		if !ok1 || !ok2 || len(got) != len(w) || len(got) != len(o) {
			break
		}
		for name, value := range got {
			wv, ok1 := w[name]
			ov, ok2 := o[name]
			if !ok1 || !ok2 || !among(value, wv, ov) {
				return false
			}
		}
		return true
	case []any:
		w, ok1 := want.([]any)
		o, ok2 := other.([]any)
		if !ok1 || !ok2 || len(got) != len(w) || len(got) != len(o) {
			break
		}
		for i := range got {
			if !among(got[i], w[i], o[i]) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(got, want) || reflect.DeepEqual(got, other)
}

// main returns the run that counts: in a reply that of the live view, in a document the
// first one, but preferably one that is as intended; nil if there is none.
func (s *state) main(c *slips.Case) *run {
	var best *run
	for i := range s.runs {
		r := &s.runs[i]
		if r.live != (c.Kind == document.Reply) {
			continue
		}
		if best == nil || r.grade(c) < best.grade(c) {
			best = r
		}
	}
	return best
}

// breach describes what is wrong with a change that was declared safe, or returns "". A
// call that ran with other data before may still do so: with each value as before or as
// intended, and with a remaining report. If no value was corrected, that must be an
// error, because the removed error was about something that is still wrong.
func breach(c *slips.Case, f fixer, before, after *state) (why string, bad *run) {
	for i := range after.runs {
		r := &after.runs[i]
		if r.grade(c) != wrong {
			continue
		}
		known, better := before.leadsTo(r, c)
		switch {
		case !known:
			return "runs with other data", r
		case before.count(f) > 0 && after.count(f) == 0 && (!better || after.warnings == 0):
			return "runs with other data and no error is left", r
		}
	}
	if m := before.main(c); m != nil && m.grade(c) == right && after.main(c) == nil {
		return "ran and no longer does", m
	}
	return "", nil
}

// leadsTo reports whether the run was running before, with each value as before or as
// intended, and whether some value was corrected.
func (s *state) leadsTo(r *run, c *slips.Case) (known, better bool) {
	for i := range s.runs {
		was := &s.runs[i]
		if was.live != r.live || was.tool != r.tool {
			continue
		}
		if reflect.DeepEqual(was.arguments, r.arguments) {
			return true, false
		}
		for k := range c.Calls {
			if c.Calls[k].Tool == r.tool && between(r.arguments, was.arguments, c.Calls[k].Arguments) {
				known, better = true, true
			}
		}
	}
	return known, better
}

// between reports whether each member of got is as before or as intended, including
// missing ones. A list counts as a whole: one with some of its items is neither.
func between(got, was, intended map[string]any) bool {
	names := map[string]bool{}
	for _, m := range []map[string]any{got, was, intended} {
		for name := range m {
			names[name] = true
		}
	}
	for name := range names {
		g, hasG := got[name]
		w, hasW := was[name]
		m, hasM := intended[name]
		if hasG == hasW && reflect.DeepEqual(g, w) || hasG == hasM && reflect.DeepEqual(g, m) {
			continue
		}
		gm, ok1 := g.(map[string]any)
		wm, ok2 := w.(map[string]any)
		mm, ok3 := m.(map[string]any)
		if !ok1 || !ok2 || !ok3 || !between(gm, wm, mm) {
			return false
		}
	}
	return true
}

// count returns the number of errors.
func (s *state) count(f fixer) int {
	if s.errors < 0 {
		_, s.errors, s.warnings = f.look(s.text)
	}
	return s.errors
}
