package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A scalar is an element of which the runtime reads only the text: child elements are
// dropped. If the call's tool is known, so are its scalars; otherwise an element counts
// as one if its content is clearly markup of another language.

// ScalarsOf returns for each element the scalar that is or contains it, or
// [xmlcall.NoElement]. It is computed once, parents before their children, because
// every finding needs it.
func (c *Call) ScalarsOf() []xmlcall.ElementID {
	if c.scalars != nil {
		return c.scalars
	}
	b := c.Block
	known := c.Arguments()
	var holds []bool
	if known == nil {
		holds = holdsMarkup(b)
	}
	c.scalars = make([]xmlcall.ElementID, b.NumElements())
	for i, e := range b.Elements() {
		around := xmlcall.NoElement
		if parent := e.Parent(); parent != xmlcall.NoElement {
			around = c.scalars[parent]
		}
		switch {
		case !c.InArguments(i):
			around = xmlcall.NoElement
		case known != nil:
			if around == xmlcall.NoElement && known[i] != nil && known[i].Kind.Scalar() {
				around = i
			}
		case isPlural(e.Local()):
			around = xmlcall.NoElement // a list of items is structure even if its tool is not known
		case around == xmlcall.NoElement && holds[i]:
			around = i
		}
		c.scalars[i] = around
	}
	return c.scalars
}

// isPlural reports whether a name is certainly that of a list.
func isPlural(name string) bool {
	_, sure := plural.Singular(name)
	return sure
}

// holdsMarkup reports for each element whether it contains markup of another language:
// text beside elements, attributes, a declaration, names of HTML or of components.
func holdsMarkup(b *xmlcall.Block) []bool {
	parents := make([]bool, b.NumElements()) // has child elements
	for _, e := range b.Within(0) {
		parents[e.Parent()] = true
	}
	inside := make([]bool, b.NumElements()) // whether there is evidence of markup in the element
	tags := make([]bool, b.NumElements())   // whether there is some in its own tag
	for i := range b.Tokens {
		switch t := &b.Tokens[i]; t.Kind() {
		case xmlcall.Text:
			if parents[t.Element()] && !inside[t.Element()] && strings.TrimSpace(b.Slice(t.Span())) != "" {
				inside[t.Element()] = true
			}
		case xmlcall.StartTag:
			name := b.Slice(t.Inner())
			tags[t.Element()] = slices.Contains(htmlNames, name) || 'A' <= name[0] && name[0] <= 'Z' || len(b.Element(t.Element()).Attributes()) > 0
		case xmlcall.Directive, xmlcall.ProcInst:
			inside[t.Element()] = true
		}
	}
	for i := xmlcall.ElementID(b.NumElements() - 1); i > 0; i-- { // children before their parents
		if inside[i] || tags[i] {
			inside[b.Element(i).Parent()] = true
		}
	}
	for i := range inside {
		inside[i] = inside[i] && parents[i]
	}
	return inside
}

// htmlNames are elements of HTML with names that do not occur in data, and htmlWords the others.
var (
	htmlNames = []string{
		"html", "head", "div", "span", "p", "br", "hr", "h1", "h2", "h3", "h4", "ul", "ol", "li", "tr", "td", "th",
		"tbody", "thead", "a", "b", "i", "u", "em", "strong", "img", "script", "style", "svg", "iframe", "button", "textarea",
	}
	htmlWords = []string{
		"body", "table", "pre", "code", "form", "label", "select", "option", "section", "article", "nav", "main", "input", "h5", "h6",
		"header", "footer", "dl", "dt", "dd", "kbd", "small", "sub", "sup",
	}
)

// isHTML reports whether a name is that of an element of HTML.
func isHTML(name string) bool {
	return slices.Contains(htmlNames, name) || slices.Contains(htmlWords, name)
}
