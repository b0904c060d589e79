package slips

import (
	"fmt"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// xmlEscaped escapes what XML refuses in a text, and not quotes and '>'.
var xmlEscaped = strings.NewReplacer("&", "&amp;", "<", "&lt;")

// listSlips concern the shape of a list.
var listSlips = []slip{
	{"list-json", listed(func(p *planter, n *node) {
		text := p.json(n.val)
		if strings.ContainsAny(text, "&<") && p.chance(50) {
			p.variant = "raw"
		} else {
			text = xmlEscaped.Replace(text)
		}
		n.makeOpaque(text)
	})},
	{"list-json-cdata", listed(func(p *planter, n *node) { n.makeOpaque(section(p.json(n.val))) })},
	{"list-cdata", listed(func(p *planter, n *node) { n.makeOpaque(section(p.inner(n))) })},
	{"list-cdata-items", listed(func(p *planter, n *node) {
		if slices.ContainsFunc(n.kids, func(kid *node) bool { return len(kid.kids) == 0 }) {
			return
		}
		for _, kid := range n.kids {
			kid.makeOpaque(section(p.inner(kid)))
		}
	})},
	{"list-bare-items", listed(func(_ *planter, n *node) {
		if kid := n.kids[0]; len(n.kids) == 1 && kid.name == n.name && len(kid.kids) == 0 && kid.text == "" {
			return // it would be an empty list
		}
		for _, kid := range n.kids {
			kid.before = n.before
		}
		n.replace(n.kids...)
	})},
	{"list-item-name", listed(func(p *planter, n *node) {
		name := p.choose("item", "value", "element", "entry")
		for _, kid := range n.kids {
			kid.rename(name)
		}
	})},
	{"list-comma", listed(func(p *planter, n *node) { n.join(pick(p.Rand, ", ", ",")) })},
	{"list-dashes", listed(func(_ *planter, n *node) { n.join("\n- ") })},
	{"list-numbers", listed(func(_ *planter, n *node) { n.join("\n1. ") })},
	{"list-quotes", listed(func(_ *planter, n *node) {
		for _, kid := range n.kids {
			if kid.leaf && kid.arg.Kind == toolspec.String {
				kid.spoilText(`"` + encode.Escape(kid.value) + `"`)
			}
		}
	})},
	{"list-wrapper", listed(func(p *planter, n *node) {
		switch p.choose("list", "array", "own") {
		case "own":
			n.wrap(n.name + "_list")
		default:
			n.wrap(p.variant)
		}
	})},
	{"list-item-attributes", listed(func(p *planter, n *node) {
		attribute := pick(p.Rand, ` id="%d"`, ` id=%d`, ` index="%d"`, ` recommended`, ` type="text"`)
		for i, kid := range n.kids {
			of := strings.ReplaceAll(attribute, "%d", fmt.Sprint(i+1))
			kid.start = strings.TrimSuffix(kid.start, ">") + of + ">"
			kid.tagSpoiled = true
		}
	})},
}

// listed returns the planting of a slip in a list whose items are not spoiled.
func listed(change func(*planter, *node)) func(*planter) {
	return func(p *planter) {
		n := p.one(func(n *node) bool {
			return n.arg.Kind == toolspec.List && !n.arg.Repeated && len(n.kids) > 0 && n.val != nil && n.clean()
		})
		if n != nil {
			n.tagSpoiled = true
			change(p, n)
		}
	}
}

// makeOpaque replaces a node's elements by a text.
func (n *node) makeOpaque(text string) { n.text, n.opaque = text, true }

// json returns a value as JSON, usually on one line.
func (p *planter) json(value any) string { return jsonText(value, p.chance(25)) }

// inner returns the content of a node as it is written inside a CDATA section: usually
// without escapes, which is the purpose of the section.
func (p *planter) inner(n *node) string {
	if p.chance(65) {
		return n.with(verbatim)
	}
	p.variant = "escaped"
	return n.with(encode.Escape)
}

// join writes a list of scalars as text.
func (n *node) join(separator string) {
	if len(n.kids) < 2 {
		return // one text is not a list of texts
	}
	var texts []string
	for _, kid := range n.kids {
		if !kid.leaf {
			return
		}
		texts = append(texts, encode.Escape(kid.value))
	}
	text := strings.Join(texts, separator)
	if strings.HasPrefix(separator, "\n") {
		text = separator + text + "\n"
	}
	n.makeOpaque(text)
}
