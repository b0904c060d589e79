package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var entityInCdata = &Rule{
	Code:     "entity-in-cdata",
	Severity: Information,
	Group:    Safety,
	Summary:  "A reference in a CDATA section, where it is not decoded",
	Explanation: `
Nothing is decoded in a CDATA section: \'&lt;\' in it is the four characters \'&lt;\'. In a
value about XML or HTML that is what was meant; elsewhere the value is both escaped and in
CDATA, and the tool gets it escaped.

Nothing is reported where the value is HTML, XML or Markdown: next to the path of such a file, or if it
contains balanced elements of a markup language.
`,
	FixSafety: `
Writing the character is a guess: the call runs either way, and only the author can tell
whether the reference was meant. There is no fix where the character would end the section or
the call.
`,
	Bad: callTo + "write_file" + withArguments + `
  <path>a.js</path>
  <content><![CDATA[if (a &amp;&amp; b) {}]]></content>
` + endOfCall,
	Good: callTo + "write_file" + withArguments + `
  <path>a.js</path>
  <content><![CDATA[if (a && b) {}]]></content>
` + endOfCall,
	Needs: facts.Needs{Notes: []notes.Kind{notes.ReferenceInSection}},
	Check: checkEntityInCdata,
}

func checkEntityInCdata(p *Pass) {
	element, markup := xmlcall.NoElement, false
	for n := range p.Notes() {
		if p.HoldsStructure(n.Element) {
			continue // without the section it would be a reference again
		}
		if element != n.Element {
			element = n.Element
			markup = intent.IsMarkup(p.Block, p.ArgumentsElement(), element)
		}
		if markup {
			continue
		}
		reference := p.Block.Slice(n.Span)
		result := Report{
			Message: "`" + Clip(reference) + "` in CDATA is not read as `" + quoteChar(n.Want) + "`",
			Note:    "Nothing is decoded in CDATA: the tool gets the reference as written",
		}
		if mayReplace(p, n.Want, n.Span) {
			result.Fixes = []Fix{replace(Titled("Replace with `", quoteChar(n.Want), "`"), n.Span, p.LineEnds(n.Want))}
		}
		p.report(n.Span, result)
	}
}

// reserved are the sequences that the runtime looks for even in CDATA sections.
var reserved = []string{"]]>", "<tool>", "</tool>", "<thinking>", "</thinking>"}

// mayReplace reports whether a character can replace the text under span in a CDATA
// section: it is literal there, and does not complete a reserved sequence.
func mayReplace(p *Pass, char string, span xmlcall.Span) bool {
	switch {
	case char == "\r", char == "\uFFFD":
		return false
	case char == "&" && p.Outcome() == xmlcall.Repaired:
		return false // the repair would rewrite it
	}
	const longest = len("</thinking>")
	text := p.Block.Text
	around := text[max(0, span.Start-longest):span.Start] + char + text[span.End:min(len(text), span.End+longest)]
	at := min(longest, span.Start)
	for _, s := range reserved {
		if i := strings.Index(around[max(0, at-len(s)+1):], s); i >= 0 && max(0, at-len(s)+1)+i <= at {
			return false
		}
	}
	return true
}
