package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var strayEndTag = &Rule{
	Code: "stray-end-tag", Severity: Error, Group: Syntax,
	Needs: problems(xmlcall.StrayEndTag),
	Check: eachProblem(describeStrayEndTag),
}

// opensAsText reports whether the text before an end tag, in the same element, has its start tag as
// text: escaped, or in CDATA.
func opensAsText(p *Pass, end xmlcall.Span) bool {
	t, ok := p.TokenAt(end.Start)
	if !ok {
		return false
	}
	name := strings.Trim(p.Block.Slice(end), "</> \t\r\n")
	before := p.Block.Text[p.Block.Element(t.Element()).Start().End:end.Start]
	return strings.Contains(before, "&lt;"+name) || strings.Contains(before, "<"+name)
}

func describeStrayEndTag(p *Pass, problem xmlcall.Problem) Report {
	tag := p.Block.Slice(problem.Span)
	if followsSpaced(p, problem.Element, problem.Span.Start, strings.Trim(tag, "</> \t\r\n")) {
		return Report{}
	}
	fixes := []Fix{
		replace(Titled("Remove `", tag, "`"), problem.Span, ""),
		replace("Escape as text", problem.Span, encode.Escape(tag)),
	}
	if opensAsText(p, problem.Span) {
		slices.Reverse(fixes)
	}
	message := "`" + Clip(tag) + "` does not close an element; remove or escape it"
	if elements := p.LooseArguments(problem); elements != nil && call.Adjacent(p.Block, elements) {
		message = "`</arguments>` without a start tag; write `<arguments>` before `<" + Clip(p.Block.Element(elements[0]).Name()) + ">`"
		fixes = slices.Insert(fixes, 0, Fix{"Insert `<arguments>`", []Edit{p.OpenArguments(elements)}})
	}
	return Report{Message: message, Note: refused, Fixes: fixes}
}
