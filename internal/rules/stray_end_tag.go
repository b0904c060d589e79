package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/forge"
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

// openArguments returns the fix that opens an </arguments> before the elements directly before it, and the name of
// the first of these; "" if there are none.
func openArguments(p *Pass, problem xmlcall.Problem) (fix Fix, first string) {
	b := p.Block
	if b.Slice(problem.Span) != "</arguments>" || problem.Element != b.Envelope() || p.ArgumentsElement() != xmlcall.NoElement {
		return fix, ""
	}
	var elements []xmlcall.ElementID
	end := 0
	for i, e := range b.Children(b.Envelope()) {
		if name := e.Local(); !forge.InEnvelope(name) && name != "thinking" {
			elements, end = append(elements, i), e.End().End
		}
	}
	if len(elements) == 0 || !call.Adjacent(b, elements) || end > problem.Span.Start || strings.TrimSpace(b.Text[end:problem.Span.Start]) != "" {
		return fix, ""
	}
	e, text := b.Element(elements[0]), "<arguments>"
	if indent, starts := p.Indent(e.Start().Start); starts {
		text += p.LineEnds("\n" + indent)
	}
	return insert("Insert `<arguments>`", e.Start().Start, text), e.Name()
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
	if fix, first := openArguments(p, problem); first != "" {
		message = "`</arguments>` without a start tag; write `<arguments>` before `<" + Clip(first) + ">`"
		fixes = slices.Insert(fixes, 0, fix)
	}
	return Report{Message: message, Note: refused, Fixes: fixes}
}
