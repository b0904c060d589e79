package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// sections are the rules about CDATA sections that do not hold what was meant.
var sections = []*Rule{
	{Code: "cdata-end-in-text", Severity: Error, Group: Syntax, Needs: problems(xmlcall.CDATAEndInText), Check: eachProblem(describeSectionEnd)},
	{Code: "malformed-cdata", Severity: Error, Group: Syntax, Needs: problems(xmlcall.MalformedCDATA), Check: eachProblem(describeMalformedSection)},
	{Code: "corrupted-cdata", Severity: Error, Group: Safety, Needs: problems(xmlcall.CorruptedCDATA), Check: checkCorruptedCdata},
	{Code: "unclosed-cdata", Severity: Error, Group: Syntax, Needs: problems(xmlcall.CallEndInContent, xmlcall.UnclosedCDATA), Check: checkUnclosedCdata},
	{Code: "entity-in-cdata", Severity: Information, Group: Safety, Needs: noted(call.ReferenceInSection), Check: checkEntityInCdata},
}

func checkCorruptedCdata(p *Pass) {
	var fixes []Fix
	var related []Related
	for run, span := range p.RunsOf(xmlcall.CorruptedCDATA) {
		if fixes == nil {
			edits := triggers(p)
			fixes = []Fix{{Title: "Escape each bare `&` outside of CDATA", Edits: edits}}
			for _, e := range edits {
				related = append(related, Related{Span: e.Span, Message: "this `&` is not escaped"})
			}
		}
		p.report(span, Report{
			Message: "`" + Clip(p.Block.Slice(span)) + "` in CDATA arrives as `" + Clip(strings.Repeat("&amp;", len(run))) + "`; write `&amp;` for each bare `&` outside of CDATA",
			Note:    "A bare `&` outside of CDATA makes the runtime escape every bare `&` in the call, even in CDATA",
			Fixes:   fixes,
			Related: related,
		})
	}
}

// triggers returns the edits that escape everything that makes the runtime try its
// repair, or nil if there are too many for one fix.
func triggers(p *Pass) []Edit {
	var edits []Edit
	for _, problem := range p.Block.Problems {
		if problem.Kind.Repairable() {
			edits = append(edits, escapeEdit(problem))
		}
	}
	if len(edits) > maxShared {
		return nil
	}
	return edits
}

func checkUnclosedCdata(p *Pass) {
	note := refused
	if p.Outcome() != xmlcall.Refused {
		note = "The section goes on to a later `]]>`, and the call runs with other values than were written"
	}
	var cut []Fix // if a </tool> in the section is the cause, its fixes fix both
	for problem := range p.ProblemsOf(xmlcall.CallEndInContent) {
		cut = fixCut(p, problem)
	}
	for problem := range p.ProblemsOf(xmlcall.UnclosedCDATA) {
		fixes, message := cut, "Missing `]]>` for this `<![CDATA[`; write it before the end tag"
		if at, ok := problem.At(); ok {
			fixes = nil
			section := xmlcall.Span{Start: problem.Span.Start, End: at}
			value := p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: at})
			end := xmlcall.Span{Start: at, End: at + len(problem.Want)}
			title := "Insert `]]>` before the end tag"
			if n := brokenEnd(value); n > 0 && problem.Want == "" {
				tail := xmlcall.Span{Start: at - n, End: at}
				fixes = append(fixes, replace(Titled("Replace `", p.Block.Slice(tail), "` with `]]>`"), tail, "]]>"))
			}
			if problem.Want != "" {
				title = Titled("Replace `", problem.Want, "` with `]]>`")
				section.End = end.End
			}
			fixes = append(fixes, replace(title, end, "]]>"))
			fixes = append(fixes, sectionAsEscapes(section, value))
		} else if len(cut) > 0 {
			message = "`</tool>` cuts this `<![CDATA[` section off; write the value with escapes instead"
		}
		p.report(problem.Span, Report{
			Message: message,
			Note:    note,
			Fixes:   fixes,
		})
	}
}

func checkEntityInCdata(p *Pass) {
	element, meant := xmlcall.NoElement, false
	for n := range p.Notes() {
		if element != n.Element {
			element = n.Element
			meant = p.HoldsStructure(element) || p.IsMarkup(element) // without the section it would be a reference again
		}
		if meant {
			continue
		}
		reference := p.Block.Slice(n.Span)
		result := Report{
			Message: "`" + Clip(reference) + "` in CDATA is not read as `" + quoteChar(n.Want) + "`",
			Note:    "Nothing is decoded in CDATA: the tool gets the reference as written",
		}
		if mayReplace(p, n.Want, n.Span) {
			result.Fixes = []Fix{replace(Titled("Replace with `", quoteChar(n.Want), "`"), n.Span, p.LineEnds(n.Want))}
		}
		p.report(n.Span, result)
	}
}

// reserved are the sequences that the runtime looks for even in CDATA sections.
var reserved = []string{"]]>", "<tool>", "</tool>", "<thinking>", "</thinking>"}

// mayReplace reports whether a character can replace the text under span in a CDATA
// section: it is literal there, and does not complete a reserved sequence.
func mayReplace(p *Pass, char string, span xmlcall.Span) bool {
	switch {
	case char == "\r", char == "\uFFFD":
		return false
	case char == "&" && p.Outcome() == xmlcall.Repaired:
		return false // the repair would rewrite it
	}
	const longest = len("</thinking>")
	text := p.Block.Text
	around := text[max(0, span.Start-longest):span.Start] + char + text[span.End:min(len(text), span.End+longest)]
	at := min(longest, span.Start)
	for _, s := range reserved {
		if i := strings.Index(around[max(0, at-len(s)+1):], s); i >= 0 && max(0, at-len(s)+1)+i <= at {
			return false
		}
	}
	return true
}

// describeSectionEnd returns the report about a "]]>" outside of a section.
func describeSectionEnd(p *Pass, problem xmlcall.Problem) Report {
	escape := replace("Escape as `]]&gt;`", problem.Span, "]]&gt;")
	r := Report{Message: "Unescaped `]]>` outside of CDATA; write `]]&gt;`", Note: refused}
	switch opener, stray := strayEnd(p, problem); {
	case stray && opener.Len() == 0:
		r.Message = "`]]>` at the end of a value without a CDATA section; write `<![CDATA[` before the value, or remove it"
		r.Fixes = append(escapeFixes(p, []xmlcall.Problem{problem}, replace("Remove `]]>`", problem.Span, "")), escape)
		return r
	case stray:
		r.Message = "`]]>` without a CDATA section; write `<![CDATA[` instead of `" + Clip(p.Block.Slice(opener)) + "`"
	}
	r.Fixes = escapeFixes(p, []xmlcall.Problem{problem}, escape)
	return r
}

// describeMalformedSection returns the report about what was meant to open a section.
func describeMalformedSection(p *Pass, problem xmlcall.Problem) Report {
	n := Report{Message: "`" + Clip(p.Block.Slice(problem.Span)) + "` does not open a CDATA section; write `<![CDATA[`", Note: refused}
	if p.Outcome() != xmlcall.Refused {
		n.Note = "The runtime drops the section, so the tool gets nothing"
	}
	at, open := problem.At()
	switch t, _ := p.TokenAt(problem.Span.Start); {
	case open:
		n.Fixes = []Fix{{Title: "Write `<![CDATA[` and `]]>`", Edits: []Edit{
			{Span: problem.Span, Text: "<![CDATA["}, {Span: xmlcall.Span{Start: at, End: at}, Text: "]]>"},
		}}}
	case t.Kind() == xmlcall.CDATA || problem.Certain:
		value := strings.TrimSuffix(p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: t.Span().End}), "]]>")
		n.Fixes = []Fix{replace("Write `<![CDATA[`", problem.Span, "<![CDATA["), sectionAsEscapes(t.Span(), value)}
	}
	return n
}
