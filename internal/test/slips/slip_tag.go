package slips

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// tagSlips concern the tags of one element below the arguments: a field, a list, an
// item, an object.
var tagSlips = []slip{
	{"tag-no-end", tagged(func(_ *planter, n *node) { n.end = "" })},
	{"tag-end-without-slash", tagged(func(_ *planter, n *node) { n.end = "<" + n.name + ">" })},
	{"tag-end-without-greater", tagged(func(_ *planter, n *node) { n.end = "</" + n.name })},
	{"tag-start-without-greater", tagged(func(_ *planter, n *node) {
		if strings.HasPrefix(n.value, ">") {
			return // the value would give it one
		}
		n.start = "<" + n.name
	})},
	{"tag-end-of-other", tagged(endOfOther)},
	// <path>a.py<path><content>import sys</command>: the first tag decides what the
	// last one is.
	{"tag-ends-of-neighbors", tagged(func(p *planter, n *node) {
		i := n.index()
		if i == 0 || !n.leaf {
			return
		}
		before := n.parent.kids[i-1]
		if before.tagSpoiled || !before.leaf || before.end == "" {
			return
		}
		if endOfOther(p, n); p.chance(50) { // of another tool
			n.end = "</" + pick(p.Rand, "command", "file", "text", "body", "value") + ">"
		}
		before.end, before.tagSpoiled = "<"+before.name+">", true
	})},
	{"tag-end-number", tagged(func(_ *planter, n *node) { // the plural, or the singular
		name, ok := strings.CutSuffix(n.name, "s")
		if !ok {
			name += "s"
		}
		for _, list := range names()["list"] {
			switch n.name {
			case list[0]:
				name = list[1]
			case list[1]:
				name = list[0]
			}
		}
		if name != "" {
			n.end = "</" + name + ">"
		}
	})},
	{"tag-end-case", tagged(func(p *planter, n *node) {
		name := strings.ToUpper(n.name)
		if p.chance(70) {
			name = strings.ToUpper(n.name[:1]) + n.name[1:]
		}
		n.end = "</" + name + ">"
	})},
	{"tag-end-short", tagged(func(p *planter, n *node) {
		if len(n.name) < 3 || n.name[len(n.name)-1] >= 0x80 {
			return
		}
		i := 1 + p.IntN(len(n.name)-1)
		n.end = "</" + n.name[:i] + n.name[i+1:] + ">"
	})},
	{"tag-attribute", tagged(func(p *planter, n *node) {
		n.start = "<" + n.name + pick(p.Rand, ` type="string"`, ` name="`+n.name+`"`, ` required`, ` id=1`, ` encoding="utf-8"`) + ">"
	})},
	{"tag-prefix", tagged(func(p *planter, n *node) {
		prefix := pick(p.Rand, "f:", "arg:", "forge:")
		n.start, n.end = "<"+prefix+n.name+">", "</"+prefix+n.name+">"
	})},
	{"tag-twice", tagged(func(_ *planter, n *node) { n.twice = n.isArgument() })},
	{"tag-empty-after", tagged(func(p *planter, n *node) {
		if n.isArgument() {
			n.after = n.before + pick(p.Rand, "<"+n.name+"/>", "<"+n.name+"></"+n.name+">", "<"+n.name+" />")
		}
	})},
	{"tag-inside-itself", tagged(func(_ *planter, n *node) {
		if n.leaf || len(n.kids) > 0 {
			n.wrap(n.name)
		}
	})},
	{"tag-wrapped", tagged(func(p *planter, n *node) {
		if n.leaf {
			n.wrap(p.choose("value", "text", "string", "code", "item"))
		}
	})},
	{"tag-start-again", tagged(func(p *planter, n *node) { // a draft that is begun anew
		runes := []rune(n.value)
		if !n.leaf || n.textSpoiled || len(runes) < 4 || !n.isArgument() || n.arg.Kind != toolspec.String {
			return
		}
		draft := string(runes[:2+p.IntN(len(runes)-2)])
		if p.chance(30) {
			draft = drawText(p.Rand, n.name)
		}
		n.start += encode.Escape(draft) + pick(p.Rand, "\n", "\n", " ") + n.start
		n.textSpoiled = true
	})},
	{"tag-end-blank", tagged(func(p *planter, n *node) { n.end = pick(p.Rand, "</ ", "< /") + n.name + ">" })},
	{"tag-name-case", tagged(func(_ *planter, n *node) {
		if n.isArgument() {
			n.rename(strings.ToUpper(n.name[:1]) + n.name[1:])
		}
	})},
	{"tag-start-twice", tagged(func(_ *planter, n *node) { n.start += n.start })},
	{"tag-start-space", tagged(func(p *planter, n *node) { n.start = "<" + n.name + pick(p.Rand, "&nbsp;", "\u00a0") + ">" })},
	{"tag-end-disguised", tagged(func(p *planter, n *node) {
		end := "</" + n.name + ">"
		switch p.choose("escaped", "no-less-than", "backslash", "twice") {
		case "escaped":
			n.end = encode.Escape(end)
		case "no-less-than":
			if !strings.HasSuffix(n.value, "<") { // the value would give it one
				n.end = end[1:]
			}
		case "backslash":
			n.end = `<\` + end[1:]
		case "twice":
			n.end = end + end
		}
	})},
}

// tagged returns the planting of a slip in the tags of an element. Fields are spoiled
// as often as lists and their items together.
func tagged(change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		leaf := p.chance(75)
		n := p.one(func(n *node) bool { return n.leaf == leaf && !n.tagSpoiled && n.after == "" })
		if n != nil {
			n.tagSpoiled = true
			change(p, n)
		}
	}
}

// isArgument reports whether a field occurs once: a second one replaces it. Items may
// be repeated, which makes a call with another item.
func (n *node) isArgument() bool {
	same := func(kid *node) bool { return kid.name == n.name }
	first := slices.IndexFunc(n.parent.kids, same)
	repeated := n.arg.Kind == toolspec.List && n.arg.Repeated
	return !n.isItem() && !repeated && !slices.ContainsFunc(n.parent.kids[first+1:], same)
}

// endOfOther closes an element with the end tag of a sibling, of the tool's
// other arguments or of the parent.
func endOfOther(p *planter, n *node) {
	var names []string
	for _, kid := range n.parent.kids {
		names = append(names, kid.name)
	}
	for i := range p.tool.Arguments {
		names = append(names, p.tool.Arguments[i].Name)
	}
	if p.chance(20) {
		names = append(names, n.parent.name)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == n.name })
	if len(names) > 0 {
		n.end = "</" + pick(p.Rand, names...) + ">"
	}
}
