package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/plural"
)

// A scalar is an element that the runtime reads only the text of: the elements
// in it are dropped. Where the call's tool is known, so are its scalars; where
// it is not, an element counts as one if what stands in it is plainly the
// markup of some other language.
//
// Scalars matter for fixes. Escaping one '<' of an unescaped HTML page makes
// the call run, and the page is lost; the page must be escaped as a whole.

// scalarAround returns the index of the scalar whose content span is part of,
// -1 where there is none.
func (p *pass) scalarAround(span xmlcall.Span) int {
	t := p.tokenAt(span.Start)
	if t == nil {
		return -1
	}
	element := t.Element
	for element > 0 && !p.b.Elements[element].Content().Contains(span) {
		element = p.b.Elements[element].Parent
	}
	return p.scalarsOf()[element]
}

// scalarsOf returns for each element the scalar that it is or stands in, -1
// where there is none. It is made once, parents before their children, because
// every finding asks.
func (p *pass) scalarsOf() []int {
	if p.inScalars != nil {
		return p.inScalars
	}
	b := p.b
	known := p.arguments()
	var holds []bool
	if known == nil {
		holds = holdsMarkup(b)
	}
	p.inScalars = make([]int, len(b.Elements))
	for i := range b.Elements {
		e := &b.Elements[i]
		around := -1
		if e.Parent >= 0 {
			around = p.inScalars[e.Parent]
		}
		switch {
		case !p.inArguments(i):
			around = -1
		case known != nil:
			if around < 0 && known[i] != nil && known[i].Kind.Scalar() {
				around = i
			}
		case isPlural(e.Local()):
			around = -1 // a list of items is structure even where its tool is not known
		case around < 0 && holds[i]:
			around = i
		}
		p.inScalars[i] = around
	}
	return p.inScalars
}

// isPlural reports whether a name is surely that of a list.
func isPlural(name string) bool {
	_, sure := plural.Singular(name)
	return sure
}

// inArguments reports whether an element stands inside the arguments.
func (p *pass) inArguments(element int) bool {
	arguments := p.argumentsElement()
	return arguments >= 0 && element > arguments && p.b.Elements[arguments].Content().Contains(p.b.Elements[element].Start)
}

// argumentsElement returns the index of the arguments element, -1 where there
// is none.
func (p *pass) argumentsElement() int {
	if p.argumentsAt == 0 {
		p.argumentsAt = p.b.Child(p.b.Envelope(), "arguments")
	}
	return p.argumentsAt
}

// holdsMarkup reports for each element whether it holds the markup of some
// other language: text beside elements, attributes, a declaration, names of
// HTML or of components.
func holdsMarkup(b *xmlcall.Block) []bool {
	parents := make([]bool, len(b.Elements)) // has child elements
	for _, e := range b.Elements[1:] {
		parents[e.Parent] = true
	}
	inside := make([]bool, len(b.Elements)) // a sign of markup in the element
	tags := make([]bool, len(b.Elements))   // one in its own tag
	for i := range b.Tokens {
		switch t := &b.Tokens[i]; t.Kind {
		case xmlcall.Text:
			if parents[t.Element] && !inside[t.Element] && strings.TrimSpace(b.Slice(t.Span)) != "" {
				inside[t.Element] = true
			}
		case xmlcall.StartTag:
			name := b.Slice(t.Inner)
			tags[t.Element] = slices.Contains(htmlNames, name) || 'A' <= name[0] && name[0] <= 'Z' || t.Span.Len() > len(name)+3
		case xmlcall.Directive, xmlcall.ProcInst:
			inside[t.Element] = true
		}
	}
	for i := len(b.Elements) - 1; i > 0; i-- { // children before their parents
		if inside[i] || tags[i] {
			inside[b.Elements[i].Parent] = true
		}
	}
	for i := range inside {
		inside[i] = inside[i] && parents[i]
	}
	return inside
}

// htmlNames are elements of HTML whose names no data has.
var htmlNames = []string{
	"html", "head", "div", "span", "p", "br", "hr", "h1", "h2", "h3", "h4", "ul", "ol", "li", "tr", "td", "th",
	"tbody", "thead", "a", "b", "i", "u", "em", "strong", "img", "script", "style", "svg", "iframe", "button", "textarea",
}

// asText returns the fixes that make text of all the markup in a scalar, the
// preferred one first. ok is false for an element without markup.
func (p *pass) asText(element int) (fixes []Fix, ok bool) {
	b := p.b
	e := &b.Elements[element]
	markup := false
	for i := e.First + 1; i < e.Last; i++ {
		switch t := &b.Tokens[i]; t.Kind {
		case xmlcall.Text, xmlcall.CDATA:
		default:
			markup = true
		}
	}
	if !markup {
		return nil, false
	}
	for i := p.firstProblem(e.Start.Start); i < len(b.Problems) && b.Problems[i].Span.Start < e.End.End; i++ {
		switch b.Problems[i].Kind {
		case xmlcall.InvalidCharacter, xmlcall.InvalidUTF8, xmlcall.CallEndInContent, xmlcall.NestedCall, xmlcall.UnclosedCDATA,
			xmlcall.MalformedCDATA, xmlcall.CDATAEndsEarly:
			return nil, true // something else must be mended first
		}
	}
	content := e.Content()
	text := b.Slice(content)
	fixes = []Fix{replace("Escape all of "+p.fieldName(element), content, encode.Escape(text))}
	if section, ok := asSection(text); ok {
		fix := replace("Wrap "+p.fieldName(element)+" in CDATA", content, section)
		if encode.PrefersCDATA(text) {
			return []Fix{fix, fixes[0]}, true
		}
		fixes = append(fixes, fix)
	}
	return fixes, true
}

// wholeFirst returns the fixes of a finding inside a scalar that holds markup:
// first those that make text of all of it, since one character alone would leave
// the rest to be dropped.
func (p *pass) wholeFirst(span xmlcall.Span, fixes []Fix) []Fix {
	if p.outcome() != xmlcall.Refused && p.arguments() == nil {
		return fixes // whether anything is lost is not known
	}
	scalar := p.scalarAround(span)
	if scalar < 0 {
		return fixes
	}
	whole := p.wholeText(scalar)
	if !whole.markup || !whole.spend() {
		return fixes
	}
	return append(slices.Clone(whole.fixes), fixes...)
}

// An answer is one that is looked for once.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

// A scalarText is what [pass.asText] says of a scalar, asked once.
type scalarText struct {
	fixes  []Fix
	markup bool
	budget int // bytes of edits that further findings may carry
}

// spend reports whether one more finding may carry the fixes.
func (t *scalarText) spend() bool {
	for _, f := range t.fixes {
		if !spend(&t.budget, f.Edits) {
			return false
		}
	}
	return true
}

func (p *pass) wholeText(scalar int) *scalarText {
	whole, ok := p.texts[scalar]
	if !ok {
		whole = &scalarText{budget: sharedBytes}
		whole.fixes, whole.markup = p.asText(scalar)
		if p.texts == nil {
			p.texts = map[int]*scalarText{}
		}
		p.texts[scalar] = whole
	}
	return whole
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
	if !p.asked {
		p.asked, p.known = true, p.readArguments()
	}
	return p.known
}

func (p *pass) readArguments() []*toolspec.Argument {
	b := p.b
	at := p.argumentsElement()
	if at < 0 || p.tool == nil {
		return nil
	}
	known := make([]*toolspec.Argument, len(b.Elements))
	for i := at + 1; i < len(b.Elements); i++ {
		e := &b.Elements[i]
		switch {
		case e.Parent == at:
			known[i] = p.tool.Argument(e.Local())
		case e.Parent > at && known[e.Parent] != nil:
			known[i] = known[e.Parent].Child(e.Local())
		}
	}
	return known
}
