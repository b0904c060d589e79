package stats_test

import (
	"crypto/sha256"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestNumbers compares the numbers with those of a slow and obvious computation: for each
// session alone, from the known facts about its few calls.
func TestNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		var text strings.Builder
		want := obvious{by: map[stats.Dimension]map[string]stats.Counts{}}
		for range r.IntN(10) {
			next := newTalk(r)
			text.WriteString(next.line())
			want.talk(&next)
		}
		next := newTalk(r)
		text.WriteString(next.file())
		want.talk(&next)
		tally, _ := read(t, text.String())
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
func forget(c *stats.Counts) {
	c.FieldsPlain, c.FieldsEscapes, c.FieldsCDATA, c.FieldsMixed = 0, 0, 0, 0
	c.Measured, c.MeasuredBytes, c.MeasuredEscaped, c.MeasuredCDATA, c.MeasuredJSON = 0, 0, 0, 0, 0
}

// obvious computes the counts of sessions.
type obvious struct {
	sessions int64
	totals   stats.Counts
	by       map[stats.Dimension]map[string]stats.Counts
}

func (o *obvious) add(d stats.Dimension, key string, c stats.Counts) {
	if o.by[d] == nil {
		o.by[d] = map[string]stats.Counts{}
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
		c := stats.Counts{Replies: 1}
		if m.call != nil {
			c = countsOf(calls, i)
			i++
			o.add(stats.ByTool, m.call.tool, c)
			o.add(stats.ByMethod, m.call.method, c)
			if m.call.cause != "" {
				o.add(stats.ByCause, m.call.cause, c)
			}
		}
		o.totals.Add(&c)
		o.add(stats.ByModel, m.model, c)
		o.add(stats.ByDay, m.day, c)
		o.add(stats.ByPrompt, prompt, c)
	}
}

func refused(s *sample) bool { return s.outcome == stats.Refused }

// countsOf returns the counts for one of the calls of a session.
func countsOf(calls []message, i int) (c stats.Counts) {
	m := calls[i]
	s := m.call
	c.Calls, c.Bytes = 1, int64(len(s.text))
	switch s.outcome {
	case stats.Runs:
		c.Runs = 1
	case stats.Repaired:
		c.Repaired, c.ReaderRepaired = 1, 1
	case stats.Altered: // by the repair
		c.Corrupted, c.Altered, c.ReaderRepaired = 1, 1, 1
	case stats.Refused:
		c.Refused = 1
		switch s.byTool {
		case "unknown":
			c.UnknownTool = 1
		case "refuses":
			c.RefusedByTool = 1
		}
	}
	switch s.method {
	case stats.Plain:
		c.CallsPlain = 1
	case stats.Escapes:
		c.CallsEscapes = 1
	case stats.Sections:
		c.CallsCDATA = 1
	case stats.Mixed:
		c.CallsMixed = 1
	}
	switch m.result {
	case stats.OK:
		c.ResultOK = 1
	case stats.Failed:
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
	if s.outcome == stats.Runs {
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
		if failed++; !refused(m.call) && m.result != stats.Failed {
			failed = 0
		}
		if failed == stats.DefaultBreaker {
			return i
		}
	}
	return -1
}
