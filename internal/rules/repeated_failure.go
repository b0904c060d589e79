package rules

// repeatedFailure has no check: it is about native calls.
var repeatedFailure = &Rule{
	Code:     "repeated-failure",
	Severity: Information,
	Group:    Messages,
	Summary:  "The same native call, which fails again and again",
	Explanation: `
A model that gets an error as a result sometimes repeats the call without a change, until the
agent or its budget stops it. The third call in a row of the same tool with the same arguments is
reported if each result is an error: marked as one (\'is_error\', \'isError\', \'status\', \'error\'), or a text
that starts with \'Error\'. Further ones are not reported.

Trying once more is common, and helps if the cause is a network or another process. A message to
the model that names what has to be different helps more than the error alone.
`,
	Bad: `{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"read_page","input":{"path":"a"}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"not found"}]}
{"role":"assistant","content":[{"type":"tool_use","id":"2","name":"read_page","input":{"path":"a"}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"2","is_error":true,"content":"not found"}]}
{"role":"assistant","content":[{"type":"tool_use","id":"3","name":"read_page","input":{"path":"a"}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"3","is_error":true,"content":"not found"}]}
`,
	Good: `{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"read_page","input":{"path":"a"}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"1","is_error":true,"content":"not found"}]}
{"role":"assistant","content":[{"type":"tool_use","id":"2","name":"list_pages","input":{}}]}
{"role":"user","content":[{"type":"tool_result","tool_use_id":"2","content":"b.md"}]}
`,
	JSON: true,
}
