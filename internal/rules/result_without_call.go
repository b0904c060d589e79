package rules

// resultWithoutCall has no check: it is about native calls.
var resultWithoutCall = &Rule{
	Code:     "result-without-call",
	Severity: Information,
	Group:    Messages,
	Summary:  "The result of a native call that is not in the session",
	Explanation: `
A result names its call by an ID: \'tool_call_id\', \'tool_use_id\', \'call_id\', \'toolUseId\'. Most APIs refuse
a conversation with a result whose call is not there. It was removed, for instance to shorten
the conversation, or one of the IDs was changed.

In Gemini's format, where calls have no IDs, a result is reported if the session never calls its tool.

Results before the first call are those of calls before the start of the transcript, and not
reported. Nor is any if most results have no call: then the transcript leaves calls out.
`,
	Bad: `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"read_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"1","content":"a page"}
{"role":"tool","tool_call_id":"2","content":"another page"}
`,
	Good: `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"read_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"1","content":"a page"}
`,
	JSON: true,
}
