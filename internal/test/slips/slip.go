package slips

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// A slip is one kind of mistake. plant makes it somewhere in the call; it returns
// false, and changes nothing, if the call has no place for it.
type slip struct {
	name  string
	plant func(*planter) bool
}

// all are the slips. The names are stable.
var all = slices.Concat(textSlips, tagSlips, listSlips, argumentSlips, envelopeSlips, readingSlips, disguiseSlips)

// needTool are the slips that only a definition of the tool distinguishes from another
// valid call. So do those of lists.
var needTool = []string{"tag-twice", "tag-inside-itself", "tag-wrapped", "other-tool-name", "other-argument-names", "arguments-value-attribute"}

func (s *slip) needsTool() bool {
	return strings.HasPrefix(s.name, "list-") || slices.Contains(needTool, s.name)
}

// Names returns the names of all slips, and of all surroundings of a call.
func Names() (slips, around []string) {
	for _, s := range all {
		slips = append(slips, s.name)
	}
	for _, s := range arounds {
		around = append(around, s.name)
	}
	return slips, around
}

// A planter plants slips in one call.
type planter struct {
	*rand.Rand
	*call
	variant string   // of the slip that is being planted
	planted []string // names without variants
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
	if slices.Contains(p.planted, s.name) {
		return false
	}
	p.variant = ""
	if !s.plant(p) {
		return false
	}
	c.Slips = append(c.Slips, p.nameOf(s.name))
	p.planted = append(p.planted, s.name)
	return true
}

// choose picks one of several variants of a slip.
func (p *planter) choose(variants ...string) string {
	p.variant = variants[p.IntN(len(variants))]
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
	if len(list) == 0 {
		return nil
	}
	return list[p.IntN(len(list))]
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
func (n *node) spoilText(text string) bool {
	n.text, n.textSpoiled = text, true
	if value, ok := fieldText(text); ok {
		n.seen = &value
	}
	return true
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
