package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var entityInCdata = &Rule{
	Code:     "entity-in-cdata",
	Severity: Information,
	Group:    Safety,
	Summary:  "A reference in a CDATA section, where it is not decoded",
	Needs:    call.Needs{Notes: []notes.Kind{notes.ReferenceInSection}},
	Check:    checkEntityInCdata,
}

func checkEntityInCdata(p *Pass) {
	element, markup := xmlcall.NoElement, false
	for n := range p.Notes() {
		if p.HoldsStructure(n.Element) {
			continue // without the section it would be a reference again
		}
		if element != n.Element {
			element = n.Element
			markup = p.IsMarkup(element)
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
