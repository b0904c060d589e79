package filetools

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Replacement is a replacement of a call.
type Replacement struct {
	// Argument is what is searched for, such as "edits/0/search", and Replacement what replaces it.
	Argument, Replacement string
	// Places are where it is in the file before the call, of a text that an earlier edit has written
	// where that was. An edit with several is refused.
	Places []int
	Length int // of what is searched for
}

// A replacement starts at an offset of the text after it, and has replaced old bytes by new ones.
type replacement struct{ at, old, new int }

// edit does what the tool does that replaces texts one after the other.
func (r *Result) edit(edits []any) {
	text, made := r.Before, []replacement(nil)
	for i, item := range edits {
		of, _ := item.(map[string]any)
		search, _ := of["search"].(string)
		replace, _ := of["replace"].(string)
		argument := "edits/" + strconv.Itoa(i) + "/"
		f := Finding{Argument: argument + "search", Replacement: argument + "replace", Search: search, Text: text, made: slices.Clip(made)}
		f.Places, f.Count = placesOf(text, search)
		edit := Replacement{Argument: f.Argument, Replacement: f.Replacement, Length: len(search)}
		for _, at := range f.Places {
			edit.Places = append(edit.Places, f.before(at))
		}
		r.Edits = append(r.Edits, edit)
		switch n := i + 1; {
		case search == "":
			f.Kind, f.Refused = SearchNotFound, fmt.Sprintf("edit %d: search text cannot be empty", n)
		case f.Count == 0:
			f.Kind, f.Refused = SearchNotFound, fmt.Sprintf("edit %d: search text not found in file", n)
			f.Gone = len(made) > 0 && strings.Contains(r.Before, search)
		case f.Count > 1:
			f.Kind, f.Refused = SearchNotUnique, fmt.Sprintf("edit %d: search text appears %d times in file, must be unique", n, f.Count)
		default:
			at := f.Places[0]
			text = text[:at] + replace + text[at+len(search):]
			made = append(made, replacement{at, len(search), len(replace)})
			continue
		}
		r.Findings = append(r.Findings, f)
	}
	if len(r.Findings) == 0 {
		r.After, r.Changes = text, text != r.Before
	}
}

// before returns the offset in the file of one in the text of a finding: for one in a replacement, where
// what it replaces starts.
func (f *Finding) before(at int) int {
	for _, m := range slices.Backward(f.made) {
		if at >= m.at+m.new {
			at += m.old - m.new
		} else {
			at = min(at, m.at)
		}
	}
	return at
}

// Line returns the line of the file before the call at an offset in the text of a finding.
func (r *Result) Line(f *Finding, at int) int { return Line(r.Before, f.before(at)) }

// maxPlaces is how many places of a text are listed.
const maxPlaces = 20

// placesOf returns where a text starts in another one: the first places, which do not overlap, and how
// many there are.
func placesOf(text, search string) (list []int, count int) {
	if search == "" {
		return nil, 0
	}
	at, count := 0, strings.Count(text, search)
	for range min(count, maxPlaces) {
		at += strings.Index(text[at:], search)
		list = append(list, at)
		at += len(search)
	}
	return list, count
}
