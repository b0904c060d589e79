package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// checkFiles reports what the files of the workspace say, as findings of a kind. describe returns
// the report on one, given the element of its argument.
func checkFiles(kind filetools.Kind, describe func(p *Pass, f *filetools.Finding, element xmlcall.ElementID) Report) func(*Pass) {
	return func(p *Pass) {
		for i := range p.Files.Findings {
			f := &p.Files.Findings[i]
			if f.Kind != kind {
				continue
			}
			element, ok := p.Given(f.Argument)
			if !ok {
				element = p.ArgumentsElement() // of an argument that has a default
			}
			n := describe(p, f, element)
			if f.Refused == "" && n.Severity == 0 {
				n.Severity = Information
			}
			span := p.Block.Element(element).Content()
			if span.Len() == 0 {
				span = p.Block.Element(element).Span()
			}
			p.report(span, n)
		}
	}
}

// rewritten returns the edit that gives an element a value, written as before: as a section, or with
// escapes. A CR is written as a reference, which a section cannot hold.
func rewritten(p *Pass, element xmlcall.ElementID, value string) Edit {
	span := p.Block.Element(element).Content()
	text := strings.ReplaceAll(encode.Escape(value), "\r", "&#13;")
	if strings.Contains(p.Block.Slice(span), "<![CDATA[") && !strings.Contains(value, "\r") {
		if section, ok := asSection(value); ok {
			text = section
		}
	} else {
		text = p.LineEnds(text)
	}
	return Edit{Span: span, Text: text}
}

// quoted returns a value of a call for a message.
func quoted(value string) string {
	return "`" + Clip(strings.TrimSpace(strings.ReplaceAll(value, "`", "'"))) + "`"
}
