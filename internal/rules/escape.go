package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// fieldFixes are the possible fixes for a whole field, the innermost element around a
// problem. They are the same for all problems of the field.
type fieldFixes struct {
	escapes []Edit // one for each character to escape in the field
	cut     Fix    // the same where a </tool> cuts the field; see escapeCut
	section Fix    // the field as a CDATA section; without edits if it cannot be one
	prefers bool   // whether the CDATA section is preferable (ADR-0024)
}

// escapeEdit returns the edit that escapes the character of a problem.
func escapeEdit(problem xmlcall.Problem) Edit {
	switch problem.Kind {
	case xmlcall.RawLessThan:
		return Edit{Span: problem.Span, Text: "&lt;"}
	case xmlcall.CDATAEndInText:
		return Edit{Span: problem.Span, Text: "]]&gt;"}
	}
	return Edit{Span: xmlcall.Span{Start: problem.Span.Start, End: problem.Span.Start + 1}, Text: "&amp;"}
}

// fixesOf returns the possible fixes for a field.
func fixesOf(p *Pass, element xmlcall.ElementID) (m fieldFixes) {
	// In a refused call, the skipped part is not known.
	sound, stray, opener := !p.PassedOver(), false, xmlcall.Span{}
	content := p.Block.Element(element).Content()
	for _, problem := range p.ProblemsIn(element) {
		switch {
		case isCharacterKind(problem.Kind):
			edit := escapeEdit(problem)
			if at, ok := strayEnd(p, problem); ok {
				opener, stray, edit.Text = at, true, ""
			}
			if len(m.escapes) <= maxShared {
				m.escapes = append(m.escapes, edit)
			}
		case problem.Kind == xmlcall.CallEndInContent:
			m.cut, sound = escapeCut(p, problem), false
		case problem.Kind == xmlcall.CorruptedCDATA, problem.Kind == xmlcall.CDATAEndsEarly:
		case problem.Kind == xmlcall.MalformedCDATA && problem.Certain:
		default:
			sound = false // the intent is not known for the whole field
		}
	}
	if len(m.escapes) > maxShared {
		m.escapes = nil
	}
	name := p.Block.Element(element).Name()
	if stray && sound {
		m.section = Fix{Title: "Insert `<![CDATA[` before the value", Edits: []Edit{openSection(p, content, opener)}}
		if opener.Len() > 0 {
			m.section.Title, m.escapes = "Write `<![CDATA[`", nil // the value does not include it
		}
		m.prefers = len(m.escapes) != 1 || p.HasChildren(element)
	} else if text, ok := p.FieldText(element); ok && sound {
		if section, ok := asSection(text); ok {
			m.section = replace(Titled("Wrap `<", name, ">` in CDATA"), content, section)
			m.prefers = encode.PrefersCDATA(text) || isNested(p, element) && remember(p, "nested", func() bool { return nestedSections(p) })
		}
	}
	if len(m.section.Edits) > 0 && repairs(p, content) && strings.Contains(m.section.Edits[0].Text, "&") {
		m.section, m.prefers = Fix{}, false
	}
	return m
}

// openSection returns the edit that opens a section at opener which ends where the content of a field does. The
// references before its end are decoded, as none is read in a section, unless markup shows that it was one.
func openSection(p *Pass, content, opener xmlcall.Span) Edit {
	end := content.Start + strings.LastIndex(p.Block.Slice(content), "]]>")
	value := p.Block.Text[opener.End:end]
	if decoded, _ := call.Unescape(value); decoded != value && !strings.Contains(value, "</") {
		return Edit{Span: xmlcall.Span{Start: opener.Start, End: end}, Text: "<![CDATA[" + decoded}
	}
	return Edit{Span: opener, Text: "<![CDATA["}
}

// repairs reports whether the runtime's repair, which rewrites the ampersands of CDATA sections too, is needed for
// something outside of a field.
func repairs(p *Pass, field xmlcall.Span) bool {
	return slices.ContainsFunc(p.Block.Problems, func(problem xmlcall.Problem) bool {
		return problem.Kind.Repairable() && !field.Contains(problem.Span)
	})
}

// isNested reports whether an element is inside an argument, as <search> and <replace> are.
func isNested(p *Pass, element xmlcall.ElementID) bool {
	parent := p.Block.Element(element).Parent()
	return parent != xmlcall.NoElement && p.InArguments(element) && !p.IsArguments(parent)
}

// nestedSections reports whether a value inside an argument is written as a section, or will be: then its
// neighbors are, too, so that the parts of one argument can be compared. Arguments themselves differ: a
// path is escaped beside a content in CDATA.
func nestedSections(p *Pass) bool {
	for id, e := range p.Block.Elements() {
		if !isNested(p, id) || e.Unclosed() {
			continue
		}
		if strings.HasPrefix(strings.TrimLeft(p.Block.Slice(e.Content()), " \t\r\n"), "<![CDATA[") {
			return true
		}
		if text, ok := p.FieldText(id); ok && len(p.ProblemsIn(id)) > 0 && encode.PrefersCDATA(text) {
			return true
		}
	}
	return false
}

// strayEnd reports whether a problem is a "]]>" at the end of a field without a section: what is
// left of one whose opener was forgotten or is misspelled, or a marker too many. opener is the
// place of the opener.
func strayEnd(p *Pass, problem xmlcall.Problem) (opener xmlcall.Span, ok bool) {
	content := p.Block.Element(problem.Element).Content()
	if problem.Kind != xmlcall.CDATAEndInText || !content.Contains(problem.Span) || strings.TrimSpace(p.Block.Text[problem.Span.End:content.End]) != "" {
		return opener, false
	}
	before := p.Block.Text[content.Start:problem.Span.Start]
	at, _ := call.BrokenOpener(before)
	if strings.Contains(before, "<![CDATA[") || strings.TrimSpace(before[:at.Start]) != "" {
		return opener, false
	}
	return xmlcall.Span{Start: content.Start + at.Start, End: content.Start + at.End}, strings.TrimSpace(before[at.End:]) != ""
}

// isCharacterKind reports whether escaping a character fixes a problem of a kind. For
// each of them the parser reads the text as intended.
func isCharacterKind(kind xmlcall.ProblemKind) bool {
	return kind.Repairable() || kind == xmlcall.RawLessThan || kind == xmlcall.CDATAEndInText
}

// escapeFixes returns the fixes for adjacent characters to escape, the preferred one
// first: these alone, all of the field, the field as a CDATA section. single is the fix
// of these alone. In a refused call, fixing the whole field is preferred: a partial fix
// does not help.
func escapeFixes(p *Pass, run []xmlcall.Problem, single Fix) []Fix {
	problem := run[0]
	m := remember(p, problem.Element, func() fieldFixes { return fixesOf(p, problem.Element) })
	if !p.Block.Element(problem.Element).Content().Contains(problem.Span) {
		return []Fix{single} // in a tag, which cannot contain sections
	}
	fixes := []Fix{single}
	if !p.share(m.section.Edits, m.escapes) {
		return fixes
	}
	if len(m.escapes) > len(run) || len(m.cut.Edits) > 0 {
		all := Fix{Title: Titled("Escape all in `<", p.Block.Element(problem.Element).Name(), ">`"), Edits: m.escapes}
		if len(m.cut.Edits) > 0 {
			all = m.cut
		}
		if fixes = append(fixes, all); p.Outcome() == xmlcall.Refused {
			fixes[0], fixes[1] = fixes[1], fixes[0]
		}
	}
	switch {
	case len(m.section.Edits) == 0:
		return fixes
	case m.prefers:
		return append([]Fix{m.section}, fixes...)
	}
	return append(fixes, m.section)
}
