package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// own returns the edits in the text of the call's segment.
func (f *Fix) own() []Edit {
	if f.within != nil {
		return f.within
	}
	return f.Edits
}

// moved returns fixes at another place.
func moved(fixes []Fix, by int) []Fix {
	list := slices.Clone(fixes)
	for k := range list {
		if f := &list[k]; by != 0 {
			f.within, f.Edits = f.own(), movedEdits(f.Edits, by)
		}
	}
	return list
}

// at returns a span at another place.
func at(s xmlcall.Span, shift int) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + shift, End: s.End + shift}
}

// movedEdits returns edits at another place.
func movedEdits(edits []Edit, by int) []Edit {
	edits = slices.Clone(edits)
	for k := range edits {
		edits[k].Span = at(edits[k].Span, by)
	}
	return edits
}

// merge adds edits to the sorted edits taken, or returns taken if they conflict.
func merge(taken, edits []Edit) []Edit {
	fresh := make([]Edit, 0, len(edits))
	for _, e := range edits {
		i, _ := slices.BinarySearchFunc(taken, e, call.CompareEdits)
		if i < len(taken) && taken[i] == e {
			continue
		}
		if i > 0 && collide(taken[i-1], e) || i < len(taken) && collide(e, taken[i]) {
			return taken
		}
		fresh = append(fresh, e)
	}
	for _, e := range fresh {
		i, _ := slices.BinarySearchFunc(taken, e, call.CompareEdits)
		taken = slices.Insert(taken, i, e)
	}
	return taken
}

// collide reports whether a and b, a not after b, conflict: they overlap, or both
// insert at one place, where their order would be a guess.
func collide(a, b Edit) bool {
	return a.Span.End > b.Span.Start || a.Span.Start == b.Span.Start
}

// Apply applies edits to text, sorted by position. Of edits that overlap it applies the first, and of those that begin
// at the same offset the shorter one. All insertions at one offset are applied, in the order given. An edit outside the
// text is ignored.
func Apply(text string, edits []Edit) string {
	if len(edits) == 0 {
		return text
	}
	if !slices.IsSortedFunc(edits, call.CompareEdits) {
		edits = slices.Clone(edits)
		slices.SortStableFunc(edits, call.CompareEdits)
	}
	var w strings.Builder
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start || e.Span.End > len(text) {
			continue
		}
		w.WriteString(text[at:e.Span.Start])
		w.WriteString(e.Text)
		at = e.Span.End
	}
	w.WriteString(text[at:])
	return w.String()
}

// fixIn returns the fix of edits of a segment's text. ok is false if the file cannot represent them.
func fixIn(seg *document.Segment, title string, own []Edit) (fix Fix, ok bool) {
	fix.Title = title
	if !seg.Whole() {
		fix.within = own
	}
	fix.Edits, ok = fileEdits(seg, own)
	return fix, ok
}

// fileEdits returns edits of a segment's text as those of the file. ok is false if the file
// cannot represent them.
func fileEdits(seg *document.Segment, own []Edit) (edits []Edit, ok bool) {
	if seg.Whole() {
		return own, true
	}
	edits = make([]Edit, len(own))
	for i, e := range own {
		if edits[i].Span, edits[i].Text, ok = seg.FileEdit(e.Span, e.Text); !ok {
			return nil, false
		}
	}
	return edits, true
}

// lineEndAt returns the line end of the line at an offset. XML reads all three as "\n".
func lineEndAt(text string, at int) string {
	switch i := strings.IndexAny(text[at:], "\r\n"); {
	case i < 0 || text[at+i] == '\n':
		return "\n"
	case strings.HasPrefix(text[at+i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}
