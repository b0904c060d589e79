package slips

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// tagSlips concern the tags of one element below the arguments: a field, a list, an
// item, an object.
var tagSlips = []slip{
	{"tag-no-end", tagged(func(_ *planter, n *node) bool { n.end = ""; return true })},
	{"tag-end-without-slash", tagged(func(_ *planter, n *node) bool { n.end = "<" + n.name + ">"; return true })},
	{"tag-end-without-greater", tagged(func(_ *planter, n *node) bool { n.end = "</" + n.name; return true })},
	{"tag-start-without-greater", tagged(func(_ *planter, n *node) bool {
		if strings.HasPrefix(n.value, ">") {
			return false // the value would give it one
		}
		n.start = "<" + n.name
		return true
	})},
	{"tag-end-of-other", tagged(endOfOther)},
	{"tag-end-number", tagged(func(_ *planter, n *node) bool { // the plural, or the singular
		name, ok := strings.CutSuffix(n.name, "s")
		if !ok {
			name += "s"
		}
		for _, list := range listNames {
			switch n.name {
			case list.list:
				name = list.item
			case list.item:
				name = list.list
			}
		}
		n.end = "</" + name + ">"
		return name != "" && name != n.name
	})},
	{"tag-end-case", tagged(func(p *planter, n *node) bool {
		name := strings.ToUpper(n.name)
		if p.chance(70) {
			name = strings.ToUpper(n.name[:1]) + n.name[1:]
		}
		n.end = "</" + name + ">"
		return name != n.name
	})},
	{"tag-end-short", tagged(func(p *planter, n *node) bool {
		if len(n.name) < 3 || n.name[len(n.name)-1] >= 0x80 {
			return false
		}
		i := 1 + p.IntN(len(n.name)-1)
		n.end = "</" + n.name[:i] + n.name[i+1:] + ">"
		return true
	})},
	{"tag-attribute", tagged(func(p *planter, n *node) bool {
		n.start = "<" + n.name + pick(p.Rand, ` type="string"`, ` name="`+n.name+`"`, ` required`, ` id=1`, ` encoding="utf-8"`) + ">"
		return true
	})},
	{"tag-prefix", tagged(func(p *planter, n *node) bool {
		prefix := pick(p.Rand, "f:", "arg:", "forge:")
		n.start, n.end = "<"+prefix+n.name+">", "</"+prefix+n.name+">"
		return true
	})},
	{"tag-twice", tagged(func(_ *planter, n *node) bool {
		if !n.isArgument() {
			return false
		}
		n.twice = true
		return true
	})},
	{"tag-empty-after", tagged(func(p *planter, n *node) bool {
		n.after = n.before + pick(p.Rand, "<"+n.name+"/>", "<"+n.name+"></"+n.name+">", "<"+n.name+" />")
		return n.isArgument()
	})},
	{"tag-inside-itself", tagged(func(_ *planter, n *node) bool {
		if !n.leaf && len(n.kids) == 0 {
			return false
		}
		n.wrap(n.name)
		return true
	})},
	{"tag-wrapped", tagged(func(p *planter, n *node) bool {
		if !n.leaf {
			return false
		}
		n.wrap(p.choose("value", "text", "string", "code", "item"))
		return true
	})},
}

// tagged returns the planting of a slip in the tags of an element. Fields are spoiled
// as often as lists and their items together. change returns false if there is nothing
// to change.
func tagged(change func(*planter, *node) bool) func(*planter) bool {
	return func(p *planter) bool {
		leaf := p.chance(75)
		n := p.one(func(n *node) bool { return n.leaf == leaf && !n.tagSpoiled && n.after == "" })
		if n == nil {
			return false
		}
		was := *n
		if !change(p, n) {
			*n = was
			return false
		}
		n.tagSpoiled = true
		return true
	}
}

// isArgument reports whether a field occurs once: a second one replaces it. Items may
// be repeated, which makes a call with another item.
func (n *node) isArgument() bool {
	if n.parent.arg != nil && n.parent.arg.Kind == toolspec.List || n.arg.Kind == toolspec.List && n.arg.Repeated {
		return false
	}
	same := 0
	for _, kid := range n.parent.kids {
		if kid.name == n.name {
			same++
		}
	}
	return same == 1
}

// endOfOther closes an element with the end tag of a sibling, of the tool's
// other arguments or of the parent.
func endOfOther(p *planter, n *node) bool {
	var names []string
	for _, kid := range n.parent.kids {
		if kid.name != n.name {
			names = append(names, kid.name)
		}
	}
	for i := range p.tool.Arguments {
		if name := p.tool.Arguments[i].Name; name != n.name {
			names = append(names, name)
		}
	}
	if n.parent.name != n.name && p.chance(20) {
		names = append(names, n.parent.name)
	}
	if len(names) == 0 {
		return false
	}
	n.end = "</" + names[p.IntN(len(names))] + ">"
	return true
}
