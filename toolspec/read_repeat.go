package toolspec

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// duplicates reports the overridden elements of one argument, and returns the one that
// is used: the last one, or for options the last one that is not blank, because
// run_custom_tool skips the others. a is nil if the argument is not described.
func (r *reader) duplicates(name string, a *Argument, elements []xmlcall.ElementID) (counts xmlcall.ElementID) {
	counts = elements[len(elements)-1]
	if len(elements) == 1 {
		return counts
	}
	option := r.tool.isOption(name)
	if option {
		for _, i := range elements {
			if !r.blank(i) {
				counts = i
			}
		}
	}
	value := r.b.Decoded(counts)
	for _, i := range elements {
		if i == counts {
			continue
		}
		if option && r.blank(i) {
			r.blankOption(i)
			continue
		}
		r.record(i, Overridden, nil)
		r.add(Issue{
			Kind: DuplicateArgument, Span: r.b.Element(i).Span(), Element: i, Name: name, Argument: a, Elements: []xmlcall.ElementID{counts},
			Same: sameTree(a, r.b.Decoded(i), value), Empty: value.Text == "" && len(value.Children) == 0,
		})
		if text := r.text(i); text != "" && !option && a != nil && a.Kind.Scalar() && a.Kind != String {
			r.scalar(a, i, text) // the runtime reads it, and refuses the call if it cannot
		}
	}
	return counts
}

// blank reports whether an element has no text of its own.
func (r *reader) blank(element xmlcall.ElementID) bool {
	return strings.TrimSpace(r.text(element)) == ""
}

// sameTree reports whether two elements of one argument are read as the same value.
// White space in numbers and booleans, and around the children of an element, is
// ignored.
func sameTree(a *Argument, x, y *xmlcall.Value) bool {
	if x.Name != y.Name || !slices.EqualFunc(x.Children, y.Children, func(x, y *xmlcall.Value) bool { return sameTree(a.Child(x.Name), x, y) }) {
		return false
	}
	trims := len(x.Children) > 0 || a != nil && a.Kind.Scalar() && a.Kind != String
	return x.Text == y.Text || trims && strings.TrimSpace(x.Text) == strings.TrimSpace(y.Text)
}

// droppedText reports the text beside the members of an object or the items of a
// list. a is nil for an object.
func (r *reader) droppedText(element xmlcall.ElementID, a *Argument) {
	for _, span := range r.texts(element) {
		r.add(Issue{Kind: DroppedText, Span: span, Element: element, Name: r.name(element), Argument: a})
	}
}

// texts returns the runs of text, references and CDATA sections directly in an element,
// without white space around them. A comment does not interrupt a run.
func (r *reader) texts(element xmlcall.ElementID) []xmlcall.Span {
	var spans []xmlcall.Span
	goesOn := false
	for i := r.b.Element(element).First() + 1; i < r.b.Element(element).Last(); i++ {
		t := &r.b.Tokens[i]
		span := t.Span()
		if t.Kind() == xmlcall.Text {
			span = syntax.Trim(r.b.Text, span)
		}
		switch {
		case t.Element() != element:
			goesOn = false
		case t.Kind() != xmlcall.Text && t.Kind() != xmlcall.CDATA, span.Len() == 0:
		case goesOn:
			spans[len(spans)-1].End = span.End
		default:
			spans, goesOn = append(spans, span), true
		}
	}
	return spans
}
