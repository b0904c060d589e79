package ls

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Hover returns the description of the element at the place, and of the rules of the findings
// there, and the span in the document that it is about; ok is false if there is none.
func (p *Place) Hover(f Format) (about string, span xmlcall.Span, ok bool) {
	m := newMarkup(f)
	span, ok = p.describe(m)
	p.edits(m)
	for _, f := range p.findings() {
		if where := f.Place(f.Span); !ok {
			span, ok = where, true
		}
		m.finding(f.Diagnostic)
		if p.doc.Uncertain(&f) {
			m.paragraph(diagnostics.Uncertain + ".")
		}
	}
	return m.content(), span, ok
}

// findings returns the findings at the place, the first of each rule.
func (p *Place) findings() []diagnostics.Finding {
	var found []diagnostics.Finding
	seen := map[string]bool{}
	for f := range p.near() {
		span := f.Place(f.Span)
		if seen[f.Code] || p.offset < span.Start || p.offset > span.End || p.offset == span.End && span.Len() > 0 {
			continue
		}
		seen[f.Code] = true
		found = append(found, f)
	}
	return found
}

// finding writes the description of a finding's rule.
func (m *markup) finding(f *diagnostics.Diagnostic) {
	rule := diagnostics.Lookup(f.Code)
	if rule == nil {
		return
	}
	m.rule()
	m.paragraph(m.link(m.code(rule.Code), rule.URL()), ": ", m.prose(rule.Summary), ".")
}

// describe writes the description of the part of the call at the place, and returns its
// range in the document.
func (p *Place) describe(m *markup) (span xmlcall.Span, ok bool) {
	if p.call == nil || p.at >= p.block.Span.End || len(p.block.Tokens) == 0 {
		return span, false
	}
	in := func(span xmlcall.Span) (xmlcall.Span, bool) {
		return p.inDocument(span), true
	}
	token := p.block.Tokens[p.token]
	if p.element == xmlcall.NoElement {
		return span, false
	}
	element := p.block.Element(p.element)
	switch token.Kind() {
	case xmlcall.StartTag, xmlcall.EndTag:
		if start, end := element.Start(), element.End(); token.Span() != start && token.Span() != end {
			return span, false // it ends nothing
		}
		return in(p.describeTag(m, token))
	case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
		m.paragraph(map[xmlcall.TokenKind]string{
			xmlcall.Comment: "A comment", xmlcall.ProcInst: "A processing instruction", xmlcall.Directive: "A markup declaration",
		}[token.Kind()], ", which the runtime drops")
		return in(token.Span())
	}
	if ref, ok := p.reference(); ok {
		m.paragraph(m.code(p.block.Slice(ref.Span)), " is read as ", character(m, ref.Text))
		return in(ref.Span)
	}
	if p.describeValue(m) {
		return in(element.Content())
	}
	return span, false
}

// describeTag writes the description of an element, and returns the name in the tag, or the
// whole tag for the call itself.
func (p *Place) describeTag(m *markup, token xmlcall.Token) xmlcall.Span {
	element, r := p.block.Element(p.element), p.reception()
	if p.element == p.block.Envelope() {
		p.describeCall(m)
		return token.Span()
	}
	name, named := syntax.TagName(p.block.Text, token.Span().Start+1)
	if !named {
		name = token.Span()
	}
	if element.Parent() == p.block.Envelope() {
		if about, ok := envelopeText[element.Local()]; ok {
			if m.paragraph(m.strong(element.Local()), ": ", plainly(m, about)); isArguments(p.block, p.element) && p.tool != nil {
				m.tool(p.tool, p.file)
			}
			return name
		}
	}
	if a := r.argument(p.element); a != nil {
		m.argument(a, p.tool.Name)
		r.explain(m, p.element, r.Of(p.element).Fate)
		return name
	}
	v := r.value(p.element, element.Local())
	r.describe(m, &v, inHover)
	return name
}

// plainly returns our own Markdown in the format that the client accepts.
func plainly(m *markup, text string) string {
	text = m.prose(text)
	if m.Markdown {
		return text
	}
	return strings.ReplaceAll(text, "`", "")
}

// describeCall writes the outcome of the call, and its tool.
func (p *Place) describeCall(m *markup) {
	m.items(p.verdicts(m))
	if p.tool != nil {
		m.rule()
		m.tool(p.tool, p.file)
	}
}

// reference returns the reference that contains the place; ok is false if the runtime does
// not read one.
func (p *Place) reference() (ref xmlcall.Reference, ok bool) {
	token := p.block.Tokens[p.token]
	if token.Kind() != xmlcall.Text {
		return ref, false
	}
	from := strings.LastIndexByte(p.block.Text[token.Span().Start:min(p.at+1, token.Span().End)], '&')
	if from < 0 {
		return ref, false
	}
	ref, _, ok = xmlcall.ReferenceAt(p.block.Text, token.Span().Start+from)
	return ref, ok && p.at < ref.Span.End
}

// character returns the name of a character, and the character if it is visible.
func character(m *markup, text string) string {
	r := []rune(text)
	if len(r) != 1 {
		return m.code(text)
	}
	code := fmt.Sprintf("U+%04X", r[0])
	switch {
	case r[0] == '\n':
		return "a line end (" + code + ")"
	case r[0] == '\r':
		return "a carriage return (" + code + ")"
	case r[0] == '\t':
		return "a tab (" + code + ")"
	case strings.TrimSpace(text) == "" || r[0] < ' ' || r[0] == 0x7F:
		return code
	}
	return m.code(text) + " (" + code + ")"
}

// describeValue writes what happens to the content of the element at the place: for the name
// of the tool the tool, for an argument the value that the tool receives.
func (p *Place) describeValue(m *markup) bool {
	element, r := p.block.Element(p.element), p.reception()
	if element.Parent() == xmlcall.NoElement || isArguments(p.block, p.element) {
		return false
	}
	if element.Parent() == p.block.Envelope() {
		switch element.Local() {
		case "tool_name":
			return p.describeName(m)
		case "server_name":
			m.paragraph(plainly(m, envelopeText["server_name"]))
			return true
		}
	}
	v := r.value(p.element, element.Local())
	r.describe(m, &v, inHover)
	return true
}

// describeName writes which tool the call names.
func (p *Place) describeName(m *markup) bool {
	switch name := p.block.ToolName(); {
	case p.tool != nil:
		m.tool(p.tool, p.file)
	case name == "" || len(p.doc.Options().Toolset().Tools()) == 0:
		return false
	default:
		m.paragraph("There is no tool ", m.code(name), ".")
	}
	return true
}
