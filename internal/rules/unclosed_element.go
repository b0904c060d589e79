package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var unclosedElement = &Rule{
	Code:     "unclosed-element",
	Severity: Error,
	Group:    Syntax,
	Summary:  `A start tag without an end tag`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.UnclosedElement}},
	Check:    checkUnclosedElement,
}

func checkUnclosedElement(p *Pass) {
	for problem := range p.Problems() {
		at, _ := problem.At()
		tag := p.Block.Slice(problem.Span)
		if tag == "<tool_name>" || tag == "<server_name>" { // which hold no elements
			if k := strings.IndexByte(p.Block.Text[problem.Span.End:at], '<'); k > 0 {
				name := strings.TrimRight(p.Block.Text[problem.Span.End:problem.Span.End+k], " \t\r\n")
				at = problem.Span.End + len(name)
			}
		}
		if next := nextArgument(p, problem, at); next > 0 {
			at = next
		}
		at += lastLine(p.Block.Text[problem.Span.End:at], p.Block.Text[at:])
		text := problem.Want
		indent, first := p.Indent(problem.Span.Start)
		if first && strings.HasPrefix(strings.TrimPrefix(p.Block.Text[problem.Span.End:], "\r"), "\n") && strings.Contains(p.Block.Text[problem.Span.End:at], "</") {
			text = "\n" + indent + text // the start tag has a line of its own
		}
		var fixes []Fix
		if value := p.Block.Text[problem.Span.End:at]; !strings.HasPrefix(strings.TrimSpace(value), "<![CDATA[") || strings.LastIndex(value, "<tool>") <= strings.LastIndex(value, "</tool>") { // otherwise the tags that follow belong to a call in the section
			fixes = append(fixes, insert(Titled("Insert `", problem.Want, "`"), at, p.LineEnds(text)))
		}
		if around := problem.Element; around != xmlcall.NoElement && p.ScalarsOf()[around] != xmlcall.NoElement {
			fixes = slices.Insert(fixes, 0, replace("Escape as text", problem.Span, encode.Escape(p.Block.Slice(problem.Span))))
		}
		value := xmlcall.Span{Start: problem.Span.End, End: max(at, problem.Span.End)}
		value.End = value.Start + len(strings.TrimRight(p.Block.Slice(value), " \t\r\n"))
		if n := disguisedEnd(p.Block.Slice(value), strings.Trim(problem.Want, "</>")); n > 0 {
			fixes = slices.Insert(fixes, 0, replace(Titled("Write `", problem.Want, "`"), xmlcall.Span{Start: value.End - n, End: value.End}, problem.Want))
		}
		if rest := p.Block.Text[problem.Span.End:]; strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), tag) && strings.HasPrefix(tag, "<") {
			again := xmlcall.Span{Start: problem.Span.Start, End: problem.Span.End + strings.Index(rest, tag)}
			fixes = slices.Insert(fixes, 0, replace(Titled("Remove the second `", tag, "`"), again, ""))
		}
		if k := strings.Index(p.Block.Text[problem.Span.End:p.Block.Span.End], tag); k > 0 && strings.HasPrefix(tag, "<") && problem.Element != xmlcall.NoElement {
			draft := xmlcall.Span{Start: problem.Span.Start, End: problem.Span.End + k}
			if fix, ok := keepLater(p, draft, tag); ok && strings.TrimSpace(p.Block.Text[problem.Span.End:draft.End]) != "" {
				first := 0
				if plural.IsItem(p.Block.Element(problem.Element).Local(), strings.Trim(tag, "<>")) { // the later is another one
					first = len(fixes)
				}
				fixes = slices.Insert(fixes, first, fix)
			}
		}
		if rest, cut := strings.CutPrefix(p.Block.Text[at:], "</tool>"); cut && tag == "<tool_name>" && strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "<arguments") {
			fixes = slices.Insert(fixes, 0, replace(Titled("Write `", problem.Want, "`"), xmlcall.Span{Start: at, End: at + len("</tool>")}, problem.Want))
		}
		p.report(problem.Span, Report{
			Message: "Missing `" + Clip(problem.Want) + "` for `" + Clip(p.Block.Slice(problem.Span)) + "`; write it " + endPlace(p, at),
			Note:    refused,
			Fixes:   fixes,
		})
	}
}

// nextArgument returns the end of a one-line value that is followed on its line by another argument of the tool, at
// most at, or 0.
func nextArgument(p *Pass, problem xmlcall.Problem, at int) int {
	value, rest, found := strings.Cut(p.Block.Text[problem.Span.End:max(at, problem.Span.End)], "<")
	if p.Tool == nil || problem.Span.End >= at || !found || strings.TrimSpace(value) == "" || strings.ContainsAny(value, "\r\n") {
		return 0
	}
	name, _, _ := strings.Cut(rest, ">")
	own := p.Tool.Argument(strings.Trim(p.Block.Slice(problem.Span), "<>"))
	if next := p.Tool.Argument(name); own == nil || !own.Kind.Scalar() || next == nil || next == own || !strings.Contains(rest, "</"+name+">") {
		return 0
	}
	return problem.Span.End + len(value)
}

// lastLine returns the length of the line break after a value of several lines that belongs to it:
// a blank line is between it and what follows.
func lastLine(value, after string) int {
	blank := after[:len(after)-len(strings.TrimLeft(after, " \t\r\n"))]
	if !strings.Contains(value, "\n") || strings.Count(blank, "\n") < 2 {
		return 0
	}
	return strings.IndexByte(blank, '\n') + 1
}

// endPlace describes the place of a missing end tag.
func endPlace(p *Pass, at int) string {
	rest := strings.TrimLeft(p.Block.Text[at:], " \t\r\n")
	if tag, _, ok := strings.Cut(rest, ">"); ok && strings.HasPrefix(tag, "<") && !strings.Contains(tag[1:], "<") {
		return "before `" + Clip(tag+">") + "`"
	}
	return "after its content"
}
