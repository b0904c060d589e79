package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var swallowedMarkup = &Rule{
	Code:     "swallowed-markup",
	Severity: Error,
	Group:    Safety,
	Summary:  "A value that holds its own end tag, and the next argument",
	Needs:    facts.Needs{Facts: facts.Values},
	Check:    checkSwallowedMarkup,
}

func checkSwallowedMarkup(p *Pass) {
	if p.Outcome() == xmlcall.Refused {
		return // which is already reported
	}
	b := p.Block
	for i, s := range p.Swallowed() {
		e := b.Element(i)
		content, value := e.Content(), e.Text()
		start, end := s.Find(value, b.Slice(content))
		span := xmlcall.Span{Start: content.Start + start, End: content.Start + end}
		r := Report{Span: span}
		r.Message, r.Note, r.Severity = Swallowed(e.Local(), value, s)
		if section, ok := facts.OnlySection(b, i); ok {
			content = section.Inner()
		}
		if s.Whole && end-start == s.End-s.At {
			edits := []Edit{{Span: xmlcall.Span{Start: span.Start, End: content.End}}}
			if s.Rest != nil {
				indent, first := p.Indent(e.Start().Start)
				lines := encode.Lines(p.given(s.Rest), indent)
				text := strings.Join(lines, "\n")
				if text = "\n" + text; !first {
					text = strings.ReplaceAll(text, "\n", "")
				}
				edits = append(edits, Edit{Span: xmlcall.Span{Start: e.End().End, End: e.End().End}, Text: p.LineEnds(text)})
			}
			r.Fixes = []Fix{{Title: Titled("End the value before `", value[s.At:s.End], "`"), Edits: edits}}
		}
		p.report(span, r)
	}
}

// Swallowed returns the words about a value that has the end of its argument.
func Swallowed(argument, value string, s facts.SwallowedEnd) (message, note string, severity Severity) {
	tag, of := "`"+Clip(value[s.At:s.End])+"`", "`"+Clip(argument)+"`"
	if s.Rest == nil {
		return tag + " at the end of the value of " + of + "; remove it", "It is part of the value", Warning
	}
	name := "`" + Clip(s.Rest[0].Name) + "`"
	return tag + " in the value of " + of + "; end the value there, and write " + name + " as an argument",
		"The tool gets " + name + " as text of " + of, Error
}

// given returns arguments as elements.
func (p *Pass) given(list []facts.Given) *xmlcall.Value {
	all := &xmlcall.Value{}
	for _, g := range list {
		v := &xmlcall.Value{Name: g.Name, Text: g.Text}
		if a := p.Tool.Argument(g.Name); a != nil && !a.Kind.Scalar() {
			block := xmlcall.ParseAt("<tool><arguments><"+g.Name+">"+g.Text+"</"+g.Name+"></arguments></tool>", 0)
			if read := jsonElements(a, g.Text); read != nil {
				read.Name, v = g.Name, read
			} else if i, ok := block.Child(block.Arguments(), g.Name); ok && block.Element(i).HasChildren() {
				v = block.Value(i)
			}
		}
		all.Children = append(all.Children, v)
	}
	return all
}
