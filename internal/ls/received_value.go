package ls

import (
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A ReceivedValue is what is told of an element of the arguments: the value that the tool
// receives, or that it receives none.
type ReceivedValue struct {
	Name  string `json:"name"`           // as "edits[0].search"
	Depth int    `json:"depth"`          // how many lists and objects it is in
	Type  string `json:"type,omitempty"` // in words
	// Kind is what Text is: a string, an integer, a number, a boolean or null; of a list, an object
	// or nothing at all, words; what the tool refuses. It is "ignored" for what does not arrive.
	Kind     string `json:"kind"`
	Text     string `json:"text"`
	Language string `json:"language,omitempty"` // of a string, as Markdown calls it
	Bytes    int    `json:"bytes,omitzero"`     // of all of a string
	More     string `json:"more,omitempty"`     // how much of a string Text leaves out
	Note     string `json:"note,omitempty"`     // what is not as it was written
	Lost     bool   `json:"lost,omitzero"`      // data is: an error is reported there

	id       xmlcall.ElementID
	fate     toolspec.Fate
	reason   string // why the tool refuses it
	repaired bool   // the repair of the call changed it
	partial  bool   // elements in it are left out
}

// The kinds of values besides those of [toolspec.Kind].
const (
	kindNull    = "null"
	kindList    = "list"
	kindObject  = "object"
	kindEmpty   = "empty"
	kindRefused = "refused"
	kindIgnored = "ignored"
)

// value returns what the tool receives of an element, which has a name there. It has all of a
// string, and no note yet.
func (r *reception) value(id xmlcall.ElementID, name string) ReceivedValue {
	of, text := r.Of(id), r.block.Element(id).Decoded() // of a refused call as it was meant
	v := ReceivedValue{Name: name, id: id, fate: of.Fate, reason: of.Reason, Kind: kindIgnored}
	if !v.shown() {
		return v
	}
	v.Type = r.typeOf(id)
	if of.Argument == nil {
		v.Type += ", inferred"
	}
	v.repaired = text != r.block.Element(id).Text()
	v.partial = r.block.Element(id).HasChildren()
	switch value := of.Value.(type) {
	case []any:
		v.Kind, v.Text, v.partial = kindList, thousands.Count(len(value), "item"), false
		return v
	case map[string]any:
		v.Kind, v.Text, v.partial = kindObject, thousands.Count(len(value), "member"), false
		return v
	}
	if v.fate == toolspec.Refused {
		v.Kind, v.Text = kindRefused, inShort(text)
		return v
	}
	switch value := of.Value.(type) {
	case string:
		v.Kind, v.Text, v.Bytes, v.Language = toolspec.String.String(), value, len(value), r.language(id)
		if value == "" {
			v.Kind, v.Text = kindEmpty, "an empty string"
		}
	case nil:
		v.Kind, v.Text = kindNull, "null"
		if strings.TrimSpace(text) == "" {
			v.Kind, v.Text = kindEmpty, "nothing: it is empty"
		}
	default:
		v.Kind, v.Text = toolspec.KindOf(value).String(), of.Text()
	}
	return v
}

// shown reports whether there is a value to show: one that the tool receives or refuses, or that
// it would receive if it were not empty.
func (v *ReceivedValue) shown() bool {
	return v.fate.Arrives() || v.fate == toolspec.Refused || v.fate == toolspec.Ignored && v.reason != ""
}

// receives returns the words between the name of a value and the value.
func (r *reception) receives() string {
	switch {
	case r.tool == nil:
		return "it is read as "
	case r.withheld && r.of != nil:
		return "the tool would receive "
	case r.withheld:
		return "the call does not run; as meant, the tool would receive "
	}
	return "the tool receives "
}

// describeElement writes what becomes of an element, as much as a hover shows.
func (r *reception) describeElement(m *markup, id xmlcall.ElementID) {
	v := r.value(id, r.block.Element(id).Local())
	r.describe(m, &v, inHover)
}

// describe writes what becomes of an element, of which there is a value.
func (r *reception) describe(m *markup, v *ReceivedValue, limit limit) {
	if v.shown() {
		about := m.strong(v.Name) + " (" + v.Type + ")"
		switch v.Kind {
		case kindRefused:
			m.paragraph(about, ": the tool refuses it: ", m.code(v.Text), " ", m.line(v.reason))
		case kindList, kindObject, kindEmpty:
			m.paragraph(about, ": ", r.receives(), v.Text)
		case toolspec.String.String():
			v.describeString(m, about+": "+r.receives(), limit)
		default:
			m.paragraph(about, ": ", r.receives(), m.code(v.Text))
		}
	}
	r.notes(m, v)
}

// notes writes what of an element is not as it was written.
func (r *reception) notes(m *markup, v *ReceivedValue) {
	if v.repaired {
		m.paragraph("The repair of the call changes ", m.code("&"), " in a CDATA section to ", m.code("&amp;"), ".")
	}
	if v.partial {
		m.paragraph("The elements in it are dropped.")
	}
	switch {
	case v.Kind == kindRefused || v.reason == "" || v.fate == toolspec.Ignored:
	case v.fate == toolspec.Refused:
		m.paragraph("The tool refuses it: it ", m.line(v.reason), ".")
	case v.reason != "becomes "+v.Text:
		m.paragraph("The tool replaces it: it ", m.line(v.reason), ".")
	default:
		m.paragraph("It is written as ", m.code(inShort(r.block.Element(v.id).Decoded())), ".")
	}
	r.explain(m, v.id, v.fate)
}

// cut returns a value with its note, and with as much of a string as the limit allows.
func (r *reception) cut(v ReceivedValue, limit limit) ReceivedValue {
	if v.Kind == toolspec.String.String() {
		v.Text, v.More = limit.cut(v.Text)
	}
	m := &markup{}
	if v.Kind == kindRefused {
		m.paragraph("The tool refuses it: ", v.Text, " ", m.line(v.reason))
	}
	r.notes(m, &v)
	v.Note = strings.Join(strings.Fields(m.String()), " ")
	v.Lost = (!v.fate.Arrives() && v.Kind != kindRefused || v.fate == toolspec.Coerced || v.repaired || v.partial) && r.at.wrongIn(r.block, v.id)
	return v
}

// wrongIn reports whether an error is reported in an element of the call; of a block that the
// runtime puts together, in the call.
func (p *Place) wrongIn(block *xmlcall.Block, id xmlcall.ElementID) bool {
	span := p.call.Span
	if block.Text == p.block.Text {
		span = p.call.Segment.FileSpan(block.Element(id).Span())
	}
	span = p.call.Place(span)
	for f := range p.doc.DiagnosticsNear(p.offset, p.offset) {
		if f.Call == p.call.Index && f.Severity == diagnostics.Error && span.Contains(f.Place(f.Span)) {
			return true
		}
	}
	return false
}

// describeString writes a string as a block of code, or in the line where it is short and
// in no language.
func (v *ReceivedValue) describeString(m *markup, about string, limit limit) {
	if value := v.Text; v.Language == "" && len(value) <= 80 && value == strings.Join(strings.Fields(value), " ") {
		m.paragraph(about, m.code(value))
		return
	}
	m.paragraph(about, thousands.Count(v.Bytes, "byte"), ":")
	m.block(v.Language, v.Text, limit)
}

// explained are sentences about an element that the tool does not receive, in which %s is its tag.
var explained = map[toolspec.Fate]string{
	toolspec.Unread:     "The runtime ignores %s: it is not inside the arguments of the call.",
	toolspec.Dropped:    "The runtime drops %s: the argument around it is text, and elements in it are dropped.",
	toolspec.Overridden: "A later %s overrides this one.",
}

// explain writes what happens to an element that the tool does not receive.
func (r *reception) explain(m *markup, id xmlcall.ElementID, f toolspec.Fate) {
	tag := m.tag(r.block.Element(id).Local())
	if sentence, ok := explained[f]; ok {
		m.paragraph(fmt.Sprintf(sentence, tag))
	} else if f == toolspec.Ignored && r.Of(id).Reason == "" { // otherwise it is empty
		m.paragraph(m.code(r.tool.Name), " ignores ", tag, ": it has no such argument here.")
	}
}
