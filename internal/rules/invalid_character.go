package rules

import (
	"fmt"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var invalidCharacter = &Rule{
	Code:     "invalid-character",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A character that XML does not allow`,
	Explanation: `XML does not allow U+FFFE, U+FFFF, and control characters other than tab, line feed
and carriage return: not literally, not in a CDATA section, not as a reference. The runtime's parser
refuses the call. They usually come from terminal output, such as the escape character of ANSI colors.

A vertical tab or form feed right after \'<tool>\' or right before \'</tool>\' does no harm in a
reply: the runtime removes white space at both ends of a call before it parses it.`,
	FixSafety: `
Both fixes are guesses: no call can contain the character, so they change the value.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments>
  <message>bell ` + "\x07" + ` here</message>
</arguments>
</tool>`,
	Good:  callTo + "converse" + withArguments + "\n  <message>bell here</message>\n" + endOfCall,
	Needs: facts.Needs{Problems: []xmlcall.ProblemKind{xmlcall.InvalidCharacter}},
	Check: checkInvalidCharacter,
}

func checkInvalidCharacter(p *Pass) {
	for problem := range p.Problems() {
		r, _ := utf8.DecodeRuneInString(p.Block.Slice(problem.Span))
		fixes := []Fix{replace(fmt.Sprintf("Remove `U+%04X`", r), problem.Span, "")}
		if r < 0x20 {
			picture := string(0x2400 + r)
			fixes = append(fixes, replace("Replace with `"+picture+"`", problem.Span, picture))
		}
		p.report(problem.Span, Report{
			Message: fmt.Sprintf("Invalid character `U+%04X`; remove it", r),
			Note:    "XML does not allow it, not even in CDATA, so the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}
