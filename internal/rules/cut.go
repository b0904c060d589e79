package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// fixCut returns the fixes for a </tool> at problem.Span in a field whose end tag is
// at problem.At(), after the block.
func fixCut(p *Pass, problem xmlcall.Problem) []Fix {
	text := p.Block.Text
	fieldEnd, _ := problem.At()
	for _, other := range p.Block.Problems {
		switch other.Kind {
		case xmlcall.UnclosedCDATA:
			from, end := other.Span, fieldEnd
			k := strings.LastIndex(text[from.End:end], "]]>")
			section := xmlcall.Span{Start: from.Start, End: end}
			value := text[from.End:end]
			if k >= 0 && strings.TrimSpace(value[k+3:]) == "" {
				section.End = from.End + k + 3
				value = value[:k]
				if once, twice := strings.CutSuffix(value, "]]>"); twice { // markers that are written twice
					value = strings.TrimPrefix(once, "<![CDATA[")
				}
			} else {
				value = value[:len(value)-brokenEnd(value)]
			}
			fixes := []Fix{sectionAsEscapes(section, value)}
			return append(fixes, Fix{
				Title: "Split the CDATA section inside `</tool>`",
				Edits: atEach(text, xmlcall.Span{Start: from.End, End: section.End}, "</tool>", func(span xmlcall.Span) Edit {
					at := span.Start + len("</to")
					return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "]]><![CDATA["}
				}),
			})
		case xmlcall.InvalidComment:
			return []Fix{replace("Escape as `&lt;/tool&gt;`", problem.Span, "&lt;/tool&gt;")}
		case xmlcall.NestedCall:
			// A whole call is quoted: all of its markup is text.
			end := strings.LastIndex(text[:fieldEnd], "</tool>") + len("</tool>")
			span := xmlcall.Span{Start: other.Span.Start, End: end}
			return []Fix{replace("Escape the quoted call", span, escapeMarkup(text[span.Start:span.End]))}
		}
	}
	rest := xmlcall.Span{Start: problem.Span.Start, End: fieldEnd}
	edits := atEach(text, rest, "</tool>", func(span xmlcall.Span) Edit { return Edit{Span: span, Text: "&lt;/tool&gt;"} })
	edits = append(edits, atEach(text, rest, "<tool>", func(span xmlcall.Span) Edit { return Edit{Span: span, Text: "&lt;tool&gt;"} })...)
	tags := Fix{Title: "Escape as `&lt;/tool&gt;`", Edits: sorted(edits)}
	if all := escapeCut(p, problem); len(all.Edits) > 0 {
		return []Fix{all, tags}
	}
	return []Fix{tags}
}

// escapeCut returns the fix that escapes all of a value which a </tool> in it cuts, if nothing in it is escaped and there is
// more than tags of calls to escape.
func escapeCut(p *Pass, problem xmlcall.Problem) Fix {
	end, _ := problem.At()
	content := xmlcall.Span{Start: end, End: end}
	for _, e := range p.Block.Elements() {
		if e.Name() == problem.Want && e.Start().End <= problem.Span.Start {
			content.Start = e.Start().End
		}
	}
	raw := p.Block.Slice(content)
	decoded, _ := call.Unescape(raw)
	if decoded != raw || strings.Contains(raw, "<![CDATA[") || !strings.ContainsAny(strings.NewReplacer("</tool>", "", "<tool>", "").Replace(raw), "<&") {
		return Fix{}
	}
	return replace(Titled("Escape all in `<", problem.Want, ">`"), content, encode.Escape(raw))
}

// atEach returns an edit for each occurrence of what in text under span.
func atEach(text string, span xmlcall.Span, what string, edit func(xmlcall.Span) Edit) []Edit {
	var edits []Edit
	for i := span.Start; ; {
		k := strings.Index(text[i:span.End], what)
		if k < 0 {
			return edits
		}
		i += k
		edits = append(edits, edit(xmlcall.Span{Start: i, End: i + len(what)}))
		i += len(what)
	}
}

// brokenEnd returns the length of what ends a section and was meant to close it, 0 if there is
// nothing like that: brackets that close one in the section do not.
func brokenEnd(value string) int {
	for _, end := range []string{"]]&gt;", "]] >", "] ]>", "] ] >", "]]", "]>"} {
		if before, ok := strings.CutSuffix(value, end); ok {
			if len(end) > 2 || strings.Count(before, "[") <= strings.Count(before, "]") {
				return len(end)
			}
			return 0
		}
	}
	return 0
}
