package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

var droppedMarkup = &Rule{
	Code: "dropped-markup", Severity: Error, Group: Safety,
	Needs: about(call.Values),
	Check: checkDroppedMarkup,
}

func checkDroppedMarkup(p *Pass) {
	if p.Outcome() == xmlcall.Refused {
		return // which is already reported
	}
	b := p.Block
	for d := range p.Dropped() {
		e := b.Element(d.Scalar)
		n := Report{
			Message: "Unescaped `" + Clip(b.Slice(d.Token.Span())) + "` in `<" + Clip(e.Local()) + ">`; write `&lt;` for `<`",
			Note:    "The runtime keeps the text of a value and drops the markup in it",
			Fixes:   dropFixes(p, d.Scalar, d.Span),
		}
		if inner := d.Token.Element(); d.Token.Kind() == xmlcall.StartTag && onlyWraps(p, d.Scalar, inner) {
			n.Message = "Unexpected `<" + Clip(b.Element(inner).Name()) + ">` around the value of `<" + Clip(e.Local()) + ">`; remove it"
			n.Note = "The runtime drops elements in a value, so the tool gets nothing"
			n.Fixes = slices.Insert(n.Fixes, 0, removeTags(p, "Remove the inner `<", inner))
		}
		p.report(d.Span, n)
	}
}

// onlyWraps reports whether an element in a scalar only wraps the value: it has the
// scalar's own name, or one that other formats use for that, and has no siblings.
func onlyWraps(p *Pass, scalar, inner xmlcall.ElementID) bool {
	b := p.Block
	e := b.Element(inner)
	if e.Local() != b.Element(scalar).Local() && !call.WrapsValue(e.Local()) && e.Local() != "code" || e.End().Len() == 0 || p.HasChildren(inner) {
		return false
	}
	return p.Trim(b.Element(scalar).Content()) == e.Span()
}

// dropFixes returns the fixes for the markup under span in a scalar: to escape it
// alone, and to turn the whole scalar into text.
func dropFixes(p *Pass, scalar xmlcall.ElementID, span xmlcall.Span) []Fix {
	whole := remember(p, scalar, func() []Fix { return makeText(p, scalar) })
	if len(whole) == 0 {
		return nil
	}
	fixes := []Fix{replace("Escape as text", span, encode.Escape(p.Block.Slice(span)))}
	switch {
	case !p.share(whole[0].Edits, whole[len(whole)-1].Edits):
	case len(whole) == 2 && encode.PrefersCDATA(p.Block.Slice(whole[0].Edits[0].Span)):
		fixes = []Fix{whole[0], fixes[0]}
	default:
		fixes = append(fixes, whole[1:]...)
	}
	return fixes
}

// makeText returns the fixes that turn all the markup in a scalar into text, the
// preferred one first.
func makeText(p *Pass, element xmlcall.ElementID) []Fix {
	b := p.Block
	e := b.Element(element)
	for i := p.FirstProblem(e.Start().Start); i < len(b.Problems) && b.Problems[i].Span.Start < e.End().End; i++ {
		switch b.Problems[i].Kind {
		case xmlcall.InvalidCharacter, xmlcall.InvalidUTF8, xmlcall.CallEndInContent, xmlcall.NestedCall, xmlcall.UnclosedCDATA,
			xmlcall.MalformedCDATA, xmlcall.CDATAEndsEarly:
			return nil // other problems must be fixed first
		}
	}
	return bothWays(e.Content(), b.Slice(e.Content()), Titled("Escape all of `<", e.Name(), ">`"), Titled("Wrap `<", e.Name(), ">` in CDATA"))
}
