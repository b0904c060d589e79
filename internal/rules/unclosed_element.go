package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var unclosedElement = &Rule{
	Code: "unclosed-element", Severity: Error, Group: Syntax,
	Needs: problems(xmlcall.UnclosedElement),
	Check: eachProblem(describeUnclosedElement),
}

func describeUnclosedElement(p *Pass, problem xmlcall.Problem) Report {
	at := missingEnd(p, problem)
	return Report{
		Message: "Missing `" + Clip(problem.Want) + "` for `" + Clip(p.Block.Slice(problem.Span)) + "`; write it " + endPlace(p, at),
		Note:    refused,
		Fixes:   unclosedFixes(p, problem, at),
	}
}

// missingEnd returns where the end tag of an element is missing.
func missingEnd(p *Pass, problem xmlcall.Problem) int {
	at, _ := problem.At()
	start, text := problem.Span.End, p.Block.Text
	if tag := p.Block.Slice(problem.Span); tag == "<tool_name>" || tag == "<server_name>" { // which hold no elements
		if k := strings.IndexByte(text[start:at], '<'); k > 0 {
			at = start + len(strings.TrimRight(text[start:start+k], " \t\r\n"))
		}
	}
	if next := nextArgument(p, problem, at); next > 0 {
		at = next
	}
	return at + lastLine(text[start:at], text[at:])
}

// unclosedFixes returns the fixes of an element whose end tag is missing at a place, the preferred one first.
func unclosedFixes(p *Pass, problem xmlcall.Problem, at int) (fixes []Fix) {
	start, text, tag := problem.Span.End, p.Block.Text, p.Block.Slice(problem.Span)
	around, opens := problem.Element, strings.HasPrefix(tag, "<")
	if rest, cut := strings.CutPrefix(text[at:], "</tool>"); cut && tag == "<tool_name>" && strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "<arguments") {
		fixes = append(fixes, replace(Titled("Write `", problem.Want, "`"), xmlcall.Span{Start: at, End: at + len("</tool>")}, problem.Want))
	}
	var another []Fix // if the same tag below starts another element
	if k := strings.Index(text[start:p.Block.Span.End], tag); k > 0 && opens && around != xmlcall.NoElement && strings.TrimSpace(text[start:start+k]) != "" {
		fix, ok := keepLater(p, xmlcall.Span{Start: problem.Span.Start, End: start + k}, tag)
		if item := plural.IsItem(p.Block.Element(around).Local(), strings.Trim(tag, "<>")); ok && item {
			another = []Fix{fix}
		} else if ok {
			fixes = append(fixes, fix)
		}
	}
	if rest := text[start:]; strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), tag) && opens {
		again := xmlcall.Span{Start: problem.Span.Start, End: start + strings.Index(rest, tag)}
		fixes = append(fixes, replace(Titled("Remove the second `", tag, "`"), again, ""))
	}
	value := text[start:at]
	end := start + len(strings.TrimRight(value, " \t\r\n"))
	if n := disguisedEnd(text[start:end], strings.Trim(problem.Want, "</>")); n > 0 {
		fixes = append(fixes, replace(Titled("Write `", problem.Want, "`"), xmlcall.Span{Start: end - n, End: end}, problem.Want))
	}
	if p.Scalar(around) != xmlcall.NoElement {
		fixes = append(fixes, replace("Escape as text", problem.Span, encode.Escape(tag)))
	}
	if !strings.HasPrefix(strings.TrimSpace(value), "<![CDATA[") || strings.LastIndex(value, "<tool>") <= strings.LastIndex(value, "</tool>") { // otherwise the tags that follow belong to a call in the section
		insertion := problem.Want
		indent, first := p.Indent(problem.Span.Start)
		if first && strings.HasPrefix(strings.TrimPrefix(text[start:], "\r"), "\n") && strings.Contains(value, "</") {
			insertion = "\n" + indent + insertion // the start tag has a line of its own
		}
		fixes = append(fixes, insert(Titled("Insert `", problem.Want, "`"), at, p.LineEnds(insertion)))
	}
	return append(fixes, another...)
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
