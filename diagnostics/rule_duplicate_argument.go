package diagnostics

import "github.com/entrhq/forge-lsp/toolspec"

var _ = register(&Rule{
	Code:     "duplicate-argument",
	Severity: Warning,
	Summary:  "An argument that a later one of the same name replaces",
	Explanation: `
Of several elements with the name of one argument the runtime keeps the last, even if it
is empty, and drops the others without a word. Two pairs of \'<search>\' and \'<replace>\' in
one \'<edit>\' make one edit, the second.

Lists are another matter: the items of several \'<tags>\' are run together.

Removing the element is a suggestion: it changes nothing for the runtime, but both values
may have been meant.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>first</content>
  <content>second</content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>a.txt</path>
  <content>first
second</content>
</arguments>
</tool>`,
	check: checkDuplicateArgument,
})

func checkDuplicateArgument(p *pass) {
	p.issues(func(i toolspec.Issue) {
		p.report(i.Span, note{
			message: "The runtime drops this <" + clip(i.Name) + ">: a later one takes its place",
			fixes:   []Fix{p.removeElement(i.Element)},
		})
	}, toolspec.DuplicateArgument)
}
