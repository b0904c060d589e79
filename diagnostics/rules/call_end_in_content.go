package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

var callEndInContent = &Rule{
	Code:     "call-end-in-content",
	Severity: Error,
	Summary:  `A </tool> inside a value`,
	Explanation: `The runtime cuts a call at the first literal \'</tool>\', wherever it stands: a CDATA
section or a comment does not protect it. What is left cannot be parsed, and the
rest of the value becomes prose.

Only \'&lt;/tool&gt;\' is harmless inside a value, or a CDATA section that is split inside
the tag.`,
	FixSafety: `
Both ways to write the tag are certain where one field is known to hold it, and its content is
in no other doubt: the value is what is written there. Where no field is known the text may be
a second call, and every fix is a guess.
`,
	Bad: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>doc.md</path>
  <content><![CDATA[Close it with </tool> please]]></content>
</arguments>
</tool>`,
	Good: `<tool>
<server_name>local</server_name>
<tool_name>write_file</tool_name>
<arguments>
  <path>doc.md</path>
  <content>Close it with &lt;/tool&gt; please</content>
</arguments>
</tool>`,
	Check: checkCallEndInContent,
}

func checkCallEndInContent(p *Pass) {
	p.problems(func(problem xmlcall.Problem) {
		p.report(problem.Span, note{
			message: "`</tool>` inside <" + Clip(problem.Want) + ">: write `&lt;/tool&gt;`; the call ends here",
			fixes:   p.mendCut(problem),
		})
	}, xmlcall.CallEndInContent)
}

// mendCut returns the fixes for a </tool> at problem.Span in a field whose end
// tag stands at problem.At, behind the block.
func (p *Pass) mendCut(problem xmlcall.Problem) []Fix {
	text := p.b.Text
	for _, other := range p.b.Problems {
		switch other.Kind {
		case xmlcall.UnclosedCDATA:
			from, end := other.Span, problem.At
			k := strings.LastIndex(text[from.End:end], "]]>")
			section := xmlcall.Span{Start: from.Start, End: end}
			value := text[from.End:end]
			if k >= 0 && strings.TrimSpace(value[k+3:]) == "" {
				section.End = from.End + k + 3
				value = value[:k]
			}
			fixes := p.sectionAsEscapes(section, value, true)
			return append(fixes, Fix{
				Title: "Split the CDATA section inside </tool>",
				Edits: atEach(text, xmlcall.Span{Start: from.End, End: section.End}, "</tool>", func(span xmlcall.Span) Edit {
					at := span.Start + len("</to")
					return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: "]]><![CDATA["}
				}),
			})
		case xmlcall.InvalidComment:
			return []Fix{replace("Escape as &lt;/tool&gt;", problem.Span, "&lt;/tool&gt;")}
		case xmlcall.NestedCall:
			// A whole call is quoted: all of its markup is text.
			end := strings.LastIndex(text[:problem.At], "</tool>") + len("</tool>")
			span := xmlcall.Span{Start: other.Span.Start, End: end}
			return []Fix{replace("Escape the quoted call", span, escapeMarkup(text[span.Start:span.End]))}
		}
	}
	rest := xmlcall.Span{Start: problem.Span.Start, End: problem.At}
	edits := atEach(text, rest, "</tool>", func(span xmlcall.Span) Edit { return Edit{Span: span, Text: "&lt;/tool&gt;"} })
	edits = append(edits, atEach(text, rest, "<tool>", func(span xmlcall.Span) Edit { return Edit{Span: span, Text: "&lt;tool&gt;"} })...)
	slices.SortFunc(edits, CompareEdits)
	return []Fix{{Title: "Escape as &lt;/tool&gt;", Edits: edits}}
}

// atEach returns the edits for each place of what in text under span.
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
