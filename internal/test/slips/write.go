package slips

import (
	"math/rand/v2"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A way is a way to keep the values of a call from being read as markup.
type way int

const (
	escapes  way = iota
	sections     // a CDATA section for each value with a special character
	mixed        // each field in its own way
)

// style writes the values and lays the call out in one of the ways that models
// and people do.
func (c *call) style(r *rand.Rand) {
	how := way(pick(r, 0, 0, 0, 1, 1, 1, 2, 2))
	c.root.all(func(n *node) {
		if n.leaf && n.parent != nil {
			n.text = written(r, n, how)
		}
	})
	if r.IntN(12) == 0 && c.tool.Server == "" {
		c.root.kids = c.root.kids[1:] // without server_name
	}
	c.lines = true
	switch r.IntN(10) {
	case 0:
		c.lines = false
		return
	case 1, 2:
		c.step = ""
	case 3:
		c.step = "\t"
	case 4:
		c.step = "    "
	default:
		c.step = "  "
	}
	envelope := ""
	if r.IntN(4) == 0 {
		envelope = c.step
	}
	c.layOut(c.root, "", envelope, r.IntN(3) == 0)
}

// layOut puts the elements in one on lines of their own, indented more than it, those of the
// envelope as given. Compact are items and members on the line of their list or object.
func (c *call) layOut(n *node, own, envelope string, compact bool) {
	for _, kid := range n.kids {
		if compact && n.arg != nil {
			continue
		}
		indent := own + c.step
		if n == c.root {
			indent = envelope
		}
		kid.before, n.inner = "\n"+indent, "\n"+own
		c.layOut(kid, indent, envelope, compact)
	}
}

// written returns the value of a leaf in a valid notation.
func written(r *rand.Rand, n *node, how way) string {
	if n.literal && (n.arg == nil || n.arg.Kind == toolspec.Any) {
		text, _ := encode.Section(n.value)
		return text
	}
	if how == mixed {
		how = way(r.IntN(2))
	}
	special := strings.ContainsAny(n.value, "&<>")
	isText := n.arg != nil && n.arg.Kind == toolspec.String
	if how == sections && isText && (special || r.IntN(6) == 0) && !strings.Contains(n.value, "thinking>") {
		if text, ok := encode.Section(n.value); ok {
			return text
		}
	}
	return escape(r, n.value)
}

// escape escapes '&' and '<', usually '>', and sometimes quotes.
func escape(r *rand.Rand, value string) string {
	text := strings.ReplaceAll(strings.ReplaceAll(value, "&", "&amp;"), "<", "&lt;")
	switch {
	case r.IntN(3) > 0:
		text = strings.ReplaceAll(text, ">", "&gt;")
	default:
		text = strings.ReplaceAll(text, "]]>", "]]&gt;")
	}
	if r.IntN(8) == 0 {
		text = strings.ReplaceAll(strings.ReplaceAll(text, `"`, "&quot;"), "'", "&apos;")
	}
	return text
}
