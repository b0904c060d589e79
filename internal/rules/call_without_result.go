package rules

// callWithoutResult has no check: it is about native calls.
var callWithoutResult = &Rule{
	Code:     "call-without-result",
	Severity: Information,
	Group:    Messages,
	Summary:  "A native call without a result in a session that goes on",
	Explanation: `
Most APIs refuse a conversation in which a call has no result and further messages follow. The
result was removed, or the program ended while the tool ran: then the call may have run.

A call is reported if the result of another one, and then a further call, come after it. Calls at the end
of a session are not, nor is any if most calls have no result: then the transcript leaves results out.
`,
	Bad: `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"write_page","arguments":"{}"}}]}
{"role":"user","content":"Go on."}
{"role":"assistant","content":null,"tool_calls":[{"id":"2","type":"function","function":{"name":"read_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"2","content":"a page"}
{"role":"assistant","content":null,"tool_calls":[{"id":"3","type":"function","function":{"name":"write_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"3","content":"written"}
`,
	Good: `{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"write_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"1","content":"written"}
{"role":"user","content":"Go on."}
{"role":"assistant","content":null,"tool_calls":[{"id":"2","type":"function","function":{"name":"read_page","arguments":"{}"}}]}
{"role":"tool","tool_call_id":"2","content":"a page"}
`,
	JSON: true,
}
