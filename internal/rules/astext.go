package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// textFixes are the fixes that turn all the markup in a scalar into text.
type textFixes struct {
	fixes  []Fix
	budget int // bytes of edits that further findings may have
}

// asText returns the fixes that turn all the markup in a scalar into text, which its
// findings share.
func asText(p *Pass, scalar xmlcall.ElementID) *textFixes {
	whole, ok := p.texts[scalar]
	if !ok {
		whole = &textFixes{fixes: makeText(p, scalar), budget: sharedBytes}
		if p.texts == nil {
			p.texts = map[xmlcall.ElementID]*textFixes{}
		}
		p.texts[scalar] = whole
	}
	return whole
}

// makeText returns the fixes that turn all the markup in a scalar into text, the
// preferred one first.
func makeText(p *Pass, element xmlcall.ElementID) []Fix {
	b := p.Block
	e := b.Element(element)
	markup := false
	for i := e.First() + 1; i < e.Last(); i++ {
		switch t := &b.Tokens[i]; t.Kind() {
		case xmlcall.Text, xmlcall.CDATA:
		default:
			markup = true
		}
	}
	if !markup {
		return nil
	}
	for i := p.FirstProblem(e.Start().Start); i < len(b.Problems) && b.Problems[i].Span.Start < e.End().End; i++ {
		switch b.Problems[i].Kind {
		case xmlcall.InvalidCharacter, xmlcall.InvalidUTF8, xmlcall.CallEndInContent, xmlcall.NestedCall, xmlcall.UnclosedCDATA,
			xmlcall.MalformedCDATA, xmlcall.CDATAEndsEarly:
			return nil // other problems must be fixed first
		}
	}
	content := e.Content()
	text := b.Slice(content)
	fixes := []Fix{replace(Titled("Escape all of `<", p.Block.Element(element).Name(), ">`"), content, encode.Escape(text))}
	if section, ok := asSection(text); ok {
		fix := replace(Titled("Wrap `<", p.Block.Element(element).Name(), ">` in CDATA"), content, section)
		if encode.PrefersCDATA(text) {
			return []Fix{fix, fixes[0]}
		}
		fixes = append(fixes, fix)
	}
	return fixes
}

// spend reports whether one more finding may have the fixes.
func (t *textFixes) spend() bool {
	for _, f := range t.fixes {
		if !spend(&t.budget, f.Edits) {
			return false
		}
	}
	return true
}
