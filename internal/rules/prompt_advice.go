package rules

// promptAdvice has no check: it is about the text of a prompt, not about calls.
var promptAdvice = &Rule{
	Code:     "prompt-advice",
	Severity: Warning,
	Group:    Prompts,
	Summary:  "Advice in a prompt that does not work, or contradicts other advice",
	Explanation: `
Sentences of a prompt about special characters, CDATA, several calls, thinking, JSON and the
tags of a call are compared with a list of known advice. Each has a reply that follows it, which is read
as the runtime reads it: the finding shows the part of the reply that matters, and what happens to it.

Sentences with a negation, and those in lists of what not to do, say the opposite. Two sentences that
cannot both be followed contradict each other.
`,
	Bad: `You may call several tools in one reply:

<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `Make one call per reply:

<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Prompt: true,
}
