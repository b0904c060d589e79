package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// LeakedCall is the code of the rule about calls that leaked: [document.LeakedCall].
const LeakedCall = "leaked-call"

// addContainer adds the findings about the file that contains the calls.
func (r *reading) addContainer() {
	for _, d := range r.File.Damage {
		r.report("invalid-json", 0, xmlcall.Span{Start: d.At, End: min(d.At+1, len(r.File.Text))},
			"Invalid JSON: "+d.Why, "The rest of this record is not read")
	}
	for i := range r.File.Leaked {
		r.addLeak(&r.File.Leaked[i])
	}
	for i := range r.File.Segments {
		if s := &r.File.Segments[i]; s.Unread > 0 {
			r.report("multiple-calls", 0, s.FileSpan(xmlcall.Span{Start: s.Unread, End: s.Unread + len("<tool>")}),
				"More than "+thousands.Separate(document.MaxCalls)+" calls in one reply; this one and those after it are not read", "Divide the text into replies")
		}
	}
	for _, span := range r.File.Misshapen {
		code, message := "missing-tool-name", "Missing `<tool_name>` in `<tool>`; write the name of the tool"
		if tag := r.File.Text[span.Start:span.End]; tag != "<tool>" {
			code, message = "unrecognized-tool-tag", "`"+rules.Clip(tag)+"` is not recognized as `<tool>`; write `<tool>`"
		}
		r.report(code, Warning, span, message, "If this is a call of another program than Forge, nothing is wrong with it")
	}
	for _, span := range r.File.Unattributed {
		r.report("unattributed-call", 0, span, "Call in a text without a known author; it is read as a document",
			"If an agent wrote it, write `\"role\": \"assistant\"` beside it")
	}
}

// report adds a finding of a rule, if that is enabled, at the severity in this case, 0 for the rule's own.
func (r *reading) report(code string, own Severity, span xmlcall.Span, message, note string, related ...Related) {
	if severity, ok := r.options.severityOf(code, own); ok {
		r.Diagnostics = append(r.Diagnostics, Diagnostic{
			Advice: &Advice{Description: &Description{Code: code, Severity: severity, Message: message, Note: note, Related: related}}, Span: span, Call: -1,
		})
	}
}

// addLeak adds the finding about a call that leaked.
func (r *reading) addLeak(l *document.LeakedCall) {
	whose, mark, ok := strings.Cut(l.Format, "'s ")
	if !ok {
		whose, mark = "another model", l.Format
	}
	if strings.ContainsAny(mark, "<[=") || mark == l.Format {
		mark = "`" + mark + "`"
	}
	what := "Call"
	if l.Tool != "" {
		what = "Call of `" + l.Tool + "`"
	}
	note := "This is the format of " + whose + "; the calls of this transcript are native, so this one never ran"
	var given []string
	for _, a := range l.Arguments() {
		if a.Value != "" && !strings.Contains(a.Value, "`") {
			a.Name += "` = `" + a.Value
		}
		given = append(given, "`"+a.Name+"`")
	}
	if given != nil {
		note += ". Its arguments: " + strings.Join(given, ", ")
	}
	r.report(LeakedCall, 0, l.Span, what+" written as text in "+mark+"; use the tool interface", note,
		Related{Span: l.Whole, Message: "The user saw this text, and no result"})
}

// Leaked returns how many calls leaked, which are not counted as calls. Calls leak in JSON, which has no
// directives.
func (d *Document) Leaked() int { return d.sum.leaked }
