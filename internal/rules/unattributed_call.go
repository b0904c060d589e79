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
is, and elsewhere the nearest \'role\', \'from\', \'source\', \'type\' or \'author\' does.

Without one, the string is read as a document. If an agent wrote it, describe the format of the
transcript in \'forge-lsp.toml\'.
`,
	Bad: `{"output":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	Good: `{"role":"assistant","output":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	JSON: true,
}
