package corpus

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/examples"
)

// A Malformed is a call that does not run as written, or leaked, from which an example can be
// made.
type Malformed struct {
	// Call has no Text if that is too long for an example.
	examples.Call
	// Source and Line (1-based) are its place; for several identical calls, that of the first.
	Source string
	Line   int
}

// MalformedCalls are the calls of a rule and a tool that do not run as written, or leaked.
type MalformedCalls struct {
	Rule, Tool string
	// Calls is the number of calls, and Sample some different ones: those whose text has the
	// smallest hash.
	Calls  int64
	Sample []Malformed
}

// Limits on malformed calls: per rule and tool, and on the number of these.
const (
	// MaxMalformed is the number of different calls of a rule and a tool that a tally holds.
	MaxMalformed = 12
	maxTroubles  = 300
)

type malformedSample struct{ sample[Malformed] }

func newMalformed() *malformedSample {
	return &malformedSample{sample[Malformed]{
		per: MaxMalformed, most: maxTroubles, topics: map[string]*sampled[Malformed]{}, again: first, keep: own,
	}}
}

// first makes a call the one that comes first of two that are alike.
func first(held, m *Malformed) {
	if cmp.Or(strings.Compare(m.Source, held.Source), cmp.Compare(m.Line, held.Line)) < 0 {
		*held = own(*m)
	}
}

// own returns a call in memory of its own: it outlives the text that it is in.
func own(m Malformed) Malformed {
	m.Text = strings.Clone(m.Text)
	return m
}

func (s *malformedSample) add(m *Malformed) {
	about := m.Rule + "\x00" + m.Tool
	if m.Text == "" {
		if t := s.topic(about); t != nil {
			t.calls++
		}
		return
	}
	key := strings.Join([]string{m.Outcome(), strings.Join(m.Codes, " "), m.Text[m.Start:m.End]}, "\x00")
	s.sample.add(about, key, *m, 1)
}

// Malformed returns the calls that do not run as written and those that leaked, by rule and tool;
// nil where [Reader.Malformed] was not set. A tally that was read from a file has none.
func (t *Tally) Malformed() []MalformedCalls {
	var list []MalformedCalls
	for about, of := range t.malformed.topics {
		m := MalformedCalls{Calls: of.calls}
		m.Rule, m.Tool, _ = strings.Cut(about, "\x00")
		for i := range of.values {
			m.Sample = append(m.Sample, of.values[i].value)
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b MalformedCalls) int {
		return cmp.Or(strings.Compare(a.Rule, b.Rule), strings.Compare(a.Tool, b.Tool))
	})
	return list
}

// Choose returns the first calls of the sample from which different examples can be made,
// reduced: up to n. leftOut is the number of calls that it skipped because no example can be made
// from them.
func (m *MalformedCalls) Choose(n int) (chosen []Malformed, leftOut int) {
	known := map[string]bool{}
	for i := range m.Sample {
		if len(chosen) == n {
			break
		}
		c := m.Sample[i]
		var example examples.Call
		reduced, ok := c.Reduce()
		if ok {
			var alone examples.Names
			example, ok = alone.Finish(&reduced)
		}
		switch {
		case !ok:
			leftOut++
		case !known[example.Text]:
			known[example.Text] = true
			c.Call = reduced
			chosen = append(chosen, c)
		}
	}
	return chosen, leftOut
}

func (r *Reader) malformed(f *Fact, c *diagnostics.Call, found []*diagnostics.Diagnostic) *Malformed {
	signature := examples.SignatureOf(c, found)
	signature.Tool = f.Tool
	return &Malformed{Call: examples.NewCall(c, signature, r.Options), Source: f.Source, Line: f.Line}
}

func (r *Reader) leaked(f *Fact, l *document.LeakedCall) *Malformed {
	m := &Malformed{Call: examples.NewLeak(l, r.Options), Source: f.Source, Line: f.Line}
	m.Tool = f.Tool
	return m
}
