package rules

// unattributedCall has no check: it is about the file that contains the calls.
var unattributedCall = &Rule{
	Code:     "unattributed-call",
	Severity: Information,
	Group:    Messages,
	Summary:  "A call in JSON by an unknown author",
	Explanation: `
What an agent wrote is a reply, in which every call may run. What others wrote is about calls: only what
looks like a complete call is checked. In JSON of a known format the role of a message shows which it
is. Elsewhere the nearest \'role\', \'from\', \'speaker\', \'author\', \'source\' or \'type\' that names a role
does, or else the key: \'assistant\', \'response\', \'completion\', \'answer\', \'output\' and the like hold what an
agent wrote, \'user\', \'prompt\' and \'question\' what it was told.

Without any, the string is read as a document. If an agent wrote it, write its role beside it.
`,
	Bad: `{"text":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	Good: `{"role":"assistant","text":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	JSON: true,
}
