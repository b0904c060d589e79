package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
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
Both fixes are guesses: the tag may be superfluous, or text that was meant literally. Where its start
tag is already written as text, escaping comes first.
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
		p.report(problem.Span, Report{
			Message: "`" + Clip(tag) + "` does not close an element; remove or escape it",
			Note:    refused,
			Fixes:   fixes,
		})
	}
}
