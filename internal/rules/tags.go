package rules

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// tags are the rules about a tag, a comment or a declaration that the runtime does not read as it was meant.
var tags = []*Rule{
	{
		Code: "mismatched-end-tag", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.MismatchedEndTag),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			if isSpaced(p, problem.Element) {
				return Report{}
			}
			want := "</" + problem.Want + ">"
			fixes := []Fix{replace(Titled("Write `", want, "`"), problem.Span, want)}
			e := p.Block.Element(problem.Element)
			if name := p.EndName(problem.Element); p.Tool == nil && e.End() == problem.Span && p.InArguments(problem.Element) && name != problem.Want && lex.IsElementName(name) {
				fixes = append(fixes, Fix{Title: Titled("Write `<", name, ">`"), Edits: p.Rename(problem.Element, name)[:1]})
			}
			return Report{Message: "Expected `</" + Clip(problem.Want) + ">`, found `" + Clip(p.Block.Slice(problem.Span)) + "`", Note: refused, Fixes: fixes}
		}),
	},
	{
		Code: "invalid-element-name", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidElementName),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			if report, ok := spacedElement(p, p.Block.Element(problem.Element).Parent(), problem.Span); ok {
				return report
			}
			fixes := escapeTags(p, problem.Element)
			if len(fixes) == 0 {
				fixes = renameElement(p, problem.Element)
			}
			return Report{
				Message: "Invalid element name in `" + Clip(p.Block.Slice(problem.Span)) + "`; rename the element or escape the tag",
				Note:    "A name starts with a letter or `_` and has at most one `:`; the runtime refuses the call",
				Fixes:   fixes,
			}
		}),
	},
	{Code: "invalid-attribute", Severity: Error, Group: Syntax, Needs: problems(xmlcall.InvalidAttribute), Check: eachProblem(describeInvalidAttribute)},
	{
		Code: "invalid-comment", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidComment),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			if p.Block.Slice(problem.Span) == "<!--" {
				return Report{
					Message: "Missing `-->` for `<!--`; write it, or `&lt;!--` for text", Note: refused,
					Fixes: []Fix{replace("Escape as `&lt;!--`", problem.Span, "&lt;!--")},
				}
			}
			fixes := []Fix{replace("Write `-`", problem.Span, "-")}
			if t, ok := p.TokenAt(problem.Span.Start); ok && p.Scalar(t.Element()) != xmlcall.NoElement {
				fixes = slices.Insert(fixes, 0, replace("Escape as text", t.Span(), encode.Escape(p.Block.Slice(t.Span()))))
			}
			return Report{Message: "`--` in a comment; write `-`", Note: refused, Fixes: fixes}
		}),
	},
	{
		Code: "unsupported-xml-declaration", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidDeclaration),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			text := p.Block.Slice(problem.Span)
			what, fix := " in a value; escape it", replace("Escape as text", problem.Span, encode.Escape(text))
			if !p.InArguments(problem.Element) {
				what, fix = "; remove it", replace("Remove the declaration", problem.Span, "")
			}
			return Report{
				Message: "Unsupported `" + Clip(text) + "`" + what,
				Note:    "The runtime reads XML only in version 1.0 and only in UTF-8, and refuses the call",
				Fixes:   []Fix{fix},
			}
		}),
	},
	{
		Code: "ignored-prefix", Severity: Information, Group: Envelope,
		Needs: noted(call.IgnoredPrefix),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			if !p.Reads(n.Element) {
				return Report{}
			}
			e := p.Block.Element(n.Element)
			return Report{
				Message: "The prefix of `<" + Clip(e.Name()) + ">` is ignored; write `<" + Clip(e.Local()) + ">`",
				Fixes:   []Fix{{Title: Titled("Rename to `<", e.Local(), ">`"), Edits: p.Rename(n.Element, e.Local())}},
			}
		}),
	},
	{
		Code: "nested-call", Severity: Error, Group: Safety,
		Needs: problems(xmlcall.NestedCall),
		Check: eachProblem(mention("a value", "The next `</tool>` ends the whole call, which the runtime then refuses")),
	},
	{
		Code: "swallowed-call", Severity: Error, Group: Safety,
		Needs: problems(xmlcall.SwallowedCall),
		Check: eachProblem(mention("prose", "A call starts here and swallows the one below; the runtime refuses both")),
	},
	{
		Code: "call-start-in-content", Severity: Information, Group: Safety,
		Needs: noted(call.ToolTagInSection),
		Check: func(p *Pass) {
			again, element, draft := call.Draft(p.Block)
			for n := range p.Notes() {
				r := Report{
					Message: "Literal `<tool>` in a value; it does not start a call here",
					Note:    "Inside a call only `</tool>` is special: it ends the call, even in CDATA",
				}
				if draft && n.Span == again {
					field := "`<" + Clip(p.Block.Element(element).Local()) + ">`"
					start := p.Block.Element(p.Block.Envelope()).Start().Start
					r = Report{
						Severity: Error,
						Message:  "`<tool>` in " + field + " starts the call again; remove the draft before it",
						Note:     "The call runs with the draft, and the start of this one, in " + field,
						Fixes:    []Fix{replace("Remove the draft", xmlcall.Span{Start: start, End: again.Start}, "")},
					}
				}
				p.report(n.Span, r)
			}
		},
	},
	{
		Code: "call-end-in-content", Severity: Error, Group: Safety,
		Needs: problems(xmlcall.CallEndInContent),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			message := "Unescaped `</tool>` in `<" + Clip(problem.Want) + ">`; write `&lt;/tool&gt;`"
			if p.HasProblem(xmlcall.UnclosedCDATA) { // in which nothing is decoded
				message = "`</tool>` in the CDATA of `<" + Clip(problem.Want) + ">`; write the value with escapes instead"
			}
			return Report{
				Message: message,
				Note:    "The first `</tool>` ends the call, even inside CDATA or a comment; the rest of the value is lost",
				Fixes:   fixCut(p, problem),
			}
		}),
	},
	{
		Code: "stray-call-end", Severity: Information, Group: Messages,
		Needs: about(call.Neighbors),
		Check: func(p *Pass) {
			for _, span := range p.Around.StrayEnds {
				p.report(span, Report{
					Message: "`</tool>` does not end a call; remove it",
					Note:    "The runtime shows it as text",
					Fixes:   []Fix{replace("Remove `</tool>`", span, "")},
				})
			}
		},
	},
	{
		Code: "call-too-large", Severity: Error, Group: Syntax, Long: xmlcall.MaxSize,
		Needs: problems(xmlcall.TooLarge),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			return Report{
				Message: "This `<tool>` block is " + thousands.Separate(problem.Span.Len()) + " bytes; the limit is " + thousands.Separate(p.Around.MaxSize),
				Note:    "The runtime refuses larger calls; write a long file in parts",
			}
		}),
	},
}

// mention describes a <tool> that was only mentioned, in a place such as "prose".
func mention(in, note string) func(*Pass, xmlcall.Problem) Report {
	return func(_ *Pass, problem xmlcall.Problem) Report {
		return Report{
			Message: "Unescaped `<tool>` in " + in + "; write `&lt;tool&gt;`", Note: note,
			Fixes: []Fix{replace("Escape as `&lt;tool&gt;`", problem.Span, "&lt;tool&gt;")},
		}
	}
}

// renameElement suggests a valid name for an element: with underscores for everything that XML
// does not allow in a name, and one before what does not start a name. There is none for a name
// of more than a kilobyte: its characters outside of ASCII are examined one by one.
func renameElement(p *Pass, element xmlcall.ElementID) []Fix {
	const longest = 1 << 10 // bytes
	e := p.Block.Element(element)
	if len(e.Name()) > longest {
		return nil
	}
	name := strings.Map(func(r rune) rune {
		if r == ':' || r == utf8.RuneError || !lex.IsElementName("_"+string(r)) {
			return '_'
		}
		return r
	}, e.Name())
	if !lex.IsElementName(name) {
		name = "_" + name
	}
	return []Fix{{Title: Titled("Rename to `<", name, ">`"), Edits: p.Rename(element, name)}}
}

// describeInvalidAttribute returns the report about an attribute that XML does not allow.
func describeInvalidAttribute(p *Pass, problem xmlcall.Problem) Report {
	text := p.Block.Slice(problem.Span)
	r := Report{Message: "Invalid attribute `" + Clip(text) + "`", Note: "XML requires `name=\"value\"`, so the runtime refuses the call"}
	start := len(strings.TrimRight(p.Block.Text[:problem.Span.Start], " \t\r\n"))
	remove := replace(Titled("Remove `", text, "`"), xmlcall.Span{Start: start, End: problem.Span.End}, "")
	r.Fixes = escapeTags(p, problem.Element)
	if name, value, ok := strings.Cut(text, "="); ok && !strings.ContainsAny(value, "\"'<") {
		r.Fixes = append(r.Fixes, replace("Quote the value", problem.Span, name+`="`+value+`"`))
	}
	switch {
	case p.Argument(problem.Element) != nil || problem.Element == p.ArgumentsElement() || p.Block.Element(problem.Element).Parent() == p.Block.Envelope():
		// Attributes of items and arguments are ignored: quotes would not help.
		r.Message += "; remove it"
		r.Fixes = append([]Fix{remove}, r.Fixes...)
		return r
	case !p.Defined(): // it may be that of an argument
		r.Message += "; remove it, or escape the tag"
	default:
		r.Message += "; escape the tag"
	}
	r.Fixes = append(r.Fixes, remove)
	return r
}
