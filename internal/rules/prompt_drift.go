package rules

// promptDrift has no check: it is about the text of a prompt, not about calls.
var promptDrift = &Rule{
	Code:     "prompt-drift",
	Severity: Warning,
	Group:    Prompts,
	Summary:  "A tool in a prompt that differs from its definition",
	Explanation: `
The tools that a prompt describes are compared with [their definitions](../tools.md), in both directions:

- a tool, in a heading, a list or a sentence, that does not exist
- an argument that the tool does not have, and one that the prompt does not describe
- tools that are defined and not in the prompt, if it describes at least two. A prompt may leave out
  built-in tools, unless it has half of them

Descriptions are read in Markdown (headings, lists, tables, signatures such as
\'read_file(path, start_line?)\') and in code blocks with definitions in JSON or YAML.
`,
	Bad: `## Tools

- **list_tags**: lists all tags.
- **list_notes(label)**: lists the notes with a tag.

<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Good: `## Tools

- **list_tags**: lists all tags.
- **list_notes(tag, include_scratched, limit)**: lists the notes with a tag.

<tool>
<server_name>local</server_name>
<tool_name>list_tags</tool_name>
<arguments></arguments>
</tool>`,
	Prompt: true,
}
