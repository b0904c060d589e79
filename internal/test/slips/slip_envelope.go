package slips

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// envelopeSlips concern the tool element and the two names in it.
var envelopeSlips = []slip{
	{"envelope-json", func(p *planter) bool {
		if !p.root.clean() || p.root.tagSpoiled {
			return false
		}
		m := map[string]any{"tool_name": p.tool.Name, "arguments": p.arguments}
		if p.root.child("server_name") != nil {
			m["server_name"] = p.server()
		}
		text := p.json(m)
		if p.chance(40) {
			text = "\n" + text + "\n"
		}
		p.root.tagSpoiled = true
		return p.root.makeOpaque(text)
	}},
	{"tool-name-missing", named("tool_name", func(_ *planter, n *node) bool { n.replace(); return true })},
	{"tool-name-padded", named("tool_name", padded)},
	{"tool-name-no-end", named("tool_name", func(_ *planter, n *node) bool { n.end = ""; return true })},
	{"tool-name-other-end", named("tool_name", func(p *planter, n *node) bool {
		n.end = "</" + p.choose("tool", "name", "server_name", "toolname") + ">"
		return true
	})},
	{"tool-name-attribute", named("tool_name", func(p *planter, n *node) bool {
		if p.root.tagSpoiled {
			return false
		}
		p.root.start = "<tool " + p.choose("name", "tool_name") + `="` + n.value + `">`
		p.root.tagSpoiled = true
		n.replace()
		return true
	})},
	{"tool-name-element", named("tool_name", func(p *planter, n *node) bool {
		name := p.choose("name", "toolname", "tool-name", "function")
		n.start, n.end = "<"+name+">", "</"+name+">"
		return true
	})},
	{"server-name-missing", named("server_name", func(_ *planter, n *node) bool { n.replace(); return true })},
	{"server-name-padded", named("server_name", padded)},
	{"server-name-no-end", named("server_name", func(_ *planter, n *node) bool { n.end = ""; return true })},
	{"order", func(p *planter) bool {
		kids := p.root.kids
		if p.root.opaque || len(kids) < 2 {
			return false
		}
		p.Shuffle(len(kids), func(i, k int) { kids[i], kids[k] = kids[k], kids[i] })
		return true
	}},
	{"tool-start", rooted(func(p *planter, n *node) {
		switch p.choose("upper-case", "blank", "attribute", "prefix") {
		case "upper-case":
			n.start = "<Tool>"
			if p.chance(60) {
				n.end = "</Tool>"
			}
		case "blank":
			n.start = "<tool >"
		case "attribute":
			n.start = pick(p.Rand, `<tool id="1">`, `<tool type="function">`)
		case "prefix":
			n.start = "<f:tool>"
			if p.chance(60) {
				n.end = "</f:tool>"
			}
		}
	})},
	{"tool-end", rooted(func(p *planter, n *node) {
		n.end = map[string]string{"blank": "</tool >", "no-slash": "<tool>", "call": "</tool_call>", "plural": "</tools>"}[p.choose("blank", "no-slash", "call", "plural")]
	})},
	{"tool-no-end", rooted(func(_ *planter, n *node) { n.end = "" })},
	{"other-tool-name", named("tool_name", func(p *planter, n *node) bool {
		names := otherTools[n.value]
		if len(names) == 0 {
			return false
		}
		name := pick(p.Rand, names...)
		if p.tools.Find(p.server(), name) != nil {
			return false // a valid call to another tool
		}
		n.text, n.textSpoiled = name, true
		return true
	})},
	{"other-argument-names", otherArguments},
}

// named returns the planting of a slip in an element of the envelope.
func named(name string, change func(*planter, *node) bool) func(*planter) bool {
	return func(p *planter) bool {
		n := p.root.child(name)
		if n == nil || p.root.opaque || n.tagSpoiled || n.textSpoiled || !change(p, n) {
			return false
		}
		n.tagSpoiled = true
		return true
	}
}

// rooted returns the planting of a slip in the tags of the tool element.
func rooted(change func(*planter, *node)) func(*planter) bool {
	return func(p *planter) bool {
		if p.root.tagSpoiled {
			return false
		}
		p.root.tagSpoiled = true
		change(p, p.root)
		return true
	}
}

func padded(p *planter, n *node) bool {
	n.text = pick(p.Rand, " ", "\n  ", "\n") + n.text + pick(p.Rand, " ", "\n", "\n")
	return true
}

// server returns the name of the server of the call.
func (c *call) server() string {
	if c.tool.Server != "" {
		return c.tool.Server
	}
	return "local"
}

// otherTools are the names of tools in other systems and in documents.
var otherTools = map[string][]string{
	"write_file":      {"write_to_file", "Write", "create_file", "WriteFile"},
	"read_file":       {"Read", "view", "open_file", "readFile"},
	"apply_diff":      {"replace_in_file", "Edit", "str_replace", "edit_file"},
	"execute_command": {"bash", "run_command", "Bash", "shell", "execute-command"},
	"search_files":    {"grep", "search", "Grep", "ripgrep"},
	"list_files":      {"ls", "list_dir", "LS", "list_directory"},
	"ask_question":    {"ask_followup_question", "ask"},
	"task_completion": {"attempt_completion", "finish", "complete_task"},
	"converse":        {"say", "respond"},
	"browser_click":   {"click"}, "browser_navigate": {"navigate", "goto"}, "browser_wait": {"wait"},
	"close_browser_session": {"close_session"}, "start_browser_session": {"start_session"},
}

// otherNames are the names of arguments in other systems.
var otherNames = map[string][]string{
	"path": {"file_path", "file", "filename", "target_file", "filePath"}, "content": {"text", "contents", "file_text", "body"},
	"command": {"cmd", "bash", "script"}, "search": {"old_string", "old_str", "find"}, "replace": {"new_string", "new_str", "replacement"},
	"pattern": {"regex", "query"}, "query": {"q", "search_query"}, "start_line": {"line_start", "offset"}, "end_line": {"line_end", "limit"},
	"message": {"text"}, "question": {"prompt", "text"}, "result": {"summary"}, "working_dir": {"cwd", "workdir"}, "url": {"href", "link"},
	"timeout": {"timeout_ms"}, "edits": {"diff", "changes"}, "title": {"subject"}, "limit": {"max", "count"}, "name": {"title"},
	"file_pattern": {"glob", "include"}, "tags": {"labels"}, "value": {"text"}, "selector": {"element"}, "code": {"script"},
}

// otherArguments gives one argument, or all, the names of another system.
func otherArguments(p *planter) bool {
	spare := func(n *node) bool {
		return n.isKnown() && !n.tagSpoiled && len(otherNames[n.name]) > 0 && n.arg.Kind != toolspec.Any
	}
	n := p.one(spare)
	if n == nil {
		return false
	}
	name := pick(p.Rand, otherNames[n.name]...)
	if strings.EqualFold(name, n.name) || n.parent.child(name) != nil || slices.ContainsFunc(p.tool.Arguments, func(a toolspec.Argument) bool { // another one, or an item without its list
		return a.Name == name || a.Item != nil && a.Item.Name == name
	}) {
		return false
	}
	n.rename(name)
	n.tagSpoiled = true
	return true
}

// isKnown reports whether the tool reads an element by its own name rather than as an
// item of a list.
func (n *node) isKnown() bool {
	return n.arg != nil && (n.parent.arg == nil || n.parent.arg.Kind != toolspec.List)
}
