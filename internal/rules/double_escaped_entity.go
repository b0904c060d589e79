package rules

import (
	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var doubleEscapedEntity = &Rule{
	Code:     "double-escaped-entity",
	Severity: Information,
	Group:    Safety,
	Summary:  "A reference whose ampersand is escaped as well",
	Explanation: `
\'&amp;lt;\' is read as the four characters \'&lt;\', not as \'<\'. In a value about XML or
HTML that is what was meant; elsewhere the value was escaped twice.

So was a whole CDATA section: of \'&lt;![CDATA[x]]&gt;\' the tool gets the markers, too.
`,
	FixSafety: `
Escaping once is a guess: the call runs either way, and only the author can tell whether the
reference was meant as text.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.go</path>
  <content>if a &amp;lt; b {</content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.go</path>
  <content>if a &lt; b {</content>
` + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.DoubleEscape, notes.EscapedSection}},
	Check: checkDoubleEscapedEntity,
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
