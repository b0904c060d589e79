package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/toolspec"
)

var coercedValue = &Rule{
	Code:     "coerced-value",
	Severity: Error,
	Group:    Safety,
	Summary:  "A value whose text the tool changes",
	Explanation: `
\'run_custom_tool\' turns every other element into a command-line option of the custom tool. It reads
the text as an integer if it can, otherwise as a number or a boolean, and passes on the result:
\'00501\' becomes \'--zip=501\', \'1.10\' becomes \'1.1\', \'T\' becomes \'true\'. A CDATA section does
not prevent this.

No notation preserves such a value. If the custom tool is yours, let it accept a text that does
not look like a number, such as \'US-00501\'.
`,
	Bad: callTo + "run_custom_tool" + withArguments + `
  <tool_name>post</tool_name>
  <zip>00501</zip>
` + endOfCall,
	Good: callTo + "run_custom_tool" + withArguments + `
  <tool_name>post</tool_name>
  <zip>US-00501</zip>
` + endOfCall,
	Needs: facts.Needs{Issues: []toolspec.IssueKind{toolspec.CoercedValue}},
	Check: checkCoercedValue,
}

func checkCoercedValue(p *Pass) {
	for i := range p.Issues() {
		p.report(i.Span, Report{
			Message: "`" + Clip(p.Block.Slice(i.Span)) + "` is passed as `" + Clip(strings.TrimPrefix(i.Reason, "becomes ")) + "`",
			Note:    "The tool converts text that looks like a number or a boolean, even in CDATA; this cannot be turned off",
		})
	}
}
