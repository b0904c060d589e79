package slips

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// envelopeSlips concern the tool element and the two names in it.
var envelopeSlips = []slip{
	{"envelope-json", func(p *planter) {
		if !p.root.clean() || p.root.tagSpoiled {
			return
		}
		m := map[string]any{"tool_name": p.tool.Name, "arguments": p.arguments}
		if p.root.child("server_name") != nil {
			m["server_name"] = p.server()
		}
		text := p.json(m)
		if p.chance(40) {
			text = "\n" + text + "\n"
		}
		if p.choose("plain", "escapes") == "escapes" {
			text = xmlEscaped.Replace(text)
		}
		p.root.tagSpoiled = true
		p.root.makeOpaque(text)
	}},
	{"envelope-cdata", func(p *planter) {
		if !p.root.tagSpoiled && !p.root.opaque && p.root.clean() && !strings.Contains(p.root.content(), "]]>") {
			p.root.tagSpoiled = true
			p.root.makeOpaque(pick(p.Rand, "", "\n") + section(p.root.content()) + pick(p.Rand, "", "\n"))
		}
	}},
	{"tool-name-missing", named("tool_name", func(_ *planter, n *node) { n.replace() })},
	{"tool-name-padded", named("tool_name", padded)},
	{"tool-name-no-end", named("tool_name", func(_ *planter, n *node) { n.end = "" })},
	{"tool-name-other-end", named("tool_name", func(p *planter, n *node) {
		n.end = "</" + p.choose("tool", "name", "server_name", "toolname") + ">"
	})},
	{"tool-name-attribute", named("tool_name", func(p *planter, n *node) {
		if p.root.tagSpoiled {
			return
		}
		p.root.start = "<tool " + p.choose("name", "tool_name") + `="` + n.value + `">`
		p.root.tagSpoiled = true
		n.replace()
	})},
	{"tool-name-element", named("tool_name", func(p *planter, n *node) {
		name := p.choose("name", "toolname", "tool-name", "function")
		n.start, n.end = "<"+name+">", "</"+name+">"
	})},
	{"server-name-missing", named("server_name", func(_ *planter, n *node) { n.replace() })},
	{"server-name-padded", named("server_name", padded)},
	{"server-name-no-end", named("server_name", func(_ *planter, n *node) { n.end = "" })},
	{"order", func(p *planter) {
		kids := p.root.kids
		p.Shuffle(len(kids), func(i, k int) { kids[i], kids[k] = kids[k], kids[i] })
	}},
	{"call-escaped", rooted(func(p *planter, _ *node) { p.escaped = !p.root.opaque })},
	{"tool-start", rooted(func(p *planter, n *node) {
		switch p.choose("upper-case", "blank", "attribute", "prefix") {
		case "upper-case":
			n.start = "<Tool>"
			if p.chance(60) {
				n.end = "</Tool>"
			}
		case "blank":
			n.start = "<tool >"
		case "attribute":
			n.start = pick(p.Rand, `<tool id="1">`, `<tool type="function">`)
		case "prefix":
			n.start = "<f:tool>"
			if p.chance(60) {
				n.end = "</f:tool>"
			}
		}
	})},
	{"tool-end", rooted(func(p *planter, n *node) {
		ends := map[string]string{"blank": "</tool >", "no-slash": "<tool>", "call": "</tool_call>", "plural": "</tools>"}
		n.end = ends[p.choose("blank", "no-slash", "call", "plural")]
	})},
	{"tool-no-end", rooted(func(_ *planter, n *node) { n.end = "" })},
	{"other-tool-name", named("tool_name", func(p *planter, n *node) {
		name := pick(p.Rand, namesFor("tools of others", n.value)...)
		if name != "" && p.tools.Find(p.server(), name) == nil { // otherwise a valid call to another tool
			n.text, n.textSpoiled = name, true
		}
	})},
	{"other-argument-names", otherArguments},
}

// named returns the planting of a slip in an element of the envelope.
func named(name string, change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		if n := p.root.child(name); n != nil && !p.root.opaque && !n.tagSpoiled && !n.textSpoiled {
			n.tagSpoiled = true
			change(p, n)
		}
	}
}

// rooted returns the planting of a slip in the tags of the tool element.
func rooted(change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		if !p.root.tagSpoiled {
			p.root.tagSpoiled = true
			change(p, p.root)
		}
	}
}

func padded(p *planter, n *node) {
	n.text = pick(p.Rand, " ", "\n  ", "\n") + n.text + pick(p.Rand, " ", "\n", "\n")
}

// server returns the name of the server of the call.
func (c *call) server() string {
	if c.tool.Server != "" {
		return c.tool.Server
	}
	return "local"
}

// otherArguments gives one argument the name of another system.
func otherArguments(p *planter) {
	n := p.one(func(n *node) bool {
		return !n.isItem() && !n.tagSpoiled && len(namesFor("arguments of others", n.name)) > 0 && n.arg.Kind != toolspec.Any
	})
	if n == nil {
		return
	}
	name := pick(p.Rand, namesFor("arguments of others", n.name)...)
	// Another one, or an item without its list.
	known := slices.ContainsFunc(p.tool.Arguments, func(a toolspec.Argument) bool { return a.Name == name || a.Item != nil && a.Item.Name == name })
	if !known && n.parent.child(name) == nil {
		n.rename(name)
		n.tagSpoiled = true
	}
}

// isItem reports whether the tool reads an element as an item of a list rather than by its own name.
func (n *node) isItem() bool { return n.parent.arg != nil && n.parent.arg.Kind == toolspec.List }
