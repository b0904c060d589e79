package diagnostics

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Notation is a notation for the content of a call.
type Notation uint8

// The notations to which calls can be converted.
const (
	// NotationElements: JSON, whether the whole call (ADR-0002), its arguments, or a list or an
	// object in them, becomes elements.
	NotationElements Notation = iota
	// NotationEscapes: values in CDATA sections become escaped text.
	NotationEscapes
	// NotationCDATA: escaped values that ADR-0024 writes as CDATA sections become sections:
	// those with five or more special characters, or with any and more than 1,000 bytes.
	NotationCDATA
)

var notationNames = [...]string{"elements", "escapes", "cdata"}

// String returns "elements", "escapes" or "cdata".
func (n Notation) String() string { return notationNames[min(int(n), len(notationNames)-1)] }

// Notations returns the notations to which calls can be converted.
func Notations() []Notation { return []Notation{NotationElements, NotationEscapes, NotationCDATA} }

// A Conversion describes the conversion of one call.
type Conversion struct {
	// Before and After are the spans of the call, in bytes of the text before and after.
	Before, After xmlcall.Span
	// Tool is the name of the call's tool after the conversion, or "".
	Tool string
	// Converted reports whether anything in the call was converted.
	Converted bool
	// Left are the parts that were not converted although they are in another notation.
	Left []Unconverted
}

// An Unconverted is a part of a call for which it cannot be proven that another notation has the
// same meaning.
type Unconverted struct {
	// Element is the name of the element with the part, "" for the whole call.
	Element string
	// Reason is a phrase without a period.
	Reason string
}

// Convert converts the calls of the text to a notation. It returns the text, and a Conversion for
// each call with something to convert. Conversions are proven like fixes: a call that runs
// has the same values, also in the live view of its message; one in JSON runs as intended;
// the other calls are unchanged; and there are no new errors or warnings. Problems of calls
// are left to fixes: a refused or repaired call is only converted from JSON. A call within
// another one, which may be its value, is not changed.
//
// Convert is idempotent.
func (d *Document) Convert(to Notation) (converted string, calls []Conversion) {
	before := d
	if to == NotationElements {
		before = d.lookingForJSON()
	}
	after := before
	all := fates{changed: map[int]bool{}}
	for round := 0; ; round++ {
		edits := after.convert(to, round, &all)
		if len(edits) == 0 || round == maxRounds {
			break
		}
		after = after.editAll(edits)
	}
	return after.text.String(), all.describe(before, after)
}

// The fates are the results for calls, by index.
type fates struct {
	changed map[int]bool
	left    map[int][]Unconverted // in the last round
}

// convert returns the edits that bring the calls closer to a notation.
func (d *Document) convert(to Notation, round int, all *fates) (edits []Edit) {
	all.left = map[int][]Unconverted{}
	accepted := d.acceptedJSON(to)
	for own, r := range d.stretches(0, d.text.Len()) {
		first := d.callsBefore(own.Start)
		c := converter{reading: r, doc: d, base: own.Start, size: own.Len(), round: round, fates: fates{map[int]bool{}, map[int][]Unconverted{}}}
		switch to {
		case NotationElements:
			c.json(func(call int) bool { return accepted[first+call] })
		case NotationEscapes:
			c.values(&allEscapes)
		case NotationCDATA:
			c.values(&someSections)
		}
		for _, e := range movedEdits(c.edits, own.Start) {
			if n := len(edits); n == 0 || !collide(edits[n-1], e) {
				edits = append(edits, e)
			}
		}
		for call := range c.changed {
			all.changed[first+call] = true
		}
		for call, list := range c.left {
			all.left[first+call] = list
		}
	}
	return edits
}

// callsBefore returns the number of calls in the items before an offset, at which an item
// starts.
func (d *Document) callsBefore(offset int) int {
	before, _, _ := d.items.Seek(func(s sum) bool { return s.bytes > offset })
	return before.calls()
}

// A converter converts the calls of a reading that start in its first bytes.
type converter struct {
	*reading
	doc         *Document
	base        int // of the reading in doc
	size, round int
	edits       []Edit // of the file
	fates
}

// leave records that a part of a call is not converted.
func (c *converter) leave(call int, element, reason string) {
	if u := (Unconverted{element, reason}); !slices.Contains(c.left[call], u) {
		c.left[call] = append(c.left[call], u)
	}
}

// edited returns the block of a call after edits of its segment's text.
func (r *reading) edited(call int, own []Edit) *xmlcall.Block {
	return xmlcall.NewParser(r.sourceAfter(call, own), xmlcall.Options{MaxSize: r.options.MaxSize, Live: !r.Calls[call].Segment.IsDocument()}).At(0)
}

// sourceAfter returns the text of a call after edits of its segment's text.
func (r *reading) sourceAfter(call int, own []Edit) string {
	c := &r.Calls[call]
	return Apply(c.Source(), movedEdits(own, -c.within().Start))
}

// describe records the changes of the calls between two versions of a document.
func (o *fates) describe(before, after *Document) (list []Conversion) {
	if len(o.changed) == 0 && len(o.left) == 0 {
		return nil
	}
	next, stop := iter.Pull(before.Calls())
	defer stop()
	call := 0
	for is := range after.Calls() {
		was, ok := next()
		if !ok {
			break
		}
		if o.changed[call] || o.left[call] != nil {
			list = append(list, Conversion{
				Before: was.Place(was.Span), After: is.Place(is.Span),
				Tool: is.Block().ToolName(), Converted: o.changed[call], Left: o.left[call],
			})
		}
		call++
	}
	return list
}

// at returns a span at another place.
func at(s xmlcall.Span, shift int) xmlcall.Span {
	return xmlcall.Span{Start: s.Start + shift, End: s.End + shift}
}

// reread returns the document with other options.
func (d *Document) reread(o Options) *Document {
	return open(input{text: d.text, asked: d.asked, kind: d.asked, options: o, brief: d.brief})
}
