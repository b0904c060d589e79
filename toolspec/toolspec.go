// Package toolspec knows the tools that calls are made to.
//
// So far it knows the names of the tools that the Forge runtime itself brings,
// and those of their arguments, for offering names where a call has none.
package toolspec

import "slices"

// A Tool is a tool that calls can be made to.
type Tool struct {
	// Name is what a call's tool_name must be, letter for letter.
	Name string
	// Arguments are the names of the elements that the tool reads, in the order
	// of its definition.
	Arguments []string
}

// Builtins returns the tools of the Forge runtime by name. The caller must not
// change them.
func Builtins() []Tool { return builtins }

// WithArguments returns those built-in tools, by name, that read every one of
// the given arguments.
func WithArguments(names ...string) []Tool {
	var tools []Tool
	for _, t := range builtins {
		if !slices.ContainsFunc(names, func(name string) bool { return !slices.Contains(t.Arguments, name) }) {
			tools = append(tools, t)
		}
	}
	return tools
}

var builtins = []Tool{
	{"add_note", []string{"content", "tags"}},
	{"analyze_document", []string{"path", "page_start", "page_end", "prompt"}},
	{"analyze_page", []string{"session", "focus"}},
	{"apply_diff", []string{"path", "edits"}},
	{"ask_question", []string{"question", "suggestions"}},
	{"browser_click", []string{"session", "selector", "button", "click_count"}},
	{"browser_evaluate", []string{"session", "code", "timeout"}},
	{"browser_extract_content", []string{"session", "format", "selector", "max_length"}},
	{"browser_fill_form", []string{"session", "selector", "value"}},
	{"browser_navigate", []string{"session", "url", "wait_until"}},
	{"browser_search", []string{"session", "pattern", "case_sensitive", "max_results"}},
	{"browser_wait", []string{"session", "selector", "state", "timeout"}},
	{"close_browser_session", []string{"session"}},
	{"converse", []string{"message"}},
	{"create_custom_tool", []string{"name", "description"}},
	{"delete_note", []string{"id"}},
	{"execute_command", []string{"command", "timeout", "working_dir"}},
	{"list_browser_sessions", nil},
	{"list_files", []string{"path", "recursive", "pattern"}},
	{"list_notes", []string{"tag", "include_scratched", "limit"}},
	{"list_tags", nil},
	{"read_file", []string{"path", "start_line", "end_line"}},
	{"run_custom_tool", []string{"tool_name", "timeout"}},
	{"scratch_note", []string{"id"}},
	{"search_files", []string{"path", "pattern", "file_pattern", "context_lines"}},
	{"search_notes", []string{"query", "tags"}},
	{"start_browser_session", []string{"name", "headless", "width", "height"}},
	{"task_completion", []string{"result"}},
	{"update_note", []string{"id", "content", "tags"}},
	{"write_file", []string{"path", "content"}},
}
