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
	"slices"
	"strings"

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
// one that few calls have a place for is as frequent as any other. Some leave no place for three more.
func Draw(r *rand.Rand) Case {
	first := &all[r.IntN(len(all))]
	withAround := r.IntN(4) == 0
	for {
		n := pick(r, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 4)
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
		before := a.text
		if s.put(a); a.text == before {
			return c, false
		}
		c.Around = p.nameOf(s.name)
	} else if n > 0 {
		a.plainProse()
	}
	c.Text = a.text
	return c, true
}

// A slip is one kind of mistake. plant makes it somewhere in the call; it changes nothing of the text
// if the call has no place for it.
type slip struct {
	name  string
	plant func(*planter)
}

// all are the slips. The names are stable.
var all = slices.Concat(textSlips, wrapSlips, tagSlips, listSlips, argumentSlips, envelopeSlips)

// needTool are the slips that only a definition of the tool distinguishes from another
// valid call. So do those of lists.
var needTool = []string{"tag-twice", "tag-inside-itself", "tag-wrapped", "tag-name-case", "other-tool-name", "other-argument-names", "arguments-value-attribute"}

func (s *slip) needsTool() bool {
	return strings.HasPrefix(s.name, "list-") || slices.Contains(needTool, s.name)
}

// A planter plants slips in one call.
type planter struct {
	*rand.Rand
	*call
	variant string // of the slip that is being planted
}

func (p *planter) chance(percent int) bool { return p.IntN(100) < percent }

func (p *planter) nameOf(name string) string {
	if p.variant != "" {
		return name + "/" + p.variant
	}
	return name
}

// try plants a slip that has not been planted yet. It reports whether it did.
func (p *planter) try(s *slip, c *Case) bool {
	for _, planted := range c.Slips {
		if name, _, _ := strings.Cut(planted, "/"); name == s.name {
			return false
		}
	}
	before, text := p.root, p.render()
	p.root, p.variant = before.clone(nil), ""
	if s.plant(p); p.render() == text {
		p.root = before // without what it has prepared
		return false
	}
	c.Slips = append(c.Slips, p.nameOf(s.name))
	return true
}

// choose picks one of several variants of a slip.
func (p *planter) choose(variants ...string) string {
	p.variant = pick(p.Rand, variants...)
	return p.variant
}

// argumentsNode returns the arguments element, or nil if a slip has removed it.
func (p *planter) argumentsNode() *node { return p.root.child("arguments") }

// one picks one of the visible nodes below the arguments for which ok returns true, or
// nil.
func (p *planter) one(ok func(*node) bool) *node {
	var list []*node
	a := p.argumentsNode()
	if a == nil {
		a = p.root
	}
	a.each(func(n *node) {
		if n != a && n.arg != nil && ok(n) {
			list = append(list, n)
		}
	})
	return pick(p.Rand, list...)
}

// text picks a leaf with text in it that no slip has touched, and whose value
// holds one of the strings (any text if there are none).
func (p *planter) text(with ...string) *node {
	return p.one(func(n *node) bool {
		if !n.leaf || n.textSpoiled || n.value == "" || n.arg.Kind != toolspec.String && n.arg.Kind != toolspec.Any {
			return false
		}
		return len(with) == 0 || slices.ContainsFunc(with, func(s string) bool { return strings.Contains(n.value, s) })
	})
}

// spoilText gives a leaf another text.
func (n *node) spoilText(text string) {
	n.text, n.textSpoiled = text, true
	if value, ok := fieldText(text); ok {
		n.seen = &value
	}
}

// with returns the content of a node with each value written by a function.
func (n *node) with(write func(value string) string) string {
	c := n.clone(nil)
	c.all(func(n *node) {
		if n.leaf && !n.textSpoiled && n.arg != nil {
			n.text = write(n.value)
		}
	})
	return c.content()
}
