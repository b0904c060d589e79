package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// LeakedCall is the code of the rule about calls that leaked: [document.LeakedCall].
const LeakedCall = "leaked-call"

// addContainer adds the findings about the file that contains the calls.
func (r *reading) addContainer() {
	add := func(code string, span xmlcall.Span, message, note string) {
		if severity, ok := r.options.Severity(Lookup(code)); ok {
			r.Diagnostics = append(r.Diagnostics, Diagnostic{
				Description: &Description{Code: code, Severity: severity, Message: message, Note: note}, Span: span, Call: -1,
			})
		}
	}
	for _, d := range r.File.Damage {
		add("invalid-json", xmlcall.Span{Start: d.At, End: min(d.At+1, len(r.File.Text))},
			"Invalid JSON: "+d.Why, "The rest of this record is not read")
	}
	for _, l := range r.File.Leaked {
		whose, mark, ok := strings.Cut(l.Format, "'s ")
		if !ok {
			whose, mark = "another model", l.Format
		}
		add(LeakedCall, l.Span, "Call written as text in `"+mark+"`; use the tool interface",
			"This is the format of "+whose+"; the calls of this transcript are native, so this one never ran")
	}
	for _, span := range r.File.Unattributed {
		add("unattributed-call", span, "Call in a text without a known author; it is read as a document",
			"If an agent wrote it, describe the format of the transcript in `forge-lsp.toml`")
	}
}
