package diagnostics

import (
	"slices"
)

// directiveDoubt returns the doubt about a fix of a directive, as in [Fix].
func (r *Result) directiveDoubt(edits []Edit) *string {
	why := tooManyDirectives
	if r.proofs.directives++; r.proofs.directives <= maxDirectives {
		if r.proveDirective(edits) {
			return noDoubt
		}
		why = changesFindings
	}
	return &why
}

// proveDirective reports whether edits of a directive change no other finding.
func (r *Result) proveDirective(edits []Edit) bool {
	after := r.again(Apply(r.File.Text, edits))
	return slices.Equal(otherFindings(r), otherFindings(after)) && after.Suppressed == r.Suppressed &&
		len(after.Calls) == len(r.Calls) && countDirectives(after) < countDirectives(r)
}

// otherFindings returns the findings about calls: code and text.
func otherFindings(r *Result) []string {
	var list []string
	for i := range r.Diagnostics {
		if f := &r.Diagnostics[i]; f.Call >= 0 {
			list = append(list, f.Code+"\x00"+r.File.Text[f.Span.Start:f.Span.End])
		}
	}
	return list
}

// countDirectives returns the number of findings about directives.
func countDirectives(r *Result) (n int) {
	for i := range r.Diagnostics {
		if r.Diagnostics[i].Call < 0 {
			n++
		}
	}
	return n
}
