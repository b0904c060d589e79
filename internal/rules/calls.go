package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// calls are the rules about where a call starts and ends, and about the calls beside it.
var calls = []*Rule{
	{Code: "empty-call", Severity: Error, Group: Envelope, Needs: about(call.Envelope), Check: checkEmptyCall},
	{Code: "unclosed-call", Severity: Error, Group: Syntax, Needs: problems(xmlcall.UnclosedCall), Check: eachProblem(describeUnclosedCall)},
	{Code: "cut-off-call", Severity: Error, Group: Messages, Needs: problems(xmlcall.UnclosedCall), Check: eachProblem(describeCutOffCall)},
	{Code: "unrecognized-tool-tag", Severity: Error, Group: Syntax, Needs: problems(xmlcall.UnrecognizedTag), Check: eachProblem(describeUnrecognizedToolTag)},
	{Code: "multiple-calls", Severity: Error, Group: Messages, Needs: about(call.Neighbors), Check: checkMultipleCalls},
	{Code: "call-in-thinking", Severity: Error, Group: Messages, Needs: about(call.Neighbors), Check: checkCallInThinking},
}

func checkEmptyCall(p *Pass) {
	if !p.Empty || p.Block.Delimiters == xmlcall.Unclosed {
		return
	}
	example := "<tool>\n<server_name>local</server_name>\n<tool_name>task_completion</tool_name>\n" +
		"<arguments>\n  <result>Done.</result>\n</arguments>\n</tool>"
	n := Report{
		Message: "Empty `<tool>`; write `<tool_name>` and `<arguments>` in it",
		Note:    "The runtime refuses a call that names no tool; for a mention of the tags write `&lt;tool&gt;`",
		Fixes:   []Fix{replace("Insert an example: `task_completion`", p.Block.Span, p.LineEnds(example))},
	}
	if !p.Around.Document { // what was meant is not an example
		n.Message = "Empty `<tool>`; remove it, or write `&lt;tool&gt;` for a mention"
		n.Fixes = []Fix{replace("Remove the empty call", p.WholeLines(p.Block.Span), "")}
	}
	if p.Reason.Outcome() == call.NoCall {
		n.Severity = Information
		n.Message = "Empty `<tool>`; remove it, or write `&lt;tool&gt;` for a mention"
		n.Note = "The runtime skips it and runs another call of this message"
	}
	p.report(p.Block.Span, n)
}

func describeUnclosedCall(p *Pass, problem xmlcall.Problem) Report {
	if p.cutOff() {
		return Report{} // that is the cause
	}
	n := Report{
		Message: "Missing `</tool>` for this `<tool>`; write it after the arguments",
		Note:    "Without it, the call may not be seen, or may be read together with what follows",
	}
	tags := "</tool>"
	at, complete := problem.At()
	if !complete {
		if at = afterArguments(p); at > 0 {
			tags = "</arguments></tool>"
			n.Message = "Missing `</arguments>` and `</tool>`; write them after the last argument"
			n.Note = "Without them" + strings.TrimPrefix(n.Note, "Without it")
		}
	}
	if fix, ok := closeWith(p, at); ok && complete {
		n.Fixes = append(n.Fixes, fix)
	} else if at > 0 {
		title := Titled("Insert `", tags, "`")
		if strings.Contains(p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: at}), "\n") {
			indent, _ := p.Indent(problem.Span.Start)
			tags = "\n" + indent + strings.ReplaceAll(tags, "><", ">\n"+indent+"<")
		}
		n.Fixes = append(n.Fixes, insert(title, at, p.LineEnds(tags)))
	}
	if p.Reason.Fine() {
		n.Severity = Information
		if p.Reason.Outcome() == call.Repaired { // of a text that is not the call's own
			n.Severity = Warning
		}
		n.Note = "The call runs: the runtime adds the tag at the end of the reply"
	}
	return n
}

// afterArguments returns the offset after the last argument of a call whose arguments have no end, before prose or another
// call; 0 if there is none, or one that has no end itself.
func afterArguments(p *Pass) (at int) {
	id := p.Block.Arguments()
	if id == xmlcall.NoElement || !p.Block.Element(id).Unclosed() {
		return 0
	}
	for _, e := range p.Block.Children(id) {
		switch start := e.Start().Start; {
		case at > 0 && strings.TrimSpace(p.Block.Text[at:start]) != "":
			return at
		case e.Unclosed():
			return 0
		}
		at = e.End().End
	}
	return at
}

// closeWith returns the fix that turns the tag after a call that was intended to be its
// </tool> into that: an end tag of another format, or a second <tool>.
func closeWith(p *Pass, at int) (fix Fix, ok bool) {
	tag, ok := call.LoneEnd(p.Block.Text[at:])
	if !ok {
		return Fix{}, false
	}
	span := xmlcall.Span{Start: at + tag.Start, End: at + tag.End}
	return replace(Titled("Replace `", p.Block.Slice(span), "` with `</tool>`"), span, "</tool>"), true
}

func describeCutOffCall(p *Pass, _ xmlcall.Problem) Report {
	if !p.cutOff() {
		return Report{}
	}
	what := "Call"
	if p.Tool != nil {
		what = "Call of `" + Clip(p.Tool.Name) + "`"
	}
	return Report{Message: what + " cut off at the token limit; write less in one reply", Note: "The reply ends in it, so it is refused; a higher limit also helps"}
}

// cutOff reports whether the call does not run because its reply ends in it, at the token limit.
func (p *Pass) cutOff() bool { return p.Around.CutOff && !p.Reason.Fine() }

func describeUnrecognizedToolTag(p *Pass, problem xmlcall.Problem) Report {
	root := p.Block.Element(0)
	other := !strings.EqualFold(root.Local(), "tool") // both tags are of another format
	if other && problem.Span == root.End() {
		return Report{}
	}
	tag := Clip(p.Block.Slice(problem.Span))
	n := Report{
		Message: "`" + tag + "` is not recognized as `<tool>`; write `<tool>`",
		Note:    "The runtime looks for exactly these characters",
		Fixes:   []Fix{replace(Titled("Write `", problem.Want, "`"), problem.Span, problem.Want)},
	}
	if p.Block.Delimiters == xmlcall.Escaped {
		n.Note = "To the runtime, an escaped tag is text"
		n.Fixes = []Fix{replace("Remove the escapes of the call", p.Block.Span, p.Block.Unescaped())}
	}
	if other && root.End().Len() > 0 {
		n.Fixes = []Fix{{Title: "Write `<tool>` and `</tool>`", Edits: []Edit{{Span: root.Start(), Text: "<tool>"}, {Span: root.End(), Text: "</tool>"}}}}
	}
	if name := nameAttribute(p); name != "" && problem.Want == "<tool>" {
		element := "<tool_name>" + name + "</tool_name>"
		if indent, first := p.Indent(problem.Span.Start); first && strings.HasPrefix(strings.TrimLeft(p.Block.Text[problem.Span.End:], " \t\r"), "\n") {
			element = p.LineEnds("\n" + indent + element)
		}
		n.Fixes = slices.Insert(n.Fixes, 0, replace(Titled("Name the tool `", name, "` in an element"), problem.Span, "<tool>"+element))
	}
	if problem.Want == "</tool>" {
		n.Message = "`" + tag + "` is not recognized as `</tool>`; write `</tool>`"
		if p.Reason.Fine() {
			n.Severity = Information
			n.Note = "The call runs: the runtime adds `</tool>` at the end of the reply"
		}
	}
	return n
}

func checkMultipleCalls(p *Pass) {
	if p.Around.Merged == "" {
		return
	}
	n := Report{Message: p.Around.Merged, Note: p.Around.MergedNote, Reply: true}
	for _, call := range p.Around.Spoils {
		n.Related = append(n.Related, Spoiled(call))
	}
	if p.Around.Unbounded {
		n.Severity = Warning // the ends of messages are not known
	}
	if len(p.Around.Earlier) > 0 {
		fix := Fix{Title: "Keep only the last call"}
		for _, span := range p.Around.Earlier {
			fix.Edits = append(fix.Edits, Edit{Span: span, Text: ""})
		}
		n.Fixes = []Fix{fix}
	}
	p.report(p.Block.Element(0).Start(), n)
}

// Spoiled returns the related place of a call that does not run as written because the runtime
// reads another one with it.
func Spoiled(call xmlcall.Span) Related {
	start := xmlcall.Span{Start: call.Start, End: min(call.End, call.Start+len("<tool>"))}
	return Related{Span: start, Message: "this call does not run as written"}
}

func checkCallInThinking(p *Pass) {
	root := p.Block.Element(0)
	if around := p.Around.Thought; around.Len() > 0 {
		tag := xmlcall.Span{Start: around.Start, End: around.Start + strings.IndexByte(p.Block.Text[around.Start:], '>') + 1}
		p.report(root.Start(), Report{
			Severity: Information,
			Message:  "Call inside `" + p.Block.Slice(tag) + "`, which is no thinking to the runtime; write `<thinking>` if it must not run",
			Note:     "The runtime removes only `<thinking>`, and reads this call like any other",
			Related:  []Related{{Span: tag, Message: "`" + p.Block.Slice(tag) + "` starts here"}},
		})
	}
	if !p.Around.InThinking {
		return
	}
	edits := []Edit{{Span: root.Start(), Text: "&lt;tool&gt;"}}
	if root.End().Len() > 0 {
		edits = append(edits, Edit{Span: root.End(), Text: "&lt;/tool&gt;"})
	}
	n := Report{
		Message: "Call inside `<thinking>`; move it after `</thinking>`, or escape its tags",
		Note:    "The runtime removes thinking from a reply before it looks for calls, so this call never runs",
		Fixes:   []Fix{{Title: "Escape the `<tool>` tags", Edits: edits}},
	}
	if !p.Around.Long {
		tag := xmlcall.Span{Start: p.Around.Thinking.Start - len("<thinking>"), End: p.Around.Thinking.Start}
		n.Related = []Related{{Span: tag, Message: "thinking starts here"}}
	}
	if p.Around.ThinkingOpen {
		n.Message = "Call after an unclosed `<thinking>`; write `</thinking>` before it, or escape its tags"
		indent, _ := p.Indent(root.Start().Start)
		n.Fixes = append(n.Fixes, insert("Insert `</thinking>` before the call", root.Start().Start, p.LineEnds("</thinking>\n"+indent)))
	}
	p.report(root.Start(), n)
}
