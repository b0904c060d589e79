package slips

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// argumentSlips concern the arguments element.
var argumentSlips = []slip{
	{"arguments-json", whole(func(p *planter, a *node) bool {
		text := p.json(p.arguments)
		switch p.choose("plain", "escaped", "cdata") {
		case "escaped":
			text = encode.Escape(text)
		case "cdata":
			text = section(text)
		}
		return a.makeOpaque(a.lined(text))
	})},
	{"arguments-cdata", whole(func(p *planter, a *node) bool {
		p.variant = "raw"
		return a.makeOpaque(section(p.inner(a)))
	})},
	{"arguments-attributes", whole(argumentsAsAttributes)},
	{"arguments-parameter-name", whole(func(p *planter, a *node) bool {
		name := p.choose("parameter", "param", "arg", "argument")
		for _, kid := range a.kids {
			kid.start, kid.end = fmt.Sprintf("<%s name=%q>", name, kid.name), "</"+name+">"
			kid.tagSpoiled = true
		}
		a.tagSpoiled = true
		return true
	})},
	{"arguments-name", arged(func(p *planter, a *node) bool {
		name := p.choose("args", "parameters", "params", "input", "Arguments")
		a.start, a.end = "<"+name+">", "</"+name+">"
		return true
	})},
	{"arguments-none", arged(func(p *planter, a *node) bool {
		if len(a.kids) == 0 {
			return false
		}
		if p.chance(50) {
			for _, kid := range a.kids {
				kid.before = a.before
			}
		}
		a.start, a.end, a.inner = "", "", ""
		return true
	})},
	{"arguments-outside", arged(func(p *planter, a *node) bool {
		if len(a.kids) < 2 {
			return false
		}
		kid := a.kids[p.IntN(len(a.kids))]
		if kid.arg == nil {
			return false
		}
		kid.before = a.before
		i := kid.index()
		a.kids = append(a.kids[:i:i], a.kids[i+1:]...)
		// It stays below the arguments for slips that look for a field; only its
		// written place changes.
		p.outside(a, kid, p.chance(70))
		return true
	})},
	{"arguments-no-start", arged(func(_ *planter, a *node) bool { a.start = ""; return len(a.kids) > 0 })},
	{"arguments-no-end", arged(func(_ *planter, a *node) bool { a.end, a.inner = "", ""; return true })},
	{"arguments-end-without-slash", arged(func(_ *planter, a *node) bool { a.end = "<arguments>"; return true })},
	{"arguments-other-end", arged(func(p *planter, a *node) bool {
		a.end = "</" + p.choose("args", "parameters", "argument", "input") + ">"
		return true
	})},
	{"arguments-attribute", arged(func(p *planter, a *node) bool {
		a.start = "<arguments" + pick(p.Rand, ` type="object"`, ` format="xml"`, ` json`, ` version=1`) + ">"
		return true
	})},
	{"arguments-comment", arged(func(p *planter, a *node) bool {
		a.start += pick(p.Rand, "<!-- the file -- as asked -->", "\n  <!-- path -- relative -->", "<!---- arguments ---->")
		return true
	})},
	{"arguments-declaration", arged(func(p *planter, a *node) bool {
		a.start += pick(p.Rand, `<?xml version="1.0" encoding="UTF-8"?>`, `<?xml version="1.1"?>`, "\n"+`<?xml version="1.0" encoding="utf-16"?>`)
		return true
	})},
	{"arguments-stray-words", arged(func(p *planter, a *node) bool {
		words := pick(p.Rand, "\nHere are the arguments:", " the file to read ", "\nNote: path & name are relative.", "\n- ", "arguments")
		if p.chance(50) {
			a.start += words
		} else {
			a.inner = words + a.inner
		}
		return !a.opaque && len(a.kids) > 0
	})},
}

// arged returns the planting of a slip in the tags of the arguments element.
func arged(change func(*planter, *node) bool) func(*planter) bool {
	return func(p *planter) bool {
		a := p.argumentsNode()
		if a == nil || a.tagSpoiled {
			return false
		}
		was := *a
		if !change(p, a) {
			*a = was
			return false
		}
		a.tagSpoiled = true
		return true
	}
}

// whole returns the planting of a slip in an arguments element in which nothing is
// spoiled.
func whole(change func(*planter, *node) bool) func(*planter) bool {
	return func(p *planter) bool {
		a := p.argumentsNode()
		return a != nil && a.clean() && len(a.kids) > 0 && change(p, a)
	}
}

// lined puts a text on lines of its own if the elements are.
func (n *node) lined(text string) string {
	if n.before == "" {
		return text
	}
	return "\n" + text + "\n"
}

// outside writes a field beside the arguments.
func (p *planter) outside(a, kid *node, after bool) {
	kid.parent = p.root
	i := a.index()
	if after {
		i++
	}
	kids := append([]*node{}, p.root.kids[:i]...)
	p.root.kids = append(append(kids, kid), p.root.kids[i:]...)
}

// argumentsAsAttributes writes scalars as attributes of an empty element.
func argumentsAsAttributes(p *planter, a *node) bool {
	var b strings.Builder
	for _, kid := range a.kids {
		if !kid.leaf || kid.arg == nil {
			return false
		}
		value := kid.value
		if p.chance(70) {
			value = strings.NewReplacer("&", "&amp;", "<", "&lt;", `"`, "&quot;").Replace(value)
		}
		b.WriteString(" " + kid.name + `="` + value + `"`)
	}
	a.start, a.end = "<arguments"+b.String()+" />", ""
	a.tagSpoiled = true
	return a.makeOpaque("")
}
