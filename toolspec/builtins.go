package toolspec

// builtins are the tools that the Forge runtime brings, by name, with what it
// really decodes, which is not always what the tool's own schema says.
var builtins = []Tool{
	{Name: "add_note", Arguments: []Argument{
		{Name: "content", Kind: String},
		{Name: "tags", Kind: List, Item: &Argument{Name: "tag", Kind: String}},
	}},
	{Name: "analyze_document", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "page_start", Kind: Integer},
		{Name: "page_end", Kind: Integer},
		{Name: "prompt", Kind: String},
	}},
	{Name: "analyze_page", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "focus", Kind: String},
	}},
	{Name: "apply_diff", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "edits", Kind: List, Item: &Argument{Name: "edit", Kind: Object, Members: []Argument{{Name: "search", Kind: String}, {Name: "replace", Kind: String}}}},
	}},
	{Name: "ask_question", Arguments: []Argument{
		{Name: "question", Kind: String},
		{Name: "suggestions", Kind: List, Item: &Argument{Name: "suggestion", Kind: String}},
	}},
	{Name: "browser_click", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "selector", Kind: String},
		{Name: "button", Kind: String},
		{Name: "click_count", Kind: Integer},
	}},
	{Name: "browser_evaluate", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "code", Kind: String},
		{Name: "timeout", Kind: Number},
	}},
	{Name: "browser_extract_content", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "format", Kind: String},
		{Name: "selector", Kind: String},
		{Name: "max_length", Kind: Integer},
	}},
	{Name: "browser_fill_form", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "selector", Kind: String},
		{Name: "value", Kind: String},
	}},
	{Name: "browser_navigate", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "url", Kind: String},
		{Name: "wait_until", Kind: String},
	}},
	{Name: "browser_search", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "pattern", Kind: String},
		{Name: "case_sensitive", Kind: Boolean},
		{Name: "max_results", Kind: Integer},
	}},
	{Name: "browser_wait", Arguments: []Argument{
		{Name: "session", Kind: String},
		{Name: "selector", Kind: String},
		{Name: "state", Kind: String},
		{Name: "timeout", Kind: Number},
	}},
	{Name: "close_browser_session", Arguments: []Argument{
		{Name: "session", Kind: String},
	}},
	{Name: "converse", Arguments: []Argument{
		{Name: "message", Kind: String},
	}},
	{Name: "create_custom_tool", Arguments: []Argument{
		{Name: "name", Kind: String},
		{Name: "description", Kind: String},
	}},
	{Name: "delete_note", Arguments: []Argument{
		{Name: "id", Kind: String},
	}},
	{Name: "execute_command", Arguments: []Argument{
		{Name: "command", Kind: String},
		{Name: "timeout", Kind: Number},
		{Name: "working_dir", Kind: String},
	}},
	{Name: "list_browser_sessions"},
	{Name: "list_files", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "recursive", Kind: Boolean},
		{Name: "pattern", Kind: String},
	}},
	{Name: "list_notes", Arguments: []Argument{
		{Name: "tag", Kind: String},
		{Name: "include_scratched", Kind: Boolean},
		{Name: "limit", Kind: Integer},
	}},
	{Name: "list_tags"},
	{Name: "read_file", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "start_line", Kind: Integer},
		{Name: "end_line", Kind: Integer},
	}},
	{Name: "run_custom_tool", Open: true, Arguments: []Argument{
		{Name: "tool_name", Kind: String},
		{Name: "timeout", Kind: Number},
	}},
	{Name: "scratch_note", Arguments: []Argument{
		{Name: "id", Kind: String},
	}},
	{Name: "search_files", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "pattern", Kind: String},
		{Name: "file_pattern", Kind: String},
		{Name: "context_lines", Kind: Integer},
	}},
	{Name: "search_notes", Arguments: []Argument{
		{Name: "query", Kind: String},
		{Name: "tags", Kind: List, Item: &Argument{Name: "tag", Kind: String}},
	}},
	{Name: "start_browser_session", Arguments: []Argument{
		{Name: "name", Kind: String},
		{Name: "headless", Kind: Boolean},
		{Name: "width", Kind: Integer},
		{Name: "height", Kind: Integer},
	}},
	{Name: "task_completion", Arguments: []Argument{
		{Name: "result", Kind: String},
	}},
	{Name: "update_note", Arguments: []Argument{
		{Name: "id", Kind: String},
		{Name: "content", Kind: String},
		{Name: "tags", Kind: List, Item: &Argument{Name: "tag", Kind: String}},
	}},
	{Name: "write_file", Arguments: []Argument{
		{Name: "path", Kind: String},
		{Name: "content", Kind: String},
	}},
}
