package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var malformedCdata = &Rule{
	Code:     "malformed-cdata",
	Severity: Error,
	Group:    Syntax,
	Summary:  `Something that was meant to open a CDATA section`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.MalformedCDATA}},
	Check:    checkMalformedCdata,
}

func checkMalformedCdata(p *Pass) {
	note := refused
	if p.Outcome() != xmlcall.Refused {
		note = "The runtime drops the section, so the tool gets nothing"
	}
	for problem := range p.Problems() {
		var fixes []Fix
		at, open := problem.At()
		switch t, _ := p.TokenAt(problem.Span.Start); {
		case open:
			fixes = []Fix{{Title: "Write `<![CDATA[` and `]]>`", Edits: []Edit{
				{Span: problem.Span, Text: "<![CDATA["}, {Span: xmlcall.Span{Start: at, End: at}, Text: "]]>"},
			}}}
		case t.Kind() == xmlcall.CDATA || problem.Certain:
			fixes = []Fix{replace("Write `<![CDATA[`", problem.Span, "<![CDATA[")}
			value := strings.TrimSuffix(p.Block.Slice(xmlcall.Span{Start: problem.Span.End, End: t.Span().End}), "]]>")
			fixes = append(fixes, sectionAsEscapes(t.Span(), value))
		}
		p.report(problem.Span, Report{Message: "`" + Clip(p.Block.Slice(problem.Span)) + "` does not open a CDATA section; write `<![CDATA[`", Note: note, Fixes: fixes})
	}
}
