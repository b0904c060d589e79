package examples

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// The work of a reduction is bounded: all texts that are read have maxWork bytes at most, each
// counted with perTry more.
const (
	maxWork = 8 << 20
	perTry  = 1 << 10
)

// Reduce returns the call in the smallest text with its signature that is found by removing
// elements, values and characters, until nothing more can be removed or some thousand texts were
// tried. Text around the call is removed first. Elements on lines of their own stay so. ok is
// false if the text does not have the signature, because that depends on text further away.
func (c *Call) Reduce() (reduced Call, ok bool) {
	r := reduction{Call: *c, left: maxWork, known: map[string]bool{}}
	end := min(max(c.End, 0), len(c.Text))
	if !r.try(c.Text[min(max(c.Start, 0), end):end]) && !r.try(c.Text) {
		return Call{}, false
	}
	for before := ""; before != r.Text; {
		before = r.Text
		r.elements()
		r.characters()
		r.layout()
	}
	h, ok := r.find(r.Text)
	if !ok {
		return Call{}, false
	}
	r.place(&h)
	return r.Call, true
}

// place sets the signature and the place of the call.
func (c *Call) place(h *hit) {
	c.Signature, c.Start, c.End = h.Signature, 0, len(c.Text)
	if h.call != nil {
		rest := h.call.Segment.FileSpan(h.call.Block().Rest())
		c.Start, c.End = h.call.Span.Start, max(h.call.Span.End, rest.End)
	}
}

type reduction struct {
	Call
	left  int             // of maxWork
	known map[string]bool // texts that were tried, and whether they have the signature
}

// try takes a text if it has the signature, too.
func (r *reduction) try(text string) bool {
	has, known := r.known[text]
	if !known {
		if r.left -= len(text) + perTry; r.left < 0 {
			return false
		}
		_, has = r.find(text)
		r.known[text] = has
	}
	if has {
		r.Text = text
	}
	return has
}

// cut takes away the bytes of a span, if it has any.
func (r *reduction) cut(s xmlcall.Span) bool {
	return s.Len() > 0 && r.try(r.Text[:s.Start]+r.Text[s.End:])
}

// elements takes away elements and their contents, the longest first.
func (r *reduction) elements() {
	spans := r.spans()
	for at := 0; at < len(spans); {
		if r.cut(spans[at]) {
			spans = r.spans()
		} else {
			at++
		}
	}
}

// spans returns the places of the elements in the call, with the white space before them, and
// of their contents: the longest first. For a leaked call they are those of the text around
// it.
func (r *reduction) spans() []xmlcall.Span {
	h, ok := r.find(r.Text)
	switch {
	case !ok:
		return nil
	case h.call == nil:
		return []xmlcall.Span{{End: h.leak.Start}, {Start: h.leak.End, End: len(r.Text)}}
	}
	var list []xmlcall.Span
	for id, e := range h.call.Block().Elements() {
		if content := h.call.Segment.FileSpan(e.Content()); content.Len() > 0 {
			list = append(list, content)
		}
		if id == 0 {
			continue
		}
		span := h.call.Segment.FileSpan(e.Span())
		before := strings.TrimRight(r.Text[:span.Start], " \t\r\n")
		if strings.HasSuffix(before, ">") {
			span.Start = len(before)
		}
		list = append(list, span)
	}
	slices.SortStableFunc(list, func(a, b xmlcall.Span) int { return cmp.Compare(b.Len(), a.Len()) })
	return list
}

// characters takes away stretches of the text, from half of it down to one atom.
func (r *reduction) characters() {
	atoms := r.atoms()
	for size := max(1, len(atoms)/2); size > 0; size /= 2 {
		for at := 0; at < len(atoms); {
			to := min(len(atoms), at+size)
			if r.try(strings.Join(atoms[:at], "") + strings.Join(atoms[to:], "")) {
				atoms = slices.Delete(atoms, at, to)
			} else {
				at += size
			}
		}
	}
}

// An atom is a unit that is removed as a whole: the end of a section or comment, a
// reference, a tag with a known name and the line end before it, or a name that stays.
var atom = lazily(`^(?:(<!\[CDATA\[|\]\]>|<!--|-->)|(&[A-Za-z0-9#]+;)|` +
	`((?:[ \t]*\r?\n\s*)?</?([\pL_][\pL\pN_:.-]*)\s*/?>)|([\pL_][\pL\pN_.-]*))`)

// atoms returns the text in atoms, and characters where there are none.
func (r *reduction) atoms() []string {
	var list []string
	for text := r.Text; text != ""; {
		n := r.atom(text)
		list = append(list, text[:n])
		text = text[n:]
	}
	return list
}

// atom returns how long the atom is that a text starts with, or the character.
func (r *reduction) atom(text string) int {
	const mark, reference, tag, element, word = 2, 4, 6, 8, 10
	m := atom().FindStringSubmatchIndex(text)
	switch {
	case m == nil:
	case m[mark] >= 0,
		m[reference] >= 0 && isReference(text[:m[1]]),
		m[tag] >= 0 && r.vocabulary().isElement(text[m[element]:m[element+1]]),
		m[word] >= 0 && r.vocabulary().isFixed(text[:m[1]]):
		return m[1]
	}
	_, n := utf8.DecodeRuneInString(text)
	return n
}

var (
	breaks = lazily(`[ \t\r]*\n\s*`)
	blanks = lazily(`^\s+|\s+$`)
)

// layout makes one line end of several with their indentation, and takes away those that are
// not between tags.
func (r *reduction) layout() {
	for at := 0; ; {
		m := breaks().FindStringIndex(r.Text[at:])
		if m == nil {
			break
		}
		from, to := at+m[0], at+m[1]
		between := from > 0 && r.Text[from-1] == '>' && to < len(r.Text) && r.Text[to] == '<'
		switch before, after := r.Text[:from], r.Text[to:]; {
		case !between && r.try(before+after):
			at = from
		case to-from > 1 && r.try(before+"\n"+after):
			at = from + 1
		default:
			at = to
		}
	}
	r.try(blanks().ReplaceAllString(r.Text, ""))
}
