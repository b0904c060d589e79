package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/toolspec"
)

// addTextCalls adds the calls in other formats, and the findings about them.
func (r *result) addTextCalls() {
	list := r.File.TextCalls
	if len(list) == 0 {
		return
	}
	r.texts = make([]TextCall, len(list))
	tools := sessionTools(r.File, r.options.Tools)
	for i := range list {
		c := &r.texts[i]
		switch c.TextCall = &list[i]; c.Runs {
		case document.Leaked:
			c.Outcome = Ignored
			r.leaked(c)
		case document.Taught:
			c.Outcome = Unknown
			r.checkTextCall(c, tools)
		default:
			c.Outcome = Unknown
			r.tell(c, "text-call", 0, c.named()+" in "+document.Words(c.Format)+"; nothing here shows whether it ran", "It is listed, and not checked")
		}
	}
}

// named returns "Call", of its tool if that is known.
func (c *TextCall) named() string {
	if c.Tool == "" {
		return "Call"
	}
	return "Call of `" + rules.Clip(c.Tool) + "`"
}

// tell adds a finding about a call; for its own severity see [result.report].
func (r *result) tell(c *TextCall, code string, own Severity, message, note string, related ...Related) {
	if c.Rules = append(c.Rules, code); c.Why == "" {
		c.Why = message
	}
	r.report(code, own, Diagnostic{Span: c.Span, Message: message, Note: note, Related: related})
}

// leaked adds the finding about a call that leaked.
func (r *result) leaked(c *TextCall) {
	if c.Format == textcall.Headless {
		r.tell(c, LeakedCall, 0, c.named()+" without its `<tool>`; write `<tool>` before it",
			"The runtime looks for `<tool>`, so this call never ran", Related{Span: c.Whole, Message: "The user saw this text, and no result"})
		return
	}
	whose, mark, ok := strings.Cut(c.Format, "'s ")
	if !ok {
		whose, mark = "another model", c.Format
	}
	if strings.ContainsAny(mark, "<[=") || mark == c.Format {
		mark = "`" + mark + "`"
	}
	note := "This is the format of " + whose + "; the calls of this transcript are native, so this one never ran"
	if given := c.given(); given != "" {
		note += ". Its arguments: " + given
	}
	r.tell(c, LeakedCall, 0, c.named()+" written as text in "+mark+"; use the tool interface", note,
		Related{Span: c.Whole, Message: "The user saw this text, and no result"})
}

// LeakedCall is the code of the rule about calls that leaked.
const LeakedCall = "leaked-call"

// given describes the arguments, as many as fit: "`command` = `ls`".
func (c *TextCall) given() string {
	const most, bytes = 8, 80
	var list []string
	for _, a := range c.Arguments[:min(len(c.Arguments), most)] {
		value, _, _ := strings.Cut(a.Value, "\n")
		if value = strings.ToValidUTF8(value[:min(len(value), bytes)], ""); value != "" && !strings.Contains(value, "`") {
			a.Name += "` = `" + value
		}
		list = append(list, "`"+a.Name+"`")
	}
	return strings.Join(list, ", ")
}

// checkTextCall checks a call against the tools of the session, nil if these are not known. Its runtime may do the same,
// so that it has warnings at most.
func (r *result) checkTextCall(c *TextCall, tools *toolspec.Set) {
	tool := tools.Find("", c.Tool)
	if tool == nil && c.Tool != "" && tools.Lacks(c.Tool) {
		r.tell(c, "unknown-tool", Warning, rules.UnknownTool(c.Tool, toolspec.Nearest(c.Tool, tools.Names())), "No tool definition of the session has this name")
	}
	switch {
	case !c.Complete:
		r.tell(c, "cut-off-call", Warning, c.named()+" cut off; write less in one call", "Its end is missing, at the end of the message")
		return
	case c.Invalid:
		r.tell(c, "invalid-json", Warning, "Invalid JSON in the call of `"+rules.Clip(c.Tool)+"`; write valid JSON", "Most readers of "+document.Words(c.Format)+" refuse it")
		return
	case tool == nil:
		return
	}
	arguments := map[string]any{}
	for _, a := range c.Arguments {
		arguments[a.Name] = a.Value
	}
	for _, issue := range tool.NativeIssues(arguments) {
		if issue.Kind == toolspec.MissingArgument && len(issue.Path) == 0 {
			r.tell(c, "missing-argument", Warning, "Missing `"+rules.Clip(issue.Name)+"`; add it to the arguments of `"+rules.Clip(c.Tool)+"`", "")
		}
	}
}
