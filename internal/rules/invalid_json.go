package rules

// invalidJSON has no check: it is about the file that contains the calls.
var invalidJSON = &Rule{
	Code:     "invalid-json",
	Severity: Information,
	Group:    Messages,
	Summary:  "A part of a transcript that is not JSON",
	Explanation: `
A transcript is read as JSON: one document, or one record per line. Logs get cut off while they are
written, and programs print in between the lines of others.

The rest is still read. In a file with one record per line, that is all other lines and the part of this
line before the mistake; in a document, it is the messages before the mistake, and those from the next
line on that starts with one. A string that is cut off at the end of the file is not checked.
`,
	Bad: `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
{"role":"assistant","content":"<tool>\n<server_`,
	Good: `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	JSON: true,
}
