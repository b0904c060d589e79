package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var rawLessThan = &Rule{
	Code: "raw-less-than", Severity: Error, Group: Syntax,
	Needs: problems(xmlcall.RawLessThan, xmlcall.SyntaxError),
	Check: checkRawLessThan,
}

func checkRawLessThan(p *Pass) {
	for run, span := range p.RunsOf(xmlcall.RawLessThan) {
		if report, ok := spacedElement(p, run[0].Element, span); ok {
			p.report(span, report)
			continue
		}
		escaped := strings.Repeat("&lt;", len(run))
		fixes := escapeFixes(p, run, replace(Titled("Escape as `", escaped, "`"), span, escaped))
		if fix, ok := startTwice(p, run[0].Element, span); ok {
			fixes = slices.Insert(fixes, 0, fix)
		}
		if fix, ok := inAngleBrackets(p, run[0].Element, span); ok {
			fixes = slices.Insert(fixes, 0, fix)
		}
		p.report(span, Report{
			Message: "Unescaped `" + Clip(p.Block.Slice(span)) + "`; write `" + Clip(escaped) + "`",
			Note:    "In XML `<` starts a tag, so the runtime refuses the call",
			Fixes:   fixes,
		})
	}
	// Problems that no other rule describes are markup that XML does not define: the
	// tests find none, but a refusal must always be reported.
	for problem := range p.ProblemsOf(xmlcall.SyntaxError) {
		p.report(problem.Span, Report{Message: "Invalid XML `" + Clip(p.Block.Slice(problem.Span)) + "`; escape it", Note: refused})
	}
}

// inAngleBrackets returns the fix that removes the angle brackets around a path, an id or a name, as usage texts
// have them, if span is the first.
func inAngleBrackets(p *Pass, element xmlcall.ElementID, span xmlcall.Span) (fix Fix, ok bool) {
	a := p.Argument(element)
	if !p.Defined() && !toolspec.TightName(p.Block.Element(element).Local()) || p.Defined() && (a == nil || !a.Tight()) {
		return fix, false
	}
	around := p.Trim(p.Block.Element(element).Content())
	inner, ok := strings.CutSuffix(p.Block.Text[min(span.End, around.End):around.End], ">")
	if around.Start != span.Start || !ok || strings.TrimSpace(inner) == "" || strings.ContainsAny(inner, "<>") {
		return fix, false
	}
	return Fix{Title: "Remove the angle brackets", Edits: []Edit{{Span: span}, {Span: xmlcall.Span{Start: around.End - 1, End: around.End}}}}, true
}
