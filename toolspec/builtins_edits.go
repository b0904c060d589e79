package toolspec

import (
	"strconv"
	"strings"
)

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
