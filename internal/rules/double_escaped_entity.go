package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var doubleEscapedEntity = &Rule{
	Code:     "double-escaped-entity",
	Severity: Information,
	Group:    Safety,
	Summary:  "A reference whose ampersand is escaped as well",
	Needs:    call.Needs{Notes: []notes.Kind{notes.DoubleEscape, notes.EscapedSection}},
	Check:    checkDoubleEscapedEntity,
}

func checkDoubleEscapedEntity(p *Pass) {
	for n := range p.Notes() {
		if n.Kind == notes.EscapedSection {
			reportEscapedSection(p, n)
			continue
		}
		p.report(n.Span, Report{
			Message: "`" + Clip(p.Block.Slice(n.Span)) + "` is escaped twice; the tool gets the text `" + Clip(n.Want) + "`",
			Fixes:   []Fix{replace(Titled("Escape once: `", n.Want, "`"), n.Span, n.Want)},
		})
	}
}

// reportEscapedSection reports a value that is an escaped CDATA section.
func reportEscapedSection(p *Pass, n notes.Note) {
	text := encode.Escape(n.Want)
	if section, ok := asSection(n.Want); ok && encode.PrefersCDATA(n.Want) {
		text = section
	}
	p.report(n.Span, Report{
		Message: "The CDATA section in `<" + Clip(p.Block.Element(n.Element).Local()) + ">` is escaped; write its text",
		Note:    "The tool gets `<![CDATA[` and `]]>` as part of the value",
		Fixes:   []Fix{replace("Write the text of the section", n.Span, text)},
	})
}
