package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var mixedEncoding = &Rule{
	Code:     "mixed-encoding",
	Severity: Warning,
	Group:    Style,
	Summary:  "A value that is partly in CDATA and partly not",
	Needs:    call.Needs{Notes: []notes.Kind{notes.MixedField}},
	Check:    checkMixedEncoding,
}

func checkMixedEncoding(p *Pass) {
	for n := range p.Notes() {
		if p.IsArguments(n.Element) {
			continue // text in place of arguments, in whatever notation
		}
		name := p.Block.Element(n.Element).Name()
		p.report(n.Span, Report{
			Message: "The value of `<" + Clip(name) + ">` is partly in CDATA; write all of it one way",
			Note:    "The parts are joined, with the white space between them",
			Fixes:   oneMethod(p, n, name),
		})
	}
}

// oneMethod returns the fixes that write a field in a single notation, the preferred
// one first.
func oneMethod(p *Pass, n notes.Note, name string) []Fix {
	text, ok := p.FieldText(n.Element)
	if !ok {
		return nil
	}
	fixes := []Fix{replace(Titled("Escape all of `<", name, ">`"), n.Span, encode.Escape(text))}
	section, ok := asSection(text)
	if !ok {
		return fixes
	}
	wrap := replace(Titled("Wrap all of `<", name, ">` in CDATA"), n.Span, section)
	if encode.PrefersCDATA(text) {
		return []Fix{wrap, fixes[0]}
	}
	return append(fixes, wrap)
}
