package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An Example is a call that does not run as written, or leaked, as it was written.
type Example struct {
	// Rule is the code of the rule with the most severe finding, the first of several by position;
	// "" if there is none.
	Rule string `json:"rule,omitempty"`
	Tool string `json:"tool,omitempty"`
	// Verdict is the outcome in a few words, as lists of calls have them. Its parts, which are
	// those of [Row], are empty for a call that leaked.
	Verdict string   `json:"verdict"`
	Outcome string   `json:"outcome,omitempty"`
	By      string   `json:"by,omitempty"`
	Rules   []string `json:"rules,omitempty"`
	// Source and Line (1-based) are its place; for several identical calls, that of the first.
	Source string `json:"source,omitempty"`
	Line   int    `json:"line,omitempty"`
	// Text is the call, "" for one of more than [MaxText] bytes, and Leaked whether it leaked.
	Text   string `json:"-"`
	Leaked bool   `json:"-"`
}

// ExamplesOf are the calls of a rule and a tool that do not run as written, or leaked.
type ExamplesOf struct {
	Rule, Tool string
	// Calls is the number of calls, and Examples are the first different ones.
	Calls    int64
	Examples []Example
}

// MostExamples is the number of different calls of a rule and a tool that a tally holds.
const MostExamples = 12

// exampleOf returns a call in text as an example.
func exampleOf(f *Row, c *diagnostics.Call, found []*diagnostics.Diagnostic) *Example {
	e := &Example{
		Tool: f.Tool, Verdict: c.Detailed(),
		Outcome: f.Outcome, By: f.By, Rules: f.Rules,
		Source: f.Source, Line: f.Line,
	}
	if len(found) > 0 {
		e.Rule = slices.MinFunc(found, func(a, b *diagnostics.Diagnostic) int { return cmp.Compare(a.Severity, b.Severity) }).Code
	}
	b := c.Block()
	e.take(b.Slice(xmlcall.Span{Start: b.Span.Start, End: max(b.Span.End, b.Rest().End)}))
	return e
}

// exampleOfLeak returns a call that leaked as an example.
func exampleOfLeak(f *Row, l *document.TextCall) *Example {
	e := &Example{Rule: "leaked-call", Tool: f.Tool, Verdict: "leaked", Source: f.Source, Line: f.Line, Leaked: true}
	e.take(l.Text)
	return e
}

// take sets the text, in memory of its own: it outlives the text that it is in.
func (e *Example) take(call string) {
	if len(call) <= MaxText {
		e.Text = strings.Clone(call)
	}
}

// A topic is a rule and a tool.
type topic struct{ rule, tool string }

// addExamples adds calls of a rule and a tool, with the first different ones of those that are not too long.
func (t *Tally) addExamples(of topic, calls int64, list ...Example) {
	held := t.examples[of]
	if held == nil {
		if len(t.examples) == maxKeys/10 { // each topic holds calls
			return
		}
		held = &ExamplesOf{Rule: of.rule, Tool: of.tool}
		t.examples[of] = held
	}
	held.Calls += calls
	for i := range list {
		e := &list[i]
		if e.Text != "" && len(held.Examples) < MostExamples && !slices.ContainsFunc(held.Examples, e.alike) {
			held.Examples = append(held.Examples, *e)
		}
	}
}

// alike reports whether another example shows the same.
func (e *Example) alike(o Example) bool {
	return e.Text == o.Text && e.Verdict == o.Verdict && slices.Equal(e.Rules, o.Rules)
}

// Examples returns the calls that do not run as written and those that leaked, by rule and tool;
// nil where [Reader.Examples] was not set. A tally that was read from a file has none.
func (t *Tally) Examples() (list []ExamplesOf) {
	for _, of := range t.examples {
		list = append(list, *of)
	}
	slices.SortFunc(list, func(a, b ExamplesOf) int { return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Tool, b.Tool)) })
	return list
}
