package toolspec

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

func violates(argument, format string, args ...any) Issue {
	return Issue{Kind: InvalidValue, Name: argument, Reason: fmt.Sprintf(format, args...)}
}

func alters(argument, format string, args ...any) Issue {
	return Issue{Kind: ReplacedValue, Name: argument, Reason: fmt.Sprintf(format, args...)}
}

// builtinConditions are those of the built-in tools. Those of run_custom_tool are
// created for each custom tool.
var builtinConditions = map[string][]condition{
	"add_note":         {checkNote},
	"update_note":      {checkNote},
	"analyze_document": {checkDocument},
	"apply_diff":       {checkEdits},
	// pkg/tools/browser/evaluate.go, wait.go and session.go: a timeout is used if it is
	// above 0. The range for browser_wait is in its schema.
	"browser_evaluate": {defaultsBelow("timeout", 30_000)},
	"browser_wait":     {defaultsBelow("timeout", 30_000)},
	"execute_command":  {defaultsBelow("timeout", 30), checkTimeout},
	"list_files":       {glob("pattern")},
	// pkg/agent/memory/notes/manager.go, List.
	"list_notes":   {defaultsBelow("limit", 10)},
	"read_file":    {checkLines},
	"search_files": {glob("file_pattern")},
	CustomRunner:   {defaultsBelow("timeout", 30), checkSeconds},
}

// defaultsBelow returns the condition on a number that the tool replaces by its default
// if it is negative or NaN. That 0 selects the default is documented.
func defaultsBelow(name string, standard int) condition {
	return func(arguments map[string]any) []Issue {
		if f, ok := number(arguments[name]); ok && (f < 0 || math.IsNaN(f)) {
			return []Issue{alters(name, "becomes %d, the default", standard)}
		}
		return nil
	}
}

// glob is the condition on a pattern for names of files: pkg/tools/coding/list_files.go
// and search_files.go pass it to filepath.Match.
func glob(name string) condition {
	return func(arguments map[string]any) []Issue {
		pattern, _ := arguments[name].(string)
		if _, err := path.Match(pattern, ""); err != nil {
			return []Issue{violates(name, "must be a valid file pattern: check each `[` and `\\`")}
		}
		return nil
	}
}

// longest is the longest time that the runtime can represent, in seconds.
const longest = float64(math.MaxInt64) / float64(time.Second)

// checkTimeout checks the timeout of pkg/tools/coding/execute_command.go, which
// converts it to nanoseconds: a value that overflows, or is less than one, expires at
// once.
func checkTimeout(arguments map[string]any) []Issue {
	f, ok := number(arguments["timeout"])
	if ok && f > 0 && (f >= longest || time.Duration(f*float64(time.Second)) <= 0) {
		return []Issue{alters("timeout", "becomes a time that has already passed")}
	}
	return nil
}

// checkSeconds checks the timeout of pkg/tools/custom/run_tool.go, which counts
// whole seconds: it drops the fraction before it multiplies.
func checkSeconds(arguments map[string]any) []Issue {
	f, ok := number(arguments["timeout"])
	switch {
	case !ok || f <= 0 || math.IsNaN(f):
	case f < 1:
		return []Issue{violates("timeout", "must be at least 1: the tool counts whole seconds")}
	case f >= longest:
		return []Issue{violates("timeout", "must be less than %.0f", longest)}
	case f != math.Trunc(f):
		return []Issue{alters("timeout", "becomes %.0f", math.Trunc(f))}
	}
	return nil
}

// checkLines checks a range of lines: validateLineRange in
// pkg/tools/coding/read_file.go.
func checkLines(arguments map[string]any) []Issue {
	start, _ := arguments["start_line"].(int64)
	end, _ := arguments["end_line"].(int64)
	switch {
	case start < 0:
		return []Issue{violates("start_line", "must be at least 1")}
	case end == 0:
		return nil
	case start == 0:
		return []Issue{violates("end_line", "needs a start_line of at least 1")}
	case end < start:
		return []Issue{violates("end_line", "must not come before start_line (%d)", start)}
	}
	return nil
}

// documentTypes are the file extensions that analyze_document accepts, the only one
// with pages last.
var documentTypes = []string{".png", ".jpg", ".jpeg", ".pdf"}

// checkDocument checks a document and a range of its pages: Execute, analyzePDF and
// calculatePageRange in pkg/tools/coding/analyze_document.go. A range takes effect only
// with a page_start; without one, and with a page below 0, all pages are read.
func checkDocument(arguments map[string]any) []Issue {
	name, _ := arguments["path"].(string)
	ending := strings.ToLower(path.Ext(path.Clean(name)))
	first, _ := arguments["page_start"].(int64)
	last, _ := arguments["page_end"].(int64)
	switch {
	case name == "":
		return nil
	case !slices.Contains(documentTypes, ending):
		return []Issue{violates("path", "must end with one of %s", strings.Join(documentTypes, ", "))}
	case ending != ".pdf":
		return nil // an image has no pages, and they are ignored
	case first < 0:
		return []Issue{alters("page_start", "becomes 1, and page_end the last page")}
	case last < 0:
		return []Issue{alters("page_end", "becomes the last page, and page_start 1")}
	case first == 0 && last > 0:
		return []Issue{alters("page_end", "becomes the last page: there is no page_start")}
	case last > 0 && last < first:
		return []Issue{violates("page_end", "must not come before page_start (%d)", first)}
	}
	return nil
}

// maxNote is the maximum size of a note in bytes.
const maxNote = 800

// checkNote checks the content of a note against the limit, which counts bytes,
// and its tags, which may be neither empty nor blank: ValidateContent and
// ValidateTags in pkg/agent/memory/notes/note.go. An empty tag is an issue
// already.
func checkNote(arguments map[string]any) []Issue {
	var found []Issue
	if content, _ := arguments["content"].(string); len(content) > maxNote {
		found = append(found, violates("content", "is %s bytes; the limit is %s", thousands.Separate(len(content)), thousands.Separate(maxNote)))
	}
	tags, _ := arguments["tags"].([]any)
	for i, tag := range tags {
		if text, _ := tag.(string); text != "" && strings.TrimSpace(text) == "" {
			found = append(found, violates("tags/"+strconv.Itoa(i), "must not be blank"))
		}
	}
	return found
}

// checkEdits checks edits against each other: pkg/tools/coding/apply_diff.go makes them in order, and
// each must find its text once. Text that an earlier edit has replaced is gone, unless a
// replacement brings it back.
func checkEdits(arguments map[string]any) []Issue {
	list, _ := arguments["edits"].([]any)
	edits := make([]replacement, len(list))
	for i := range list {
		m, _ := list[i].(map[string]any)
		edits[i].search, _ = m["search"].(string)
		edits[i].with, _ = m["replace"].(string)
	}
	var found []Issue
	last := map[string]int{} // the last edit that replaces a text
	for i, e := range edits {
		before, gone := last[e.search]
		for k := before; gone && k < i; k++ {
			gone = !edits[k].brings(e.search)
		}
		if gone && e.search != "" {
			found = append(found, violates("edits/"+strconv.Itoa(i)+"/search", "is not found: an earlier edit has replaced it; write the new text"))
		}
		last[e.search] = i
	}
	return found
}

// A replacement is an edit.
type replacement struct{ search, with string }

// Limits on the search for a text at the edges of a replacement: its length in bytes, and the number of
// texts around that are tried. Beyond them it may be there: a text of one character
// repeated would take quadratic time.
const (
	maxEdge  = 4 << 10
	maxTried = 100
)

// brings reports whether there may be a text after the edit that was not there before it, or was the text
// replaced: in what is written, or across an edge of it. "(x" in place of "((x" brings "((x" after "(".
//
// What is around an edit is not known. It is tried with the shortest text that would do: more text around
// it can only hold more occurrences.
func (e replacement) brings(text string) bool {
	if strings.Contains(e.with, text) || len(text) > maxEdge {
		return true
	}
	tried := 0
	may := func(before, after string) bool {
		tried++
		return tried > maxTried || e.leaves(text, before, after)
	}
	for n := 1; n < len(text); n++ {
		head, tail := text[:n], text[n:]
		switch {
		case strings.HasPrefix(e.with, tail) && may(head, ""), // text ends in what is written
			strings.HasSuffix(e.with, head) && may("", tail),                                            // it starts there
			len(e.with) < len(tail) && strings.HasPrefix(tail, e.with) && may(head, tail[len(e.with):]): // it is around that
			return true
		}
	}
	return false
}

// leaves reports whether the edit can be made between two texts, and a text is not there before it, other
// than as what is replaced.
func (e replacement) leaves(text, before, after string) bool {
	all := before + e.search + after
	return strings.Count(all, e.search) == 1 && strings.Index(all, e.search) == len(before) && (text == e.search || !strings.Contains(all, text))
}
