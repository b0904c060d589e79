package rules

// leakedCall has no check: it is about text that is not a call in the format of Forge.
var leakedCall = &Rule{
	Code:     "leaked-call",
	Severity: Error,
	Group:    Messages,
	Summary:  "A call that an agent with native tool calls wrote as text",
	Explanation: `
Most APIs take tool calls in fields of their own. Sometimes a model writes one into its answer
instead, in the text format that it was trained with. Nothing runs it: the agent waits for a
result, or goes on as if there had been one.

The rule looks for such text in what assistants wrote in a transcript in JSON that shows native calls:
parts of type \'tool_use\', \'tool_calls\', \'function_call\', \'custom_tool_call\', or a list of
\'tools\' with definitions. It knows the formats of Claude (\'<invoke>\', \'<function_calls>\'), Hermes
and Qwen (\'<tool_call>\'), Qwen Coder and Llama (\'<function=…>\', \'<|python_tag|>\'), Mistral
(\'[TOOL_CALLS]\'), Kimi, DeepSeek, Harmony, Gemma, LongCat, Cline and others, also with damaged openers
(\'<rivoke name="Bash">\') or with nothing but their end. Calls without tags, \'{"name": …, "parameters": …}\'
and \'[f(a="x")]\', are reported if there is nothing else in the message, or the session has a tool of
the name and the call ends the message. Text in code spans and blocks, in quotes, within a
sentence, or announced as an example is only about calls and not reported. Nor is a call in a format that
a system prompt of the transcript shows, or whose results are there: it ran.

A Forge \'<tool>\' is reported where no system prompt of the transcript shows \'<tool>\'. No other rule
reports it then.
`,
	Bad: `{"role":"assistant","content":"I read it.","tool_calls":[{"id":"1","type":"function","function":{"name":"read_file","arguments":"{}"}}]}
{"role":"assistant","content":"Now the tests.\n<invoke name=\"run_command\">\n<parameter name=\"command\">make test</parameter>\n</invoke>"}
`,
	Good: `{"role":"assistant","content":"I read it.","tool_calls":[{"id":"1","type":"function","function":{"name":"read_file","arguments":"{}"}}]}
{"role":"assistant","content":"Now the tests.","tool_calls":[{"id":"2","type":"function","function":{"name":"run_command","arguments":"{\"command\":\"make test\"}"}}]}
`,
	JSON: true,
}
