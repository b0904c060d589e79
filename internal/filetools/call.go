package filetools

import (
	"bufio"
	"regexp"
	"strings"

	"github.com/entrhq/forge-lsp/internal/linediff"
)

// A Kind is what a [Finding] is about.
type Kind uint8

// The kinds.
const (
	SearchNotFound Kind = iota
	SearchNotUnique
	FileNotFound
)

// A Finding is what the files of the workspace say about a call that can be read.
type Finding struct {
	Kind Kind
	// Argument is what it is about, such as "edits/0/search", and Replacement that of the edit.
	Argument, Replacement string
	// Refused is why the tool refuses the call, as a phrase; "" if the tool does not.
	Refused string
	// Missing reports whether there is nothing at the path.
	Missing bool
	// Message is what is wrong with the path, as a predicate.
	Message string
	// Search is what is not found in Text, or Count times: at Places, where the first of them start.
	Search, Text string
	Places       []int
	Count        int
	// Gone reports whether Search is in the file, but not where earlier edits of the call leave it.
	Gone bool

	made []replaced // by earlier edits, which have led to Text
}

// A Result is what a tool does with a call.
type Result struct {
	of   *Workspace
	file *file // of a call that edits
	// Path is the file of the workspace that the call is about, with slashes, and Before its text.
	Path, Before string
	// After is the text of the file after the call, if Changes. The call makes the file if Creates.
	After            string
	Changes, Creates bool
	// Edits are the replacements of a call that edits by search, in order.
	Edits []Edit
	// Findings are in the order in which the tool looks. Where an edit is refused, those after it are
	// applied without it, so that all that is wrong is known.
	Findings []Finding
}

// Refused returns why the tool refuses the call, or "".
func (r *Result) Refused() string {
	if r != nil {
		for i := range r.Findings {
			if r.Findings[i].Refused != "" {
				return r.Findings[i].Refused
			}
		}
	}
	return ""
}

// maxDiff is how many bytes both texts may have of which a diff is made.
const maxDiff = 4 << 20

// Diff returns the change of the file as a unified diff; "" for none, and for that of a text that is too large.
func (r *Result) Diff() string {
	if r == nil || !r.Changes || len(r.Before)+len(r.After) > maxDiff {
		return ""
	}
	before := r.Path
	if r.Creates {
		before = ""
	}
	return linediff.Unified(before, r.Path, r.Before, r.After)
}

func (r *Result) add(f Finding) { r.Findings = append(r.Findings, f) }

// Do returns what a tool does with arguments that it accepts as such; nil if that does not depend
// on files, or is not known. Numbers are int64 or float64.
func (w *Workspace) Do(tool string, arguments map[string]any) *Result {
	if w == nil {
		return nil
	}
	path, _ := arguments["path"].(string)
	switch tool {
	case "apply_diff":
		edits, _ := arguments["edits"].([]any)
		return w.edit(path, edits)
	case "write_file":
		content, _ := arguments["content"].(string)
		return w.write(path, content)
	case "read_file":
		return w.readFile(path, number(arguments["end_line"]))
	case "list_files":
		return w.list(path, "list")
	case "search_files":
		pattern, _ := arguments["pattern"].(string)
		if _, err := regexp.Compile(pattern); err != nil || pattern == "" {
			return nil // which has a reason of its own
		}
		return w.list(path, "search")
	}
	return nil
}

func number(v any) int64 {
	switch v := v.(type) {
	case int64:
		return v
	case float64:
		return int64(v)
	}
	return 0
}

// missingFile returns a finding about a path that is not that of a file.
func (f *file) missingFile(argument string) (Finding, bool) {
	found := Finding{Kind: FileNotFound, Argument: argument}
	switch f.state {
	case outside:
		found.Message, found.Refused = "is outside of the workspace; write a path below it", "path '"+f.name+"' is outside workspace boundaries"
	case missing, blocked:
		found.Missing = true
		found.Message, found.Refused = "is not in the workspace", "no such file: "+f.name
	case folder:
		found.Message, found.Refused = "is a folder; write the path of a file", f.name+" is a directory"
	default:
		return Finding{}, false
	}
	return found, true
}

func (w *Workspace) write(path, content string) *Result {
	if path == "" {
		return nil
	}
	f := w.at(path)
	r := &Result{of: w, Path: f.name, Before: f.text, After: content}
	switch f.state {
	case missing:
		r.Changes, r.Creates = true, true
	case regular:
		r.Changes = content != f.text
	case blocked:
		r.add(Finding{Kind: FileNotFound, Argument: "path", Message: "is below a file; write a path below a folder", Refused: "not a directory: " + f.name})
	case unknown:
		return nil
	default:
		found, _ := f.missingFile("path")
		r.add(found)
	}
	return r
}

// readFile is what the tool does that reads a file up to a line; all of it if end is 0.
func (w *Workspace) readFile(path string, end int64) *Result {
	if path == "" {
		return nil
	}
	f := w.at(path)
	r := &Result{of: w, Path: f.name}
	refuse := func(message, refused string) *Result {
		r.add(Finding{Kind: FileNotFound, Argument: "path", Message: message, Refused: refused})
		return r
	}
	if f.state != outside && w.ignored(f.name) {
		return refuse("is in an ignore file; write another path", "file '"+f.name+"' is ignored by .gitignore, .forgeignore, or default patterns")
	}
	if found, ok := f.missingFile("path"); ok {
		r.add(found)
		return r
	}
	if f.state != regular {
		return nil
	}
	lines := bufio.NewScanner(strings.NewReader(f.text)) // as the tool reads it, with its limit on a line
	for count := int64(0); lines.Scan(); {
		if count++; end > 0 && count > end {
			return r
		}
	}
	if err := lines.Err(); err != nil {
		return refuse("has a line that is too long for the tool; read it with a command", "failed to read file: "+err.Error())
	}
	return r
}

// list is what a tool does that looks into a folder, the workspace if the path is empty.
func (w *Workspace) list(path, to string) *Result {
	if path == "" {
		path = "."
	}
	f := w.at(path)
	r := &Result{of: w, Path: f.name}
	found, missed := f.missingFile("path")
	switch {
	case f.state == unknown:
		return nil
	case f.state == regular && to == "list":
		r.add(Finding{Kind: FileNotFound, Argument: "path", Message: "is not a folder; write the path of one", Refused: "path is not a directory: " + f.name})
	case !missed || f.state == folder:
	default:
		if to == "search" && f.state != outside {
			found.Refused = "" // it finds nothing
		}
		r.add(found)
	}
	return r
}
