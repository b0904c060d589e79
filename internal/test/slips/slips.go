// Package slips generates tool calls with the mistakes that models and people really
// make, together with the intended values.
//
// A [Case] starts as a valid call with known values to a random tool. Then one to four
// slips are planted in it, and sometimes text is put around it. The intent is known by
// construction rather than by reading the text, so that a case can judge anything that
// reads, reports and fixes it. Slips and values are drawn with realistic frequencies;
// whether something can be fixed is not a criterion.
//
// Only tests use this package.
package slips

import (
	"math/rand/v2"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

// An Intent is an intended call.
type Intent struct {
	Tool string
	// Arguments are the intended values, as in toolspec.Input.
	Arguments map[string]any
	// Written are the values that a careful reader must take the text for, nil if they
	// equal Arguments. They differ if a slip leaves a field well-formed with another
	// value, such as double escapes: nothing in the text shows that it was not
	// intended.
	Written map[string]any
}

// A Case is a text with at least one spoiled call, and its intent.
type Case struct {
	Text string
	Kind document.Kind
	// Tools are the available tools.
	Tools *toolspec.Set
	// Blind reports whether the reader of the text has no definition of any tool. The
	// slips are then those that are visible without one.
	Blind bool
	// Calls are the intended calls, in order. There are none if the text was cut off
	// before the end of the first call: then nothing was intended to run.
	Calls []Intent
	// Slips are the names of the planted slips, in order. A name may end in a variant:
	// "text-opener/lower-case".
	Slips []string
	// Around is the name of the surroundings of the call, or "".
	Around string
}

// Draw draws a case with one to four slips. The first is drawn before the call, so that
// one that few calls have a place for is as frequent as any other.
func Draw(r *rand.Rand) Case {
	n, withAround := slipCount(r), r.IntN(10) < 3
	first := &all[r.IntN(len(all))]
	for {
		if c, ok := draw(r, first, n, withAround); ok {
			return c
		}
	}
}

// DrawSound draws a case without slips or surroundings.
func DrawSound(r *rand.Rand) Case {
	for {
		if c, ok := draw(r, nil, 0, false); ok {
			return c
		}
	}
}

// slipCount draws the number of slips in a call: 1: 50 %, 2: 30 %, 3: 13 %, 4: 7 %.
func slipCount(r *rand.Rand) int {
	switch n := r.IntN(100); {
	case n < 50:
		return 1
	case n < 80:
		return 2
	case n < 93:
		return 3
	}
	return 4
}

// draw makes one attempt at a case. ok is false if no valid call could be written, or
// the call has no place for the slips.
func draw(r *rand.Rand, first *slip, n int, withAround bool) (c Case, ok bool) {
	call, ok := drawCall(r)
	if !ok {
		return c, false
	}
	c = Case{Kind: document.Reply, Tools: call.tools, Blind: n > 0 && !first.needsTool() && r.IntN(10) == 0}
	p := &planter{Rand: r, call: call}
	if n > 0 && !p.try(first, &c) {
		return c, false
	}
	for range 40 {
		if len(c.Slips) == n {
			break
		}
		if s := &all[r.IntN(len(all))]; !c.Blind || !s.needsTool() {
			p.try(s, &c)
		}
	}
	if len(c.Slips) < n {
		return c, false
	}
	a := &around{planter: p, text: call.render(), c: &c}
	c.Calls = []Intent{call.intent()}
	if withAround {
		s := &arounds[r.IntN(len(arounds))]
		p.variant = ""
		if !s.put(a) {
			return c, false
		}
		c.Around = p.nameOf(s.name)
	} else if n > 0 {
		a.plainProse()
	}
	c.Text = a.text
	return c, true
}
