package diagnostics

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A fieldMend is what can be done about a whole field, the innermost element
// around a problem. It is the same for all problems of the field.
type fieldMend struct {
	escapes []Edit // one for each character to escape in the field
	section []Edit // the field as a CDATA section; nil where it cannot be one
	prefers bool   // the CDATA section is the better of the two (ADR-0024)
	budget  int    // bytes of edits that further findings may carry
}

// Every finding carries its fixes, and some mend the whole field or call. So
// that the report of a field with thousands of bare ampersands does not grow
// with their square, a fix for several places has at most maxShared edits, and
// the findings of one field carry at most sharedBytes of such fixes. The first
// finding always has them.
const (
	maxShared   = 200
	sharedBytes = 64 << 10
)

// spend takes the size of edits from a budget and reports whether it sufficed.
func spend(budget *int, edits []Edit) bool {
	if *budget <= 0 {
		return false
	}
	for _, e := range edits {
		*budget -= len(e.Text) + 16
	}
	return true
}

// characterKinds are the problems that escaping a character mends. For each
// of them the parser reads the text as it was meant.
var characterKinds = []xmlcall.ProblemKind{
	xmlcall.BareAmpersand, xmlcall.UnknownEntity, xmlcall.UnterminatedReference,
	xmlcall.RawLessThan, xmlcall.CDATAEndInText,
}

// escapeEdit returns the edit that escapes the character of a problem.
func escapeEdit(problem xmlcall.Problem) Edit {
	switch problem.Kind {
	case xmlcall.RawLessThan:
		return Edit{problem.Span, "&lt;"}
	case xmlcall.CDATAEndInText:
		return Edit{problem.Span, "]]&gt;"}
	}
	return Edit{xmlcall.Span{Start: problem.Span.Start, End: problem.Span.Start + 1}, "&amp;"}
}

// field returns what can be done about the field with the given element index.
func (p *pass) field(element int) *fieldMend {
	if m, ok := p.fields[element]; ok {
		return m
	}
	m := fieldMend{budget: sharedBytes}
	// What was passed over in a call that is refused is not known.
	sound := !p.passedOver()
	content := p.b.Elements[element].Content()
	for _, problem := range p.problemsIn(element) {
		switch {
		case isCharacterKind(problem.Kind):
			if len(m.escapes) <= maxShared {
				m.escapes = append(m.escapes, escapeEdit(problem))
			}
		case problem.Kind == xmlcall.CorruptedCDATA, problem.Kind == xmlcall.CDATAEndsEarly:
		case problem.Kind == xmlcall.MalformedCDATA && problem.Certain:
		default:
			sound = false // what was meant is not known for the whole field
		}
	}
	if len(m.escapes) > maxShared {
		m.escapes = nil
	}
	if text, ok := p.fieldText(element); ok && sound {
		if section, ok := asSection(text); ok {
			m.section = []Edit{{content, section}}
			m.prefers = encode.PrefersCDATA(text)
		}
	}
	if p.fields == nil {
		p.fields = map[int]*fieldMend{}
	}
	p.fields[element] = &m
	return &m
}

func isCharacterKind(kind xmlcall.ProblemKind) bool {
	return slices.Contains(characterKinds, kind)
}

// passedOver reports whether a part of the block was not looked at, because it
// has too many problems.
func (p *pass) passedOver() bool { return p.b.More && p.outcome() == xmlcall.Refused }

// firstProblem returns the index of the first problem at or behind an offset.
func (p *pass) firstProblem(offset int) int {
	i, _ := slices.BinarySearchFunc(p.b.Problems, offset, func(problem xmlcall.Problem, offset int) int {
		return cmp.Compare(problem.Span.Start, offset)
	})
	return i
}

// problemsIn returns the problems whose innermost element is the given one.
func (p *pass) problemsIn(element int) []xmlcall.Problem {
	if p.byElement == nil {
		p.byElement = map[int][]xmlcall.Problem{}
		for _, problem := range p.b.Problems {
			p.byElement[problem.Element] = append(p.byElement[problem.Element], problem)
		}
	}
	return p.byElement[element]
}

// fieldText returns what the author meant the field to hold, with its line
// ends as they are in the file. ok is false for an element that holds other
// elements, comments or the like, for one that is never closed, and for text
// that a CDATA section cannot carry.
func (p *pass) fieldText(element int) (text string, ok bool) {
	e := &p.b.Elements[element]
	if e.SelfClosing || e.Unclosed || element == p.b.Envelope() || isArguments(p.b, element) {
		return "", false
	}
	var w strings.Builder
	for i := e.First + 1; i < e.Last; i++ {
		t := &p.b.Tokens[i]
		switch t.Kind {
		case xmlcall.Text:
			from := t.Span.Start
			for ref := range p.b.References(t) {
				if ref.Text == "\r" { // a CDATA section would turn it into LF
					return "", false
				}
				w.WriteString(p.b.Text[from:ref.Span.Start])
				w.WriteString(ref.Text)
				from = ref.Span.End
			}
			w.WriteString(p.b.Text[from:t.Span.End])
		case xmlcall.CDATA:
			w.WriteString(p.b.Slice(t.Inner))
		default:
			return "", false
		}
	}
	return w.String(), true
}

// isArguments reports whether an element is the arguments of the call.
func isArguments(b *xmlcall.Block, element int) bool {
	e := &b.Elements[element]
	return e.Parent == b.Envelope() && e.Local() == "arguments"
}

// escapeFixes returns the fixes for characters to escape that touch, the preferred
// one first: these alone, all of the field, the field as a CDATA section. single is
// the fix of these alone. In a call that is refused all of the field goes first:
// nothing is won with a part of it.
func (p *pass) escapeFixes(run []xmlcall.Problem, single Fix) []Fix {
	problem := run[0]
	m := p.field(problem.Element)
	if !p.b.Elements[problem.Element].Content().Contains(problem.Span) {
		return []Fix{single} // in a tag, where there are no sections
	}
	fixes := []Fix{single}
	if !spend(&m.budget, m.section) || !spend(&m.budget, m.escapes) {
		return fixes
	}
	if len(m.escapes) > len(run) {
		all := Fix{Title: "Escape all in " + p.fieldName(problem.Element), Edits: m.escapes}
		if fixes = append(fixes, all); p.outcome() == xmlcall.Refused {
			fixes[0], fixes[1] = fixes[1], fixes[0]
		}
	}
	if m.section == nil {
		return fixes
	}
	section := Fix{Title: "Wrap " + p.fieldName(problem.Element) + " in CDATA", Edits: m.section}
	if m.prefers {
		return append([]Fix{section}, fixes...)
	}
	return append(fixes, section)
}

// fieldName names a field in a title.
func (p *pass) fieldName(element int) string {
	return "<" + p.b.Elements[element].Name + ">"
}

// triggerEdits returns the edits that mend everything that makes the runtime
// try its repair, or nil where those are too many for one fix.
func (p *pass) triggerEdits() []Edit {
	if p.mends == nil {
		for _, problem := range p.b.Problems {
			switch problem.Kind {
			case xmlcall.BareAmpersand, xmlcall.UnknownEntity, xmlcall.UnterminatedReference:
				p.mends = append(p.mends, escapeEdit(problem))
			}
		}
	}
	if len(p.mends) > maxShared {
		return nil
	}
	return p.mends
}
