package slips

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// wrapSlips leave something around or in a value that does not belong to it, and mostly leave the field
// well-formed.
var wrapSlips = []slip{
	{"wrap-quotes", tight(func(p *planter, value string) string {
		q := pick(p.Rand, `"`, `"`, "'", "`")
		return q + encode.Escape(value) + q
	})},
	{"wrap-angle-brackets", tight(func(p *planter, value string) string { // as in a usage text
		if p.choose("raw", "raw", "escaped") == "escaped" {
			return encode.Escape("<" + value + ">")
		}
		return "<" + encode.Escape(value) + ">"
	})},
	{"wrap-invisible", tight(func(p *planter, value string) string {
		text := encode.Escape(value)
		switch p.choose("zero-width", "no-break", "smart-quotes") {
		case "zero-width":
			return "\u200b" + text
		case "no-break":
			return "\u00a0" + text
		}
		return "\u201c" + text + "\u201d"
	})},
	{"wrap-section-escaped", sectioned(func(_ *planter, value string) string { return encode.Escape(section(value)) })},
	{"wrap-fence", sectioned(func(p *planter, value string) string {
		text := pick(p.Rand, "```\n", "```go\n", "```xml\n", "```html\n") + strings.TrimSuffix(value, "\n") + "\n```"
		if p.chance(40) {
			return "\n" + encode.Escape(text) + "\n"
		}
		return encode.Escape(text)
	})},
	{"wrap-line-breaks", texted(func(value string) string { return encode.Escape(strings.ReplaceAll(value, "\n", `\n`)) }, "\n")},
	{"wrap-bracket-lost", bracketLost},
}

// tight returns the planting of a slip around a value of one word or line, such as a path or an id.
func tight(wrap func(p *planter, value string) string) func(*planter) {
	return func(p *planter) {
		n := p.one(func(n *node) bool {
			return n.leaf && !n.textSpoiled && n.value != "" && n.arg.Kind == toolspec.String && n.arg.Tight()
		})
		if n != nil {
			n.spoilText(wrap(p, n.value))
		}
	}
}

// bracketLost ends a section whose value ends with a bracket a bracket too early: [name="a"]]>.
func bracketLost(p *planter) {
	n := p.one(func(n *node) bool {
		last := n.value[strings.LastIndexByte(n.value, '\n')+1:]
		if strings.LastIndexByte(last, '[') < 0 || strings.Count(n.value, "[") != strings.Count(n.value, "]") {
			return false // nothing shows it
		}
		return n.leaf && !n.textSpoiled && strings.HasSuffix(n.value, "]") && !strings.HasSuffix(n.value, "]]") &&
			!strings.Contains(n.value, "]]>") && (n.arg.Kind == toolspec.String || n.arg.Kind == toolspec.Any)
	})
	if n != nil {
		// Not recorded as seen: the bracket that is left open shows it.
		n.text, n.textSpoiled = section(strings.TrimSuffix(n.value, "]")), true
	}
}
