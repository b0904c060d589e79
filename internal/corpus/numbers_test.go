package corpus_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/corpus"
)

// TestNumbers compares the numbers with those of a slow and obvious computation: for each
// session alone, from the known facts about its few calls.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		var text strings.Builder
		want := obvious{by: map[corpus.Dimension]map[string]corpus.Counts{}}
		for range r.IntN(10) {
			next := newTalk(r)
			text.WriteString(next.line())
			want.talk(&next)
		}
		next := newTalk(r)
		text.WriteString(next.file())
		want.talk(&next)
		tally, _ := read(t, text.String(), r.IntN(2) == 0)
		got := tally.Totals
		forget(&got)
		if diff := cmp.Diff(want.totals, got); diff != "" || tally.Sessions != want.sessions {
			t.Fatalf("%d sessions, want %d: %s", tally.Sessions, want.sessions, diff)
		}
		for d, groups := range want.by {
			for _, g := range tally.Groups(d) {
				got := g.Counts
				forget(&got)
				if diff := cmp.Diff(groups[g.Key[0]], got); diff != "" {
					t.Fatalf("%s %q: %s", d, g.Key[0], diff)
				}
				delete(groups, g.Key[0])
			}
			if len(groups) > 0 {
				t.Fatalf("no group by %s for %v", d, groups)
			}
		}
	}
}

// forget clears the fields that other tests cover.
func forget(c *corpus.Counts) {
	c.FieldsPlain, c.FieldsEscapes, c.FieldsCDATA, c.FieldsMixed = 0, 0, 0, 0
	c.Measured, c.MeasuredBytes, c.MeasuredEscaped, c.MeasuredCDATA, c.MeasuredJSON = 0, 0, 0, 0, 0
}

// obvious computes the counts of sessions.
type obvious struct {
	sessions int64
	totals   corpus.Counts
	by       map[corpus.Dimension]map[string]corpus.Counts
}

func (o *obvious) add(d corpus.Dimension, key string, c corpus.Counts) {
	if o.by[d] == nil {
		o.by[d] = map[string]corpus.Counts{}
	}
	sum := o.by[d][key]
	sum.Add(&c)
	o.by[d][key] = sum
}

func (o *obvious) talk(t *talk) {
	sum := sha256.Sum256([]byte(t.prompt))
	prompt := hex.EncodeToString(sum[:6])
	o.sessions++
	var calls []message
	for _, m := range t.messages {
		if m.call != nil {
			calls = append(calls, m)
		}
	}
	i := 0
	for _, m := range t.messages {
		if m.role != "assistant" {
			continue
		}
		c := corpus.Counts{Replies: 1}
		if m.call != nil {
			c = countsOf(calls, i)
			i++
			o.add(corpus.ByTool, m.call.tool, c)
			o.add(corpus.ByMethod, m.call.method, c)
			if m.call.cause != "" {
				o.add(corpus.ByCause, m.call.cause, c)
			}
		}
		o.totals.Add(&c)
		o.add(corpus.ByModel, m.model, c)
		o.add(corpus.ByDay, m.day, c)
		o.add(corpus.ByPrompt, prompt, c)
	}
}

func refused(s *sample) bool { return s.outcome == corpus.Refused }

// countsOf returns the counts for one of the calls of a session.
func countsOf(calls []message, i int) (c corpus.Counts) {
	m := calls[i]
	s := m.call
	c.Calls, c.Bytes = 1, int64(len(s.text))
	switch s.outcome {
	case corpus.Runs:
		c.Runs = 1
	case corpus.Repaired:
		c.Repaired, c.ReaderRepaired = 1, 1
	case corpus.Altered: // by the repair
		c.Corrupted, c.Altered, c.ReaderRepaired = 1, 1, 1
	case corpus.Refused:
		c.Refused = 1
		switch s.byTool {
		case "unknown":
			c.UnknownTool = 1
		case "refuses":
			c.RefusedByTool = 1
		}
	}
	switch s.method {
	case corpus.Plain:
		c.CallsPlain = 1
	case corpus.Escapes:
		c.CallsEscapes = 1
	case corpus.Sections:
		c.CallsCDATA = 1
	case corpus.Mixed:
		c.CallsMixed = 1
	}
	switch m.result {
	case corpus.OK:
		c.ResultOK = 1
	case corpus.Failed:
		c.ResultError = 1
	}
	if tripsAt(calls) == i {
		c.Tripped = 1
	}
	retries := i > 0 && calls[i-1].call.tool == s.tool && refused(calls[i-1].call)
	if retries {
		c.Retries = 1
		return c
	}
	c.FirstTries = 1
	if s.outcome == corpus.Runs {
		c.FirstAsWritten = 1
	}
	if refused(s) {
		c.Chains = 1
		for k := i + 1; k < len(calls) && calls[k].call.tool == s.tool; k++ {
			if !refused(calls[k].call) {
				c.Recovered = 1
				break
			}
		}
	}
	return c
}

// tripsAt returns the index of the call that trips the circuit breaker of a session, -1 for none.
func tripsAt(calls []message) int {
	failed := 0
	for i, m := range calls {
		if failed++; !refused(m.call) && m.result != corpus.Failed {
			failed = 0
		}
		if failed == corpus.DefaultBreaker {
			return i
		}
	}
	return -1
}
