package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// isPlural reports whether a name is certainly that of a list.
func isPlural(name string) bool {
	_, sure := plural.Singular(name)
	return sure
}

// holdsMarkup reports for each element whether it contains markup of another language: text beside
// elements, attributes, a declaration, names of HTML or of components.
func holdsMarkup(b *xmlcall.Block) []bool {
	holds := make([]bool, b.NumElements())
	mark := func(i xmlcall.ElementID) {
		for ; i != xmlcall.NoElement && !holds[i]; i = b.Element(i).Parent() {
			holds[i] = true
		}
	}
	for i := range b.Tokens {
		t := &b.Tokens[i]
		e := b.Element(t.Element())
		switch t.Kind() {
		case xmlcall.Text:
			if e.HasChildren() && strings.TrimSpace(b.Slice(t.Span())) != "" {
				mark(t.Element())
			}
		case xmlcall.StartTag:
			if name := b.Slice(t.Inner()); slices.Contains(htmlNames, name) || isUpper(name[0]) || len(e.Attributes()) > 0 {
				mark(e.Parent())
			}
		case xmlcall.Directive, xmlcall.ProcInst:
			mark(t.Element())
		}
	}
	for i, e := range b.Elements() {
		holds[i] = holds[i] && e.HasChildren()
	}
	return holds
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

// isMarkup reports whether an element is markup of a value rather than an argument or a member of one, by its
// name, which is that of a component, or of an element of HTML or of a property list, or by its attributes.
func isMarkup(e xmlcall.Element) bool {
	name := e.Local()
	return isUpper(name[0]) || len(e.Attributes()) > 0 || isHTML(strings.ToLower(name)) ||
		slices.Contains([]string{"plist", "dict", "array", "string"}, strings.ToLower(name))
}

func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }
