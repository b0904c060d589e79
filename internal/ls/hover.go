package ls

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Hover returns the description of the element at the place, and of the rules of the findings
// there, and the span in the document that it is about; ok is false if there is none.
func (p *Place) Hover(markdown bool) (about string, span xmlcall.Span, ok bool) {
	m := newMarkup(markdown)
	span, ok = p.describe(m)
	p.edits(m)
	told := map[string]bool{} // the rules, by code: each is described once
	for _, f := range p.touching(p.offset, p.offset) {
		where := f.Place(f.Span)
		if told[f.Code] || p.offset >= where.End && where.Len() > 0 {
			continue
		}
		if told[f.Code] = true; !ok {
			span, ok = where, true
		}
		if rule := diagnostics.Lookup(f.Code); rule != nil {
			m.rule()
			m.paragraph(m.link(m.code(rule.Code), rule.URL()), ": ", m.prose(rule.Summary), ".")
		}
		if p.doc.Uncertain(&f) {
			m.paragraph(diagnostics.Uncertain + ".")
		}
	}
	return m.content(), span, ok
}

// describe writes the description of the part of the call at the place, and returns its
// range in the document.
func (p *Place) describe(m *markup) (span xmlcall.Span, ok bool) {
	if p.call == nil || p.at >= p.block.Span.End || p.element == xmlcall.NoElement {
		return span, false
	}
	token, element := p.block.Tokens[p.token], p.block.Element(p.element)
	switch kind := token.Kind(); kind {
	case xmlcall.StartTag, xmlcall.EndTag:
		if token.Span() != element.Start() && token.Span() != element.End() {
			return span, false // it ends nothing
		}
		span, ok = p.describeTag(m, token), true
	case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
		m.paragraph(dropped[kind], ", which the runtime drops")
		span, ok = token.Span(), true
	default:
		if ref, is := p.reference(); is {
			m.paragraph(m.code(p.block.Slice(ref.Span)), " is read as ", character(m, ref.Text))
			span, ok = ref.Span, true
		} else {
			span, ok = element.Content(), p.describeValue(m)
		}
	}
	return p.inDocument(span), ok
}

// dropped are the tokens that no tool receives.
var dropped = map[xmlcall.TokenKind]string{
	xmlcall.Comment: "A comment", xmlcall.ProcInst: "A processing instruction", xmlcall.Directive: "A markup declaration",
}

// describeTag writes the description of an element, and returns the name in the tag, or the
// whole tag for the call itself, whose outcome it writes.
func (p *Place) describeTag(m *markup, token xmlcall.Token) (name xmlcall.Span) {
	if p.element == p.block.Envelope() {
		m.items(p.verdicts(m))
		if p.tool != nil {
			m.rule()
			m.tool(p.tool, p.file)
		}
		return token.Span()
	}
	name, named := nameIn(p.block, token.Span())
	if !named {
		name = token.Span()
	}
	element, r := p.block.Element(p.element), p.reception(p.block)
	about, ofCall := envelopeText[element.Local()]
	switch a := r.argument(p.element); {
	case ofCall && element.Parent() == p.block.Envelope():
		m.paragraph(m.strong(element.Local()), ": ", plainly(m, about))
		if isArguments(p.block, p.element) && p.tool != nil {
			m.tool(p.tool, p.file)
		}
	case a != nil:
		m.argument(a, p.tool.Name)
		r.explain(m, p.element, r.Of(p.element).Fate)
	default:
		r.describeElement(m, p.element)
	}
	return name
}

// plainly returns our own Markdown in the format that the client accepts.
func plainly(m *markup, text string) string {
	text = m.prose(text)
	if m.markdown {
		return text
	}
	return strings.ReplaceAll(text, "`", "")
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
	if name := map[rune]string{'\n': "a line end", '\r': "a carriage return", '\t': "a tab"}[r[0]]; name != "" {
		return name + " (" + code + ")"
	}
	if strings.TrimSpace(text) == "" || r[0] < ' ' || r[0] == 0x7F {
		return code
	}
	return m.code(text) + " (" + code + ")"
}

// describeValue writes what happens to the content of the element at the place: for the name
// of the tool the tool, for an argument the value that the tool receives. It reports whether it wrote something.
func (p *Place) describeValue(m *markup) bool {
	element := p.block.Element(p.element)
	local, inCall := element.Local(), element.Parent() == p.block.Envelope()
	switch name := p.block.ToolName(); {
	case element.Parent() == xmlcall.NoElement || isArguments(p.block, p.element):
		return false
	case inCall && local == "server_name":
		m.paragraph(plainly(m, envelopeText[local]))
	case !inCall || local != "tool_name":
		p.reception(p.block).describeElement(m, p.element)
	case p.tool != nil:
		m.tool(p.tool, p.file)
	case name == "" || len(p.doc.Options().Toolset().Tools()) == 0:
		return false
	default:
		m.paragraph("There is no tool ", m.code(name), ".")
	}
	return true
}
