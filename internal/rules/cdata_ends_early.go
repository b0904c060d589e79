package rules

import (
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var cdataEndsEarly = &Rule{
	Code: "cdata-ends-early", Severity: Error, Group: Safety,
	Needs: call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CDATAEndsEarly}, Facts: call.Values},
	Check: checkCdataEndsEarly,
}

func checkCdataEndsEarly(p *Pass) {
	for i := range p.Block.Within(p.ArgumentsElement()) {
		if at, lost := call.LostBracket(p.Block, i); lost {
			p.report(xmlcall.Span{Start: at, End: at + len("]]>")}, Report{
				Severity: Warning,
				Message:  "`]]>` ends the CDATA section with an open `[`; write `]]]>`",
				Note:     "The tool gets the value without the last `]`",
				Fixes:    []Fix{insert("Insert `]`", at, "]")},
			})
		}
	}
	for problem := range p.Problems() {
		fixes := []Fix{replace("Split as `"+encode.SplitCDATAEnd+"`", problem.Span, encode.SplitCDATAEnd)}
		if t, ok := p.TokenAt(problem.Span.Start); ok && t.Kind() == xmlcall.CDATA {
			if fix := p.sharedFix(sharedKey{t.Element(), "inner"}, func() Fix { return innerMarkers(p, t) }); len(fix.Edits) > 0 {
				if last := len(fix.Edits) - 1; last > 0 && (fix.Edits[0].Span.Start > t.Inner().Start || fix.Edits[last].Span.End < t.Inner().End) && p.IsMarkup(t.Element()) {
					fixes = append(fixes, fix) // XML in a value may have sections of its own
				} else {
					fixes = slices.Insert(fixes, 0, fix)
				}
			}
			whole := p.sharedFix(sharedKey{t.Element(), strconv.Itoa(t.Span().Start)}, func() Fix { return sectionAsEscapes(t.Span(), p.Block.Slice(t.Inner())) })
			if len(whole.Edits) > 0 {
				fixes = append(fixes, whole)
			}
		}
		p.report(problem.Span, Report{
			Message: "`]]>` ends the CDATA section too early; write `" + encode.SplitCDATAEnd + "`",
			Note:    "What follows is read as markup, and the runtime refuses the call",
			Fixes:   fixes,
		})
	}
}

// innerMarkers returns the fix that removes the markers of CDATA in a section, if they are those
// of sections written in it, or an end that is written twice.
func innerMarkers(p *Pass, section xmlcall.Token) (fix Fix) {
	inner := section.Inner()
	text := p.Block.Slice(inner)
	var edits []Edit
	opened := 0
	for at := 0; ; {
		open, end := strings.Index(text[at:], "<![CDATA["), strings.Index(text[at:], "]]>")
		switch {
		case open < 0 && end < 0:
			if len(edits) > 0 && opened == 0 && len(edits) < maxShared {
				fix = Fix{Title: "Remove the inner `<![CDATA[`", Edits: edits}
				if len(edits) == 1 {
					fix.Title = "Remove this `]]>`"
				}
			}
			return fix
		case open >= 0 && (end < 0 || open < end):
			at += open
			if before := text[:at]; strings.HasSuffix(before, ">") || before != "" && !strings.HasSuffix(before, "\n") && strings.IndexAny(text[at+len("<![CDATA["):], " \t\n") == 0 {
				return fix // of XML in the value, or in a text about it
			}
			edits = append(edits, Edit{Span: xmlcall.Span{Start: inner.Start + at, End: inner.Start + at + len("<![CDATA[")}})
			at += len("<![CDATA[")
			opened++
		default:
			at += end
			if rest := strings.TrimLeft(text[at+len("]]>"):], "\r"); opened > 0 && strings.HasPrefix(rest, "\n") && !strings.HasSuffix(text[:at], "\n") {
				return fix // a section that ends with its line is one that the text quotes
			}
			edits = append(edits, Edit{Span: xmlcall.Span{Start: inner.Start + at, End: inner.Start + at + len("]]>")}})
			at += len("]]>")
			if opened--; opened < 0 && (strings.TrimSpace(text[at:]) != "" || len(edits) > 1 || strings.HasSuffix(text[:at-len("]]>")], "]") || strings.HasSuffix(text[:at-len("]]>")], " ")) {
				return fix
			}
			opened = max(0, opened)
		}
	}
}
