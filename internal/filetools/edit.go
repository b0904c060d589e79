package filetools

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Edit is a replacement of a call.
type Edit struct {
	// Argument is what is searched for, such as "edits/0/search", and Replacement what replaces it.
	Argument, Replacement string
	// Places are where it is in the file before the call, of a text that an earlier edit has written
	// where that was. An edit with several is refused.
	Places []int
	Length int // of what is searched for
}

// edit is what the tool does that replaces texts one after the other.
func (w *Workspace) edit(path string, edits []any) *Result {
	if path == "" {
		return nil
	}
	f := w.at(path)
	r := &Result{of: w, file: f, Path: f.name, Before: f.text}
	if found, ok := f.missingFile("path"); ok {
		r.add(found)
		return r
	}
	if f.state != regular {
		return nil
	}
	text := editedText{text: f.text}
	for i, item := range edits {
		of, _ := item.(map[string]any)
		search, _ := of["search"].(string)
		replace, _ := of["replace"].(string)
		at := "edits/" + strconv.Itoa(i) + "/"
		if !r.replace(&text, Finding{Argument: at + "search", Replacement: at + "replace", Search: search}, replace) {
			return nil
		}
	}
	if r.Refused() == "" {
		r.After, r.Changes = text.text, text.text != f.text
	}
	return r
}

// replace makes an edit, or adds the finding about why it is not made. It returns false if the text becomes too
// large.
func (r *Result) replace(t *editedText, found Finding, replace string) bool {
	n, search := len(r.Edits)+1, found.Search
	found.Text, found.made = t.text, slices.Clip(t.made)
	found.Places, found.Count = placesOf(t.text, search)
	edit := Edit{Argument: found.Argument, Replacement: found.Replacement, Length: len(search)}
	for _, at := range found.Places {
		edit.Places = append(edit.Places, found.before(at))
	}
	r.Edits = append(r.Edits, edit)
	switch {
	case search == "":
		found.Kind, found.Refused = SearchNotFound, fmt.Sprintf("edit %d: search text cannot be empty", n)
	case found.Count == 0:
		found.Kind, found.Refused = SearchNotFound, fmt.Sprintf("edit %d: search text not found in file", n)
		found.Gone = len(t.made) > 0 && strings.Contains(r.Before, search)
	case found.Count > 1:
		found.Kind = SearchNotUnique
		found.Refused = fmt.Sprintf("edit %d: search text appears %d times in file, must be unique", n, found.Count)
	default:
		return t.replace(found.Places[0], search, replace)
	}
	r.add(found)
	return true
}

// Once reports whether a text has another one at one place, and not at several that do not overlap.
func Once(text, search string) bool { return strings.Count(text, search) == 1 }

// maxPlaces is how many places of a text are listed.
const maxPlaces = 20

// placesOf returns where a text starts in another one: the first places, which do not overlap, and how
// many there are.
func placesOf(text, search string) (list []int, count int) {
	if search == "" {
		return nil, 0
	}
	for at := 0; len(list) < maxPlaces; at += len(search) {
		n := strings.Index(text[at:], search)
		if n < 0 {
			break
		}
		at += n
		list = append(list, at)
	}
	return list, strings.Count(text, search)
}

// An editedText is a text with the replacements that have led to it.
type editedText struct {
	text string
	made []replaced
}

// A replaced text starts at an offset of the text after its replacement.
type replaced struct{ at, old, new int }

// replace replaces a text at an offset, unless the result is too large.
func (t *editedText) replace(at int, search, replace string) bool {
	if len(t.text)-len(search)+len(replace) > maxEdited {
		return false
	}
	t.text = t.text[:at] + replace + t.text[at+len(search):]
	t.made = append(t.made, replaced{at, len(search), len(replace)})
	return true
}

// maxNearest is how many passages of a file are remembered.
const maxNearest = 1000

// Nearest returns the passage that is most like a text that is not found; ok is false if nothing is. It is
// remembered: a reply is read again for the proofs of its fixes, and after each edit of it.
func (r *Result) Nearest(f *Finding) (n Near, ok bool) {
	if len(f.made) > 0 {
		return nearest(f.Text, f.Search)
	}
	r.file.mu.Lock()
	n, ok = r.file.nearest[f.Search]
	r.file.mu.Unlock()
	if ok {
		return n, n.End > 0
	}
	n, ok = nearest(f.Text, f.Search)
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	if len(r.file.nearest) < maxNearest {
		r.file.nearest[f.Search] = n
	}
	return n, ok
}

// Line returns the line of the file before the call at an offset in the text of a finding.
func (r *Result) Line(f *Finding, at int) int { return Line(r.Before, f.before(at)) }

// before returns the offset in the file of one in the text of a finding: for one in a replacement, where
// what it replaces starts.
func (f *Finding) before(at int) int {
	for i := len(f.made) - 1; i >= 0; i-- {
		switch m := f.made[i]; {
		case at >= m.at+m.new:
			at += m.old - m.new
		case at > m.at:
			at = m.at
		}
	}
	return at
}
