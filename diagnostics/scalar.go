package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A scalar is an element that the runtime reads only the text of: the elements
// in it are dropped. Where the call's tool is known, so are its scalars; where
// it is not, an element counts as one if what stands in it is plainly the
// markup of some other language.
//
// Scalars matter for fixes. Escaping one '<' of an unescaped HTML page makes
// the call run, and the page is lost; the page must be escaped as a whole.

// scalarAround returns the index of the scalar whose content span is part of,
// and how the runtime decodes it; -1 where there is none.
func (p *pass) scalarAround(span xmlcall.Span) (element int, kind toolspec.Kind) {
	b := p.b
	at := b.Child(b.Envelope(), "arguments")
	if at < 0 || !b.Elements[at].Content().Contains(span) {
		return -1, 0
	}
	tool := toolspec.Builtin(b.ToolName())
	var known *toolspec.Argument
	for depth := 0; ; depth++ {
		next := p.childAround(at, span)
		if next < 0 {
			return -1, 0
		}
		name := b.Elements[next].Local()
		switch {
		case tool == nil:
			// A list of items is structure even where its tool is not known.
			if xmlcall.Singular(name) == name && p.holdsMarkup(next) {
				return next, toolspec.String
			}
		case depth == 0:
			known = tool.Argument(name)
		case known != nil:
			known = known.Child(name)
		}
		if tool != nil && known == nil {
			return -1, 0 // nobody reads it
		}
		if known != nil && known.Kind.Scalar() {
			return next, known.Kind
		}
		at = next
	}
}

// childAround returns the child of an element whose content span is part of,
// -1 if there is none.
func (p *pass) childAround(parent int, span xmlcall.Span) int {
	for i := parent + 1; i < len(p.b.Elements); i++ {
		e := &p.b.Elements[i]
		if e.Start.Start > span.Start {
			break
		}
		if e.Parent == parent && e.Content().Contains(span) {
			return i
		}
	}
	return -1
}

// holdsMarkup reports whether an element holds the markup of some other
// language: text beside elements, attributes, a declaration, names of HTML or
// of components, or a tag that nothing closes.
func (p *pass) holdsMarkup(element int) bool {
	b := p.b
	e := &b.Elements[element]
	if !hasChildren(b, element) {
		return false
	}
	for i := e.First + 1; i < e.Last; i++ {
		switch t := &b.Tokens[i]; t.Kind {
		case xmlcall.Text:
			if strings.TrimSpace(b.Slice(t.Span)) != "" && (t.Element == element || hasChildren(b, t.Element)) {
				return true
			}
		case xmlcall.StartTag:
			name := b.Slice(t.Inner)
			if slices.Contains(htmlNames, name) || 'A' <= name[0] && name[0] <= 'Z' || t.Span.Len() > len(name)+3 {
				return true
			}
		case xmlcall.Directive, xmlcall.ProcInst:
			return true
		}
	}
	return false
}

// htmlNames are elements of HTML whose names no data has.
var htmlNames = []string{
	"html", "head", "div", "span", "p", "br", "hr", "h1", "h2", "h3", "h4", "ul", "ol", "li", "tr", "td", "th",
	"tbody", "thead", "a", "b", "i", "u", "em", "strong", "img", "script", "style", "svg", "iframe", "button", "textarea",
}

// asText returns the fixes that make text of all the markup in a scalar, the
// preferred one first. ok is false for an element without markup.
//
// They are safe where the scalar holds neither references nor CDATA sections:
// who escapes some of a value may have meant the rest as markup.
func (p *pass) asText(element int) (fixes []Fix, ok bool) {
	b := p.b
	e := &b.Elements[element]
	safe := !e.Unclosed
	markup := false
	for i := e.First + 1; i < e.Last; i++ {
		switch t := &b.Tokens[i]; t.Kind {
		case xmlcall.Text:
			for range b.References(t) {
				safe = false
				break
			}
		case xmlcall.CDATA:
			safe = false
		default:
			markup = true
		}
	}
	if !markup {
		return nil, false
	}
	for _, problem := range b.Problems {
		switch problem.Kind {
		case xmlcall.InvalidCharacter, xmlcall.InvalidUTF8, xmlcall.CallEndInContent, xmlcall.NestedCall, xmlcall.UnclosedCDATA,
			xmlcall.MalformedCDATA, xmlcall.CDATAEndsEarly:
			if e.Span().Contains(problem.Span) {
				return nil, true // something else must be mended first
			}
		}
	}
	content := e.Content()
	text := b.Slice(content)
	fixes = []Fix{replace("Escape all of "+p.fieldName(element), safe, content, xmlcall.Escape(text))}
	if section, ok := xmlcall.Section(text); ok {
		fix := replace("Wrap "+p.fieldName(element)+" in CDATA", safe, content, section)
		if xmlcall.PrefersCDATA(text) {
			return []Fix{fix, fixes[0]}, true
		}
		fixes = append(fixes, fix)
	}
	return fixes, true
}

// guard keeps the fixes of a finding inside a scalar from making a call run
// that loses the scalar's markup: in a refused call only those that make text
// of all of it can be safe.
func (p *pass) guard(span xmlcall.Span, fixes []Fix) []Fix {
	if p.outcome() != xmlcall.Refused {
		return fixes
	}
	scalar, _ := p.scalarAround(span)
	if scalar < 0 {
		return fixes
	}
	whole, ok := p.texts[scalar]
	if !ok {
		whole.fixes, whole.markup = p.asText(scalar)
		if p.texts == nil {
			p.texts = map[int]scalarText{}
		}
		p.texts[scalar] = whole
	}
	if !whole.markup {
		return fixes
	}
	return append(slices.Clone(whole.fixes), suggested(fixes)...)
}

// A scalarText is what asText returned for a scalar.
type scalarText struct {
	fixes  []Fix
	markup bool
}

// scalars calls f for each element that the runtime decodes as a scalar. There
// are none where the tool is not known.
func (p *pass) scalars(f func(element int, kind toolspec.Kind)) {
	for i, a := range p.arguments() {
		if a != nil && a.Kind.Scalar() {
			f(i, a.Kind)
		}
	}
}

// arguments returns what the call's tool reads in each element of the block:
// nil for elements that it does not read. It returns nil where the tool is not
// known.
func (p *pass) arguments() []*toolspec.Argument {
	b := p.b
	at := b.Child(b.Envelope(), "arguments")
	tool := toolspec.Builtin(b.ToolName())
	if at < 0 || tool == nil {
		return nil
	}
	known := make([]*toolspec.Argument, len(b.Elements))
	for i := at + 1; i < len(b.Elements); i++ {
		e := &b.Elements[i]
		switch {
		case e.Parent == at:
			known[i] = tool.Argument(e.Local())
		case e.Parent > at && known[e.Parent] != nil:
			known[i] = known[e.Parent].Child(e.Local())
		}
	}
	return known
}
