package rules

// unusedDirective has no check: the directives are known only after all findings are.
// Its findings cannot be suppressed.
var unusedDirective = &Rule{
	Code:     "unused-directive",
	Severity: Warning,
	Group:    Style,
	Summary:  "A comment that suppresses nothing",
	Explanation: `
What a rule reports can be suppressed by a comment outside of calls:

- \'<!-- forge-lsp-disable-next-call RULE… -->\': for the next call
- \'<!-- forge-lsp-disable RULE… -->\' up to \'<!-- forge-lsp-enable -->\', or to the end
- \'<!-- forge-lsp-disable-file RULE… -->\': in the whole file

A directive without rules applies to all of them, and a reason can follow after \'--\'. The same works
after \'#\' and \'//\' on a line of their own, in Markdown's \'[//]: # (…)\', and in a comment between
the elements of a call, for that call, but without a reason, since the runtime refuses \'--\' in the
comments of a call.

A directive that suppresses nothing now may hide a later finding, and one with the name of a rule
that does not exist suppresses nothing.
`,
	FixSafety: `
Removing what suppresses nothing is certain: no other finding changes. The rule that was meant by
a wrong name is a guess.
`,
	Bad: `<!-- forge-lsp-disable-next-call unknown-tool -- our own tool -->
<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `<!-- forge-lsp-disable-next-call unknown-tool -- our own tool -->
<tool>
<server_name>local</server_name>
<tool_name>our_own</tool_name>
<arguments></arguments>
</tool>`,
	Document: true,
}
