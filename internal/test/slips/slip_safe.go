package slips

import "strings"

// xmlEscaped escapes what XML refuses in a text, and not quotes and '>'.
var xmlEscaped = strings.NewReplacer("&", "&amp;", "<", "&lt;")

// readingSlips have two readings, or a correction that decides how the rest is read.
var readingSlips = []slip{
	// JSON whose references are escapes, because it is among elements.
	{"arguments-json-escapes", whole(func(p *planter, a *node) bool {
		text := p.json(p.arguments)
		return strings.ContainsAny(text, "&<") && a.makeOpaque(a.lined(xmlEscaped.Replace(text)))
	})},
	{"envelope-json-escapes", func(p *planter) bool {
		if !p.root.clean() || p.root.tagSpoiled {
			return false
		}
		text := p.json(map[string]any{"tool_name": p.tool.Name, "arguments": p.arguments})
		p.root.tagSpoiled = strings.ContainsAny(text, "&<")
		return p.root.tagSpoiled && p.root.makeOpaque(xmlEscaped.Replace(text))
	}},
	// <path>a.py<path><content>import sys</command>: the first tag decides what the
	// last one is.
	{"tag-ends-of-neighbors", tagged(func(p *planter, n *node) bool {
		i := n.index()
		if i == 0 || !n.leaf || p.tool == nil {
			return false
		}
		before := n.parent.kids[i-1]
		if before.tagSpoiled || !before.leaf || before.end == "" || !endOfOther(p, n) {
			return false
		}
		if p.chance(50) { // of another tool
			n.end = "</" + pick(p.Rand, "command", "file", "text", "body", "value") + ">"
		}
		before.end, before.tagSpoiled = "<"+before.name+">", true
		return true
	})},
}

// drafts writes the start of the call before it, cut off in the first CDATA section.
func drafts(a *around) bool {
	const opener = "<![CDATA["
	at := strings.Index(a.text, opener)
	if at < 0 || len(a.c.Slips) > 0 && a.root.opaque {
		return false
	}
	end := at + len(opener)
	value, _, _ := strings.Cut(a.text[end:], "]]>")
	if value == "" {
		return false
	}
	runes := []rune(value)
	draft := a.text[:end] + string(runes[:a.IntN(len(runes))])
	return a.before(draft + pick(a.Rand, "\nLet me retry.\n", "\n\nSorry, once more:\n\n", " -- no.\n"))
}

// prose mentions <tool> in a sentence with characters that would be defects in a call.
func prose(a *around) bool {
	return a.before(pick(a.Rand,
		"Use `<tool>` for Tom & Jerry.\n\n", "A <tool> with R&D, x < 3 and a &nbsp; in prose:\n", "First <tool>, && then `<tool>` & co.\n"))
}
