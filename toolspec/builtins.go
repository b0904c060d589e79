package toolspec

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// builtinsJSON are the tools that the Forge runtime provides, with what it actually
// decodes and requires, which is not always what the tools' own schemas specify.
//
//go:embed builtins.json
var builtinsJSON []byte

var builtins = sync.OnceValue(func() *Set {
	tools, errs := (&loader{data: builtinsJSON, builtin: true}).load()
	if len(errs) > 0 {
		panic(errs[0]) // the tests read the same data
	}
	for _, t := range tools {
		t.coerces, t.conditions = t.Name == CustomRunner, builtinConditions[t.Name]
	}
	return NewSet(tools...)
})

// Builtins returns the tools of the Forge runtime.
func Builtins() *Set { return builtins() }

// Builtin returns the tool of the Forge runtime with the given name, or nil.
func Builtin(name string) *Tool { return builtins().Find("", name) }

// The parts of an edit in a call of apply_diff: the text to search for and its replacement.
const (
	ApplyDiff = "apply_diff"
	Search    = "search"
	Replace   = "replace"
)

// documented maps names of tools in documents about the runtime to the names that it
// uses.
var documented = map[string]string{
	"write_to_file": "write_file", "start_session": "start_browser_session", "close_session": "close_browser_session",
	"list_sessions": "list_browser_sessions", "navigate": "browser_navigate", "click": "browser_click",
	"fill": "browser_fill_form", "wait": "browser_wait", "search": "browser_search", "extract_content": "browser_extract_content",
}

// documentedArguments maps names of arguments in the same way, by tool, and those that the like
// tools of other systems have.
var documentedArguments = map[string]map[string]string{
	"read_file":    {"line_start": "start_line", "line_end": "end_line"},
	"apply_diff":   {"diff": "edits"},
	"analyze_page": {"objective": "focus", "session_id": "session"},

	"execute_command": {"cwd": "working_dir", "workdir": "working_dir"},
	"search_files":    {"regex": "pattern", "glob": "file_pattern", "include": "file_pattern"},
	"list_files":      {"glob": "pattern"},
}

// NearestTool is [Nearest] for the name of a tool. The tool of the runtime that documents call by the name comes
// first.
func NearestTool(name string, names []string) []string {
	return preferring(documented[name], Nearest(name, names), names)
}

// NearestArgument is [Nearest] for the name of an argument of a tool, in the same way. The only one that
// begins with the name comes next: <q> was meant as <query>.
func NearestArgument(tool, name string, names []string) []string {
	list := Nearest(name, names)
	longer := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return Fold(name) == "" || !strings.HasPrefix(Fold(n), Fold(name)) })
	if len(longer) == 1 {
		list = preferring(longer[0], list, names)
	}
	return preferring(documentedArguments[tool][name], list, names)
}

// preferring returns a list with a name at its start, if that is one of some names.
func preferring(first string, list, names []string) []string {
	if !slices.Contains(names, first) {
		return list
	}
	return slices.Insert(slices.DeleteFunc(list, func(n string) bool { return n == first }), 0, first)
}
