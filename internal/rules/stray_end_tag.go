package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var strayEndTag = &Rule{
	Code:        "stray-end-tag",
	Severity:    Error,
	Group:       Syntax,
	Summary:     `An end tag with nothing to close`,
	Explanation: `An end tag without a start tag makes the runtime's parser refuse the call.`,
	FixSafety: `
Removing and escaping are guesses: the tag may be superfluous, or text that was meant literally. Where its
start tag is already written as text, escaping comes first. Before the elements that an \'</arguments>\'
follows, its start tag is inserted.
`,
	Bad:   callTo + "read_file" + withArguments + "\n  <path>src/x.go</path></path>\n" + endOfCall,
	Good:  callTo + "read_file" + withArguments + "\n  <path>src/x.go</path>\n" + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.StrayEndTag}},
	Check: checkStrayEndTag,
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

// withoutArguments returns the first of the elements directly before an </arguments> that nothing opens.
func withoutArguments(p *Pass, problem xmlcall.Problem) (first xmlcall.ElementID, ok bool) {
	b := p.Block
	if b.Slice(problem.Span) != "</arguments>" || problem.Element != b.Envelope() || p.ArgumentsElement() != xmlcall.NoElement {
		return first, false
	}
	var elements []xmlcall.ElementID
	for i, e := range b.Children(b.Envelope()) {
		if name := e.Local(); !forge.InEnvelope(name) && name != "thinking" {
			elements = append(elements, i)
		}
	}
	if len(elements) == 0 || !facts.Adjacent(b, elements) {
		return first, false
	}
	end := b.Element(elements[len(elements)-1]).End().End
	return elements[0], end <= problem.Span.Start && strings.TrimSpace(b.Text[end:problem.Span.Start]) == ""
}

// openArguments returns the fix that writes <arguments> before an element.
func openArguments(p *Pass, first xmlcall.ElementID) Fix {
	at, text := p.Block.Element(first).Start().Start, "<arguments>"
	if indent, first := p.Indent(at); first {
		text += p.LineEnds("\n" + indent)
	}
	return insert("Insert `<arguments>`", at, text)
}

func checkStrayEndTag(p *Pass) {
	for problem := range p.Problems() {
		tag := p.Block.Slice(problem.Span)
		if followsSpaced(p, problem.Element, problem.Span.Start, strings.Trim(tag, "</> \t\r\n")) {
			continue
		}
		fixes := []Fix{
			replace(Titled("Remove `", tag, "`"), problem.Span, ""),
			replace("Escape as text", problem.Span, encode.Escape(tag)),
		}
		if opensAsText(p, problem.Span) {
			slices.Reverse(fixes)
		}
		message := "`" + Clip(tag) + "` does not close an element; remove or escape it"
		if first, ok := withoutArguments(p, problem); ok {
			message = "`</arguments>` without a start tag; write `<arguments>` before " + "`<" + Clip(p.Block.Element(first).Name()) + ">`"
			fixes = slices.Insert(fixes, 0, openArguments(p, first))
		}
		p.report(problem.Span, Report{Message: message, Note: refused, Fixes: fixes})
	}
}
