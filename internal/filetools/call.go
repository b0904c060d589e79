package filetools

import (
	"bufio"
	"regexp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/linediff"
)

// A FindingKind is what a [Finding] is about.
type FindingKind uint8

// The kinds.
const (
	SearchNotFound FindingKind = iota
	SearchNotUnique
	FileNotFound
)

// A Finding is what the files of the workspace say about a call that can be read.
type Finding struct {
	Kind FindingKind
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

	made []replacement // by earlier edits, which have led to Text
}

// A Result is what a tool does with a call.
type Result struct {
	of *Workspace
	// Path is the file of the workspace that the call is about, with slashes, and Before its text.
	Path, Before string
	// After is the text of the file after the call, if Changes. The call makes the file if Creates.
	After            string
	Changes, Creates bool
	// Edits are the replacements of a call that edits by search, in order.
	Edits []Replacement
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

// Do returns what a tool does with arguments that it accepts as such; nil if that does not depend
// on files, or is not known. Integers are int64.
func (w *Workspace) Do(tool string, arguments map[string]any) *Result {
	path, _ := arguments["path"].(string)
	lists, searches := tool == "list_files", tool == "search_files"
	if (lists || searches) && path == "" {
		path = "."
	}
	pattern, _ := arguments["pattern"].(string)
	if w == nil || path == "" || !slices.Contains(tools, tool) {
		return nil
	}
	if _, err := regexp.Compile(pattern); searches && (err != nil || pattern == "") {
		return nil // which has a reason of its own
	}
	f := w.at(path)
	r := &Result{of: w, Path: f.name, Before: f.text}
	switch {
	case f.state == outside:
		return r.refuse("is outside of the workspace; write a path below it", "path '"+f.name+"' is outside workspace boundaries")
	case tool == "read_file" && w.ignored(f.name):
		return r.refuse("is in an ignore file; write another path", "file '"+f.name+"' is ignored by .gitignore, .forgeignore, or default patterns")
	case f.state == unknown:
		return nil
	case f.state == folder && !lists && !searches:
		return r.refuse("is a folder; write the path of a file", f.name+" is a directory")
	case f.state == regular && lists:
		return r.refuse("is not a folder; write the path of one", "path is not a directory: "+f.name)
	case f.state == blocked && tool == "write_file":
		return r.refuse("is below a file; write a path below a folder", "not a directory: "+f.name)
	case (f.state == missing || f.state == blocked) && tool != "write_file":
		r.refuse("is not in the workspace", "no such file: "+f.name)
		r.Findings[0].Missing = true
		if searches {
			r.Findings[0].Refused = "" // it finds nothing
		}
		return r
	}
	switch tool {
	case "apply_diff":
		edits, _ := arguments["edits"].([]any)
		r.edit(edits)
	case "write_file":
		r.After, _ = arguments["content"].(string)
		r.Creates = f.state == missing
		r.Changes = r.Creates || r.After != r.Before
	case "read_file":
		end, _ := arguments["end_line"].(int64)
		if err := readLines(f.text, end); err != nil {
			return r.refuse("has a line that is too long for the tool; read it with a command", "failed to read file: "+err.Error())
		}
	}
	return r
}

// tools are those whose calls depend on files.
var tools = []string{"apply_diff", "list_files", "read_file", "search_files", "write_file"}

// refuse adds a finding about the path.
func (r *Result) refuse(message, refused string) *Result {
	r.Findings = append(r.Findings, Finding{Kind: FileNotFound, Argument: "path", Message: message, Refused: refused})
	return r
}

// readLines reads a text up to a line, all of it if end is 0, as the tool does: with its limit on a line.
func readLines(text string, end int64) error {
	lines := bufio.NewScanner(strings.NewReader(text))
	for count := int64(1); lines.Scan(); count++ {
		if end > 0 && count > end {
			return nil
		}
	}
	return lines.Err()
}
