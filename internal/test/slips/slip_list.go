package slips

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// listSlips concern the shape of a list.
var listSlips = []slip{
	{"list-json", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			text := p.json(n.val)
			if strings.ContainsAny(text, "&<") && p.chance(50) {
				p.variant = "raw"
				return n.makeOpaque(text)
			}
			return n.makeOpaque(strings.NewReplacer("&", "&amp;", "<", "&lt;").Replace(text))
		})
	}},
	{"list-json-cdata", func(p *planter) bool {
		return p.inList(func(n *node) bool { return n.makeOpaque(section(p.json(n.val))) })
	}},
	{"list-cdata", func(p *planter) bool {
		return p.inList(func(n *node) bool { return n.makeOpaque(section(p.inner(n))) })
	}},
	{"list-cdata-items", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			for _, kid := range n.kids {
				if len(kid.kids) == 0 {
					return false
				}
			}
			for _, kid := range n.kids {
				kid.makeOpaque(section(p.inner(kid)))
			}
			return true
		})
	}},
	{"list-bare-items", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			if n.parent == nil || n.arg.Repeated {
				return false
			}
			if kid := n.kids[0]; len(n.kids) == 1 && kid.name == n.name && len(kid.kids) == 0 && kid.text == "" {
				return false // it would be an empty list
			}
			for _, kid := range n.kids {
				kid.before = n.before
			}
			n.replace(n.kids...)
			return true
		})
	}},
	{"list-item-name", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			name := p.choose("item", "value", "element", "entry")
			if name == n.arg.Item.Name {
				return false
			}
			for _, kid := range n.kids {
				kid.rename(name)
			}
			return true
		})
	}},
	{"list-comma", func(p *planter) bool { return p.joined(pick(p.Rand, ", ", ",")) }},
	{"list-dashes", func(p *planter) bool { return p.joined("\n- ") }},
	{"list-wrapper", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			n.wrap(p.choose("list", "array", n.name+"_list"))
			if strings.HasSuffix(p.variant, "_list") {
				p.variant = "own"
			}
			return true
		})
	}},
	{"list-item-attributes", func(p *planter) bool {
		return p.inList(func(n *node) bool {
			attribute := pick(p.Rand, ` id="%d"`, ` id=%d`, ` index="%d"`, ` recommended`, ` type="text"`)
			for i, kid := range n.kids {
				of := attribute
				if strings.Contains(of, "%d") {
					of = fmt.Sprintf(of, i+1)
				}
				kid.start = strings.TrimSuffix(kid.start, ">") + of + ">"
				kid.tagSpoiled = true
			}
			return true
		})
	}},
}

// inList changes a list whose items are not spoiled.
func (p *planter) inList(change func(*node) bool) bool {
	n := p.one(func(n *node) bool {
		return n.arg.Kind == toolspec.List && !n.arg.Repeated && len(n.kids) > 0 && n.val != nil && n.clean()
	})
	if n == nil || !change(n) {
		return false
	}
	n.tagSpoiled = true
	return true
}

// makeOpaque replaces a node's elements by a text.
func (n *node) makeOpaque(text string) bool {
	n.text, n.opaque = text, true
	return true
}

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

// joined writes a list of scalars as text.
func (p *planter) joined(separator string) bool {
	return p.inList(func(n *node) bool {
		if len(n.kids) < 2 {
			return false // one text is not a list of texts
		}
		var texts []string
		for _, kid := range n.kids {
			if !kid.leaf {
				return false
			}
			texts = append(texts, encode.Escape(kid.value))
		}
		text := strings.Join(texts, separator)
		if strings.HasPrefix(separator, "\n") {
			text = separator + text + "\n"
		}
		return n.makeOpaque(text)
	})
}
