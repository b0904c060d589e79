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
	// Calls is the number of calls, and Examples some different ones: those whose text has the
	// smallest hash.
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

// A sample holds some examples of each topic, which is a rule and a tool, and so the same ones in
// whatever order they come.
type sample struct{ least[sampled] }

type sampled struct {
	calls int64 // of the topic, in the sample or not
	held  least[Example]
}

// newSample returns an empty sample. It holds a tenth as many topics as a tally holds keys, because each topic holds
// calls.
func newSample() sample {
	return sample{least[sampled]{most: maxKeys / 10, values: map[string]*sampled{}}}
}

// add adds some calls of a topic.
func (s *sample) add(topic string, calls int64) *sampled {
	of := s.at(topic)
	if of.calls == 0 {
		of.held = least[Example]{most: MostExamples, values: map[string]*Example{}}
	}
	of.calls += calls
	return of
}

// addCall adds a call.
func (s *sample) addCall(e *Example) {
	if of := s.add(keyOf(e.Rule, e.Tool), 1); e.Text != "" {
		of.put(strings.Join([]string{e.Verdict, strings.Join(e.Rules, " "), e.Text}, "\x00"), e)
	}
}

// put adds an example, or moves one that is alike to its place if that comes first.
func (s *sampled) put(key string, e *Example) {
	switch held := s.held.at(key); {
	case held.Text == "":
		*held = *e
	case cmp.Or(strings.Compare(e.Source, held.Source), cmp.Compare(e.Line, held.Line)) < 0:
		held.Source, held.Line = e.Source, e.Line
	}
}

// merge adds another sample, which does not change.
func (s *sample) merge(o *sample) {
	for topic, of := range o.values {
		to := s.add(topic, of.calls)
		for key, e := range of.held.values {
			to.put(key, e)
		}
	}
}

// Examples returns the calls that do not run as written and those that leaked, by rule and tool;
// nil where [Reader.Examples] was not set. A tally that was read from a file has none.
func (t *Tally) Examples() (list []ExamplesOf) {
	for _, topic := range t.examples.sorted() {
		of, about := t.examples.values[topic], valuesOf(topic, 2)
		e := ExamplesOf{Rule: about[0], Tool: about[1], Calls: of.calls}
		for _, key := range of.held.list() {
			e.Examples = append(e.Examples, *of.held.values[key])
		}
		list = append(list, e)
	}
	return list
}
