package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var _ = register(&Rule{
	Code:     "raw-less-than",
	Severity: Error,
	Summary:  `A < that starts no markup`,
	Explanation: `In XML < starts a tag, a comment or a CDATA section. In code and prose it
rarely does: \'i < n\', \'#include <stdio.h>\', \'Map<string, number>\'. The runtime's parser
refuses the call, and its ampersand repair cannot mend a <.

What looks like a tag counts as one only if something closes it, or if it
stands where an argument stands. Escaping the < is safe: the text around it is
left alone, and the value is the one that stands there.`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>loop.go</path>
  <content>for i := 0; i < n; i++ {}</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>loop.go</path>
  <content>for i := 0; i &lt; n; i++ {}</content>
</arguments>
</tool>`,
	check: checkRawLessThan,
})

// maxDeclarations is how many of them a fix takes along. No code has more.
const maxDeclarations = 8

func checkRawLessThan(p *pass) {
	// "<!" is text here only because a '<' behind it keeps it from being read
	// as a declaration, which would be dropped. Escaping that one alone would
	// lose the text, so the fix takes every "<!" before it along.
	var declarations []Edit
	element := -1
	p.problems(func(problem xmlcall.Problem) {
		if problem.Element != element {
			element, declarations = problem.Element, nil
		}
		fix := replace("Escape as &lt;", problem.Span, "&lt;")
		fix.Edits = append(slices.Clone(declarations), fix.Edits...)
		if len(declarations) < maxDeclarations && strings.HasPrefix(p.b.Text[problem.Span.Start:], "<!") {
			declarations = append(declarations, Edit{problem.Span, "&lt;"})
		}
		p.report(problem.Span, note{
			message: "The runtime refuses this call: a literal < is written &lt;",
			fixes:   p.escapeFixes(problem, fix),
		})
	}, xmlcall.RawLessThan)
	// What no other rule can name is markup that XML does not know: none is left
	// that the tests could find, but a refusal must never go unreported.
	p.problems(func(problem xmlcall.Problem) {
		p.report(problem.Span, note{message: "The runtime refuses this call: " + clip(problem.Want)})
	}, xmlcall.SyntaxError)
}
