package rules

// promptExample has no check: the whole prompt is known only after its calls are.
var promptExample = &Rule{
	Code:     "prompt-example",
	Severity: Warning,
	Group:    Prompts,
	Summary:  "An example in a prompt that is not wrong in the way that its text describes",
	Explanation: `
A prompt shows what to write, and what not to write. An example that is introduced as wrong and
that runs as written teaches a model to avoid what works. So does one with a defect other than the one
that its text names: the model learns the wrong reason.

Only texts that name a defect for certain are compared: \'unescaped\', \'unclosed\',
\'CDATA around a list\', \'unknown tool\' and the like. The other examples of a prompt have the findings of their
calls.
`,
	Bad: `Wrong, the ampersand is not escaped:

<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments><message>a &amp; b</message></arguments>
</tool>`,
	Good: `Correct, the ampersand is escaped:

<tool>
<server_name>local</server_name>
<tool_name>converse</tool_name>
<arguments><message>a &amp; b</message></arguments>
</tool>`,
	Prompt: true,
}
