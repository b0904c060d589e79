package rules

// invalidJSON has no check: it is about the file that contains the calls.
var invalidJSON = &Rule{
	Code:     "invalid-json",
	Severity: Information,
	Group:    Messages,
	Summary:  "A part of a transcript that is not JSON",
	Explanation: `
A transcript is read as JSON: one document, or one record per line. Logs are cut off while they
are written, and tools print between the lines of others.

What can be read is read: in a file with one record per line, all other lines and the part of this
one before the mistake; in a document, the items of its list of messages before it and from the
next line that starts with one. The part at the finding is not read, and a string that the file
cuts off is not checked.
`,
	Bad: `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
{"role":"assistant","content":"<tool>\n<server_`,
	Good: `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}
`,
	JSON: true,
}
