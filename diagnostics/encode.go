package diagnostics

import "github.com/entrhq/forge-lsp/xmlcall"

// An Encoding is a notation for the values of whole files.
type Encoding uint8

const (
	// EncodingEscape: values in CDATA sections become escaped text.
	EncodingEscape Encoding = iota
	// EncodingCDATA: escaped values that ADR-0024 writes as CDATA sections become sections:
	// those with five or more special characters, or with any and more than 1,000 bytes.
	EncodingCDATA
)

// Encode returns the text with the values of its calls in one notation. Each change is proven like
// a fix: the call has the same values, also in the live view of its message; the other calls are
// unchanged; and there are no new errors or warnings. A value for which that is not proven stays,
// and so does a call that does not run as written, or is within another one, whose value it may be.
//
// Encode is idempotent.
func (d *Document) Encode(to Encoding) string {
	as := &asEscapes
	if to == EncodingCDATA {
		as = &asSection
	}
	for range maxTrials {
		edits := d.encode(as)
		if len(edits) == 0 {
			break
		}
		d = d.editAll(edits)
	}
	return d.text.String()
}

// encode returns the edits that bring the values closer to a notation. Each directive has an effect as before.
func (d *Document) encode(as *valueNotation) (edits []Edit) {
	for i := range d.chunks {
		c := &d.chunks[i]
		rewrites := most(c.encode(as), func(some []rewrite) bool {
			return c.sameAfter(some) && (d.sum.directives == 0 ||
				d.editAll(movedEdits(editsOf(some), c.start)).findings().unused <= d.findings().unused)
		})
		for _, e := range movedEdits(editsOf(rewrites), c.start) {
			if n := len(edits); n == 0 || !collide(edits[n-1], e) {
				edits = append(edits, e)
			}
		}
	}
	return edits
}

// encode returns the rewrites of the calls, as far as they are proven for each alone.
func (r *result) encode(as *valueNotation) (all []rewrite) {
	for k := range r.Calls {
		c := &r.Calls[k]
		if c.nested || c.outcome != xmlcall.Runs || c.form != xmlcall.Closed {
			continue
		}
		r.options.interrupt.check()
		var candidates []rewrite
		for _, edit := range r.notations(c.Block(), as, true) {
			own := []Edit{edit}
			if edits, ok := fileEdits(c.Segment, own); ok {
				candidates = append(candidates, rewrite{k, own, edits})
			}
		}
		all = append(all, most(candidates, func(some []rewrite) bool {
			var own []Edit
			for _, w := range some {
				own = append(own, w.own...)
			}
			return r.readsAlike(k, own)
		})...)
	}
	return all
}
