package diagnostics

import (
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// fixCall returns the fix that corrects everything in a call at once; see [Document.FixCall].
func (r *reading) fixCall(call int) *Fix {
	fix := r.wholeFix(call, r.proverOf(call).proves)
	if fix != nil {
		fix.safe = true
	}
	return fix
}

// wholeFix returns the fix of a whole call that proves accepts.
func (r *reading) wholeFix(call int, proves func([]Edit) bool) *Fix {
	p := r.proverOf(call)
	if !p.intended.Certain() || p.intended.Text == p.text {
		return nil
	}
	edit := difference(p.text, p.intended.Text)
	edit.Span = at(edit.Span, p.start)
	fix, ok := fixIn(p.call.Segment, "Fix all in this call", []Edit{edit})
	if !ok || !proves(fix.own()) {
		return nil
	}
	return &fix
}

// difference returns the edit that turns a into b, without their common prefix and
// suffix.
func difference(a, b string) Edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	for head > 0 && (head < len(a) && !utf8.RuneStart(a[head]) || head < len(b) && !utf8.RuneStart(b[head])) {
		head--
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	for tail > 0 && !utf8.RuneStart(a[len(a)-tail]) {
		tail--
	}
	return Edit{Span: xmlcall.Span{Start: head, End: len(a) - tail}, Text: b[head : len(b)-tail]}
}

// fixIn returns the fix of edits of a segment's text. ok is false if the file cannot represent them.
func fixIn(seg *document.Segment, title string, own []Edit) (fix Fix, ok bool) {
	fix.Title = title
	if !seg.Whole() {
		within := own
		fix.within = &within
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
