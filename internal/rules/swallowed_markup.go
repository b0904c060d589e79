package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var swallowedMarkup = &Rule{
	Code: "swallowed-markup", Severity: Error, Group: Safety,
	Needs: about(call.Values),
	Check: checkSwallowedMarkup,
}

func checkSwallowedMarkup(p *Pass) {
	if p.Outcome() == xmlcall.Refused {
		return // which is already reported
	}
	for s := range p.Swallowed {
		e := p.Block.Element(s.Element)
		r := SwallowedIn(e.Local(), e.Text(), s.Tag, s.Rest)
		content, end := e.Content(), e.End().End
		if section, ok := call.OnlySection(p.Block, s.Element); ok {
			content = section.Inner()
		}
		if indent, first := p.Indent(e.Start().Start); s.Plain {
			var text strings.Builder
			for _, g := range s.Rest {
				if p.Tool.Argument(g.Name).Kind.Scalar() {
					g.Text = encode.Escape(g.Text)
				}
				if first {
					text.WriteString("\n" + indent)
				}
				text.WriteString("<" + g.Name + ">" + g.Text + "</" + g.Name + ">")
			}
			r.Fixes[0].Edits = []Edit{{Span: xmlcall.Span{Start: s.At.Start, End: content.End}}, {Span: xmlcall.Span{Start: end, End: end}, Text: p.LineEnds(text.String())}}
		}
		p.report(s.At, r)
	}
}

// SwallowedIn returns the report about a value that holds the end tag of its argument, and after it rest, other
// arguments. The fix has a title; its edits are the caller's.
func SwallowedIn(argument, value string, tag xmlcall.Span, rest []call.Given) Report {
	end, of := "`"+Clip(value[tag.Start:tag.End])+"`", "`"+Clip(argument)+"`"
	r := Report{
		Message: end + " at the end of the value of " + of + "; remove it", Severity: Warning,
		Note: "It is part of the value", Fixes: []Fix{{Title: "End the value before " + end}},
	}
	if rest != nil {
		name := "`" + Clip(rest[0].Name) + "`"
		r.Message, r.Severity = end+" in the value of "+of+"; end the value there, and write "+name+" as an argument", Error
		r.Note = "The tool gets " + name + " as text of " + of
	}
	return r
}
