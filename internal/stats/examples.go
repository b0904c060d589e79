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
	// Text is the call, "" for one of more than [MaxExample] bytes, and Leaked whether it leaked.
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

// Limits on examples.
const (
	// MaxExample is the maximum number of bytes of a call that is an example.
	MaxExample = 4 << 10
	// MostExamples is the number of different calls of a rule and a tool that a tally holds.
	MostExamples = 12
	maxTopics    = 300 // pairs of a rule and a tool
)

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
	if len(call) <= MaxExample {
		e.Text = strings.Clone(call)
	}
}

// A topic is what examples are about.
type topic struct{ rule, tool string }

func (t topic) compare(o topic) int {
	return cmp.Or(cmp.Compare(hashKey(t.rule+"\x00"+t.tool), hashKey(o.rule+"\x00"+o.tool)), strings.Compare(t.rule, o.rule), strings.Compare(t.tool, o.tool))
}

// A sample holds some examples of each topic: those with the least hash, and so the same ones in
// whatever order they come. Of the topics, too, those with the least hash are held.
type sample map[topic]*sampled

type sampled struct {
	calls int64 // of the topic, in the sample or not
	held  []hashed
}

// A hashed is an example with what makes it different from others.
type hashed struct {
	Example
	hash uint64
	key  string
}

func (x hashed) compare(o hashed) int {
	return cmp.Or(cmp.Compare(x.hash, o.hash), strings.Compare(x.key, o.key))
}

// about returns the sample for a topic, or nil if it is not among those with the smallest hashes.
func (s sample) about(t topic) *sampled {
	if held := s[t]; held != nil {
		return held
	}
	if len(s) == maxTopics {
		drop := t
		for held := range s {
			if held.compare(drop) > 0 {
				drop = held
			}
		}
		if drop == t {
			return nil
		}
		delete(s, drop)
	}
	held := &sampled{}
	s[t] = held
	return held
}

func (s sample) add(e *Example) {
	of := s.about(topic{e.Rule, e.Tool})
	if of == nil {
		return
	}
	if of.calls++; e.Text != "" {
		key := strings.Join([]string{e.Verdict, strings.Join(e.Rules, " "), e.Text}, "\x00")
		of.put(hashed{*e, hashKey(key), key})
	}
}

// put adds an example, or its place to one that is alike.
func (s *sampled) put(x hashed) {
	switch at, found := slices.BinarySearchFunc(s.held, x, hashed.compare); {
	case found:
		held := &s.held[at].Example
		if cmp.Or(strings.Compare(x.Source, held.Source), cmp.Compare(x.Line, held.Line)) < 0 {
			held.Source, held.Line = x.Source, x.Line
		}
	case at < MostExamples:
		s.held = slices.Insert(s.held, at, x)
		s.held = s.held[:min(len(s.held), MostExamples)]
	}
}

// merge adds another sample, which does not change.
func (s sample) merge(o sample) {
	for t, of := range o {
		if to := s.about(t); to != nil {
			to.calls += of.calls
			for _, x := range of.held {
				to.put(x)
			}
		}
	}
}

// Examples returns the calls that do not run as written and those that leaked, by rule and tool;
// nil where [Reader.Examples] was not set. A tally that was read from a file has none.
func (t *Tally) Examples() (list []ExamplesOf) {
	for about, of := range t.examples {
		e := ExamplesOf{Rule: about.rule, Tool: about.tool, Calls: of.calls}
		for i := range of.held {
			e.Examples = append(e.Examples, of.held[i].Example)
		}
		list = append(list, e)
	}
	slices.SortFunc(list, func(a, b ExamplesOf) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Tool, b.Tool))
	})
	return list
}
