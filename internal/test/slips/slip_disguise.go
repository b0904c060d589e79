package slips

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// disguiseSlips are tags and markers that appear twice, or look like something else.
var disguiseSlips = []slip{
	{"text-marker", sectioned(func(p *planter, value string) string {
		switch p.choose("opener-twice", "end-twice", "end-after-escapes") {
		case "opener-twice":
			return "<![CDATA[" + section(value)
		case "end-twice":
			return section(value) + "]]>"
		}
		return encode.Escape(value) + "]]>"
	})},
	{"tag-start-twice", tagged(func(_ *planter, n *node) bool { n.start += n.start; return true })},
	{"tag-start-space", tagged(func(p *planter, n *node) bool {
		n.start = "<" + n.name + pick(p.Rand, "&nbsp;", "\u00a0") + ">"
		return true
	})},
	{"tag-end-disguised", tagged(func(p *planter, n *node) bool {
		switch end := "</" + n.name + ">"; p.choose("escaped", "no-less-than", "backslash", "twice") {
		case "escaped":
			n.end = encode.Escape(end)
		case "no-less-than":
			if strings.HasSuffix(n.value, "<") {
				return false // the value would give it one
			}
			n.end = end[1:]
		case "backslash":
			n.end = `<\` + end[1:]
		case "twice":
			n.end = end + end
		}
		return true
	})},
	{"arguments-value-attribute", whole(func(p *planter, a *node) bool {
		for _, kid := range a.kids {
			if !kid.leaf || kid.arg == nil {
				return false
			}
		}
		name := p.choose("arg", "argument", "param", "parameter")
		for _, kid := range a.kids {
			value := strings.ReplaceAll(encode.Escape(kid.value), `"`, "&quot;")
			kid.start, kid.end, kid.text = "<"+name+` name="`+kid.name+`" value="`+value+`"/>`, "", ""
			kid.tagSpoiled, kid.textSpoiled = true, true
		}
		a.tagSpoiled = true
		return true
	})},
	{"call-escaped", func(p *planter) bool {
		if p.root.tagSpoiled || p.root.opaque {
			return false
		}
		p.escaped, p.root.tagSpoiled = true, true
		return true
	}},
}
