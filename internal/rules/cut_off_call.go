package rules

// cutOffCall has no check: it is about native calls.
var cutOffCall = &Rule{
	Code:     "cut-off-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A native call that is cut off at the token limit",
	Explanation: `
A message that reaches the token limit stops there: its \'finish_reason\' is \'length\', or its
\'stop_reason\' is \'max_tokens\'. If that is in a call, the arguments are not complete, even where they are
valid JSON, and agents do not run the call.

Raise the limit, or have the model write less in one call.
`,
	Bad: `{"choices":[{"finish_reason":"length","message":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"write_page","arguments":"{\"path\":\"a.md\"}"}}]}}]}
`,
	Good: `{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"write_page","arguments":"{\"path\":\"a.md\"}"}}]}}]}
`,
	JSON: true,
}
