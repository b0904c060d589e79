package diagnostics

import (
	"fmt"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// LeakedCall is the code of the rule about calls that leaked: [document.Leak].
const LeakedCall = "leaked-call"

// addContainer adds the findings about the file that contains the calls.
func (r *Result) addContainer() {
	add := func(code string, span xmlcall.Span, format string, args ...any) {
		if severity, ok := r.options.Severity(Lookup(code)); ok {
			r.Findings = append(r.Findings, Finding{
				Code: code, Severity: severity, Message: fmt.Sprintf(format, args...), Span: span, Call: -1,
			})
		}
	}
	for _, d := range r.File.Damage {
		add("invalid-json", xmlcall.Span{Start: d.At, End: min(d.At+1, len(r.File.Text))},
			"Invalid JSON: %s; what follows in this record is not read", d.Why)
	}
	for _, l := range r.File.Leaked {
		add(LeakedCall, l.Span, "This call did not run: it is text in the format of %s, and the calls of this transcript are native", l.Format)
	}
	for _, span := range r.File.Unattributed {
		add("unattributed-call", span, "Nothing shows who wrote this text with a call; it is read as a document")
	}
}
