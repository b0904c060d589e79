package rules

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// characters are the rules about single characters and references in a text.
var characters = []*Rule{
	{
		Code: "unescaped-ampersand", Severity: Warning, Group: Syntax, Repaired: true,
		Needs: problems(xmlcall.BareAmpersand),
		Check: func(p *Pass) {
			for run, span := range p.RunsOf(xmlcall.BareAmpersand) {
				escaped := strings.Repeat("&amp;", len(run))
				p.report(span, Report{
					Message: "Unescaped `" + Clip(p.Block.Slice(span)) + "`; write `" + Clip(escaped) + "`",
					Note:    p.ifRepaired("Parsing fails; the runtime then escapes every bare `&`, even in CDATA, and retries"),
					Fixes:   escapeFixes(p, run, replace(Titled("Escape as `", escaped, "`"), span, escaped)),
				})
			}
		},
	},
	{
		Code: "unknown-entity", Severity: Warning, Group: Syntax, Repaired: true,
		Needs: problems(xmlcall.UnknownEntity),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			name := p.Block.Slice(problem.Span)
			if name == "&nbsp;" && followsSpaced(p, problem.Element, problem.Span.Start, "") {
				return Report{}
			}
			message, fixes := "Unknown entity `"+Clip(name)+"`; write `&amp;"+Clip(name[1:])+"`", escapeReference(p, problem)
			// HTML also reads the start of a name, such as &amp in &ampere;, and leaves the rest.
			const longest = 2 // characters that an entity is
			if char := html.UnescapeString(name); char != name && utf8.RuneCountInString(char) <= longest {
				message += ", or the character `" + quoteChar(char) + "`"
				fixes = append(fixes, replace(Titled("Replace with `", quoteChar(char), "`"), problem.Span, minimal.Replace(char)))
			}
			return Report{Message: message, Note: p.ifRepaired(literal), Fixes: fixes}
		}),
	},
	{
		Code: "unterminated-entity", Severity: Warning, Group: Syntax, Repaired: true,
		Needs: problems(xmlcall.UnterminatedReference),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			name := p.Block.Slice(problem.Span)
			message, fixes := "Missing `;` after `"+Clip(name)+"`; write `&amp;"+Clip(name[1:])+"`", escapeReference(p, problem)
			// The number of a character that does not exist is refused with a semicolon, too.
			if _, _, ok := xmlcall.ReferenceAt(name+";", 0); ok {
				if message += " for the text, or "; Clip(name) == name {
					message += "`" + name + ";`"
				} else {
					message += "add the `;`"
				}
				fixes = append(fixes, replace(Titled("Add the semicolon: `", name+";", "`"), problem.Span, name+";"))
			}
			return Report{Message: message, Note: p.ifRepaired(literal), Fixes: fixes}
		}),
	},
	{
		Code: "invalid-character-reference", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidCharacterReference),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			text := p.Block.Slice(problem.Span)
			return Report{
				Message: "`" + Clip(text) + "` does not refer to a valid character; remove it",
				Note:    refused,
				Fixes:   []Fix{replace(Titled("Remove `", text, "`"), problem.Span, ""), replace("Replace with `U+FFFD`", problem.Span, "\uFFFD")},
			}
		}),
	},
	{Code: "surrogate-character-reference", Severity: Error, Group: Syntax, Needs: problems(xmlcall.SurrogateReference), Check: checkSurrogates},
	{
		Code: "invalid-character", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidCharacter),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			r, _ := utf8.DecodeRuneInString(p.Block.Slice(problem.Span))
			fixes := []Fix{replace(fmt.Sprintf("Remove `U+%04X`", r), problem.Span, "")}
			if r < 0x20 {
				picture := string(0x2400 + r)
				fixes = append(fixes, replace("Replace with `"+picture+"`", problem.Span, picture))
			}
			return Report{
				Message: fmt.Sprintf("Invalid character `U+%04X`; remove it", r),
				Note:    "XML does not allow it, not even in CDATA, so the runtime refuses the call",
				Fixes:   fixes,
			}
		}),
	},
	{
		Code: "invalid-utf8", Severity: Error, Group: Syntax,
		Needs: problems(xmlcall.InvalidUTF8),
		Check: eachProblem(func(p *Pass, problem xmlcall.Problem) Report {
			bytes := p.Block.Slice(problem.Span)
			shown := bytes[:min(len(bytes), 8)]
			hex := fmt.Sprintf("% X", shown)
			if len(bytes) > len(shown) {
				hex += " …"
			}
			n := Report{
				Message: "Invalid UTF-8 `" + hex + "`; write the character in UTF-8",
				Note:    "Read from a file, the call is refused; in a reply, each such byte arrives as U+FFFD",
				Fixes:   []Fix{replace("Replace with `U+FFFD`", problem.Span, "\uFFFD"), replace("Remove the bytes", problem.Span, "")},
			}
			if p.Reason.Fine() {
				n.Severity = Information // it is between elements
			}
			return n
		}),
	},
	{
		Code: "double-escaped-entity", Severity: Information, Group: Safety,
		Needs: noted(call.DoubleEscape, call.EscapedSection),
		Check: eachNote(func(p *Pass, n call.Note) Report {
			if n.Kind == call.DoubleEscape {
				return Report{
					Message: "`" + Clip(p.Block.Slice(n.Span)) + "` is escaped twice; the tool gets the text `" + Clip(n.Want) + "`",
					Fixes:   []Fix{replace(Titled("Escape once: `", n.Want, "`"), n.Span, n.Want)},
				}
			}
			return Report{
				Message: "The CDATA section in `<" + Clip(p.Block.Element(n.Element).Local()) + ">` is escaped; write its text",
				Note:    "The tool gets `<![CDATA[` and `]]>` as part of the value",
				Fixes:   []Fix{replace("Write the text of the section", n.Span, preferred(n.Want))},
			}
		}),
	},
}

// literal is the note about a reference that the runtime reads as text.
const literal = "The runtime cannot decode it; the tool gets it as literal text"

// ifRepaired returns a note about what the repair of ampersands does, if the call needs it.
func (p *Pass) ifRepaired(note string) string {
	if p.Outcome() == xmlcall.Repaired {
		return note
	}
	return ""
}

// minimal escapes only what XML requires to be escaped in text.
var minimal = strings.NewReplacer("&", "&amp;", "<", "&lt;")

// escapeReference returns the fixes that escape the ampersand of a reference.
func escapeReference(p *Pass, problem xmlcall.Problem) []Fix {
	title := Titled("Escape as `", "&amp;"+p.Block.Slice(problem.Span)[1:], "`")
	return escapeFixes(p, []xmlcall.Problem{problem}, Fix{Title: title, Edits: []Edit{escapeEdit(problem)}})
}

func checkSurrogates(p *Pass) {
	var fix []Fix // of the pair whose first half came last
	for problem := range p.Problems() {
		fixes := fix
		fix = nil
		if char, end := call.Surrogates(p.Block.Text, problem.Span.Start, problem.Span.End); char != "" && fixes == nil {
			second := xmlcall.Span{Start: problem.Span.End, End: end}
			fix = []Fix{{Title: "Replace with `" + char + "`", Edits: []Edit{{Span: problem.Span, Text: char}, {Span: second}}}}
			fixes = fix
		}
		p.report(problem.Span, Report{
			Message: "`" + Clip(p.Block.Slice(problem.Span)) + "` is half a character; write the whole character",
			Note:    "The tool gets U+FFFD in its place",
			Fixes:   fixes,
		})
	}
}
