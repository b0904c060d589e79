package diagnostics

import (
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// addContainer adds the findings about the file that contains the calls.
func (r *result) addContainer() {
	add := func(code string, own Severity, span xmlcall.Span, message, note string) {
		r.report(code, own, Diagnostic{Span: span, Message: message, Note: note})
	}
	text := func(s xmlcall.Span) string { return r.File.Text[s.Start:s.End] }
	for _, d := range r.File.Damage {
		note := "The rest of this record is not read"
		if d.Outside {
			note = "It is skipped, and the document is read"
		}
		add("invalid-json", 0, xmlcall.Span{Start: d.At, End: min(d.At+1, len(r.File.Text))}, "Invalid JSON: "+d.Why, note)
	}
	for _, s := range r.File.Fabricated {
		add("fabricated-result", 0, s, "Result in `"+text(s)+"` written by the agent itself; end the reply after the call",
			"The program that runs the tools writes results: this one is invented, and the agent goes on as if it were true")
	}
	for i := range r.File.Segments {
		if s := &r.File.Segments[i]; s.Unread > 0 {
			add("multiple-calls", 0, s.FileSpan(xmlcall.Span{Start: s.Unread, End: s.Unread + len("<tool>")}),
				"More than "+thousands.Separate(document.MaxCalls)+" calls in one reply; this one and those after it are not read", "Divide the text into replies")
		}
	}
	for _, s := range r.File.Stops {
		add("missing-call", 0, xmlcall.Span(s), "Message ends with "+text(xmlcall.Span(s))+" and has no call; ask for it again",
			"The call was lost on the way, or is in a form that no reader knows, so the agent waits for it")
	}
	for _, s := range r.File.Misshapen {
		code, message := "missing-tool-name", "Missing `<tool_name>` in `<tool>`; write the name of the tool"
		if tag := text(s); tag != "<tool>" {
			code, message = "unrecognized-tool-tag", "`"+rules.Clip(tag)+"` is not recognized as `<tool>`; write `<tool>`"
		}
		add(code, Warning, s, message, "If this is a call of another program than Forge, nothing is wrong with it")
	}
	for _, s := range r.File.Unattributed {
		add("unattributed-call", 0, s, "Call in a text without a known author; it is read as a document", "If an agent wrote it, write `\"role\": \"assistant\"` beside it")
	}
}
