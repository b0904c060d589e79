package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Tags of an element that look like something else.

// disguisedEnd returns the length of what ends a text and was meant as the end tag of an element:
// "&lt;/path&gt;", "/path>", "<\/path>". It is 0 if there is nothing like that.
func disguisedEnd(text, name string) int {
	rest := text
	cut := func(ends ...string) bool {
		for _, end := range ends {
			if before, found := strings.CutSuffix(rest, end); found {
				rest = before
				return true
			}
		}
		return false
	}
	if !cut(">", "&gt;") || name == "" || !cut(name) || !cut(`\/`, "/", `\`) {
		return 0
	}
	cut("<", "&lt;")
	return len(text) - len(rest)
}

// startTwice returns the fix that removes the tag under span if it is the start tag of the
// element around it once more, and the draft of the value between them.
func startTwice(p *Pass, element xmlcall.ElementID, span xmlcall.Span) (fix Fix, ok bool) {
	e := p.Block.Element(element)
	tag := p.Block.Slice(e.Start())
	between := p.Block.Text[e.Start().End:max(e.Start().End, span.Start)]
	if !strings.HasPrefix(p.Block.Text[span.Start:], tag) || e.Parent() == xmlcall.NoElement {
		return fix, false
	}
	if strings.TrimSpace(between) != "" {
		return keepLater(p, xmlcall.Span{Start: e.Start().Start, End: span.Start}, tag)
	}
	return replace(Titled("Remove the second `", tag, "`"), xmlcall.Span{Start: e.Start().End, End: span.Start + len(tag)}, ""), true
}

// keepLater returns the fix that removes the draft of a value, under span, before the same start tag with the
// value begun anew: there is one end tag for both.
func keepLater(p *Pass, draft xmlcall.Span, tag string) (fix Fix, ok bool) {
	name := strings.Trim(tag, "<>")
	rest := p.Block.Text[draft.End:p.Block.Span.End]
	if strings.Count(rest, tag) != 1 || strings.Count(rest, "</"+name+">") != 1 || strings.Contains(p.Block.Slice(draft), "</") || strings.Contains(p.Block.Slice(draft), "/"+name+">") {
		return fix, false
	}
	return replace(Titled("Keep the later `", tag, "`"), draft, ""), true
}

// nameAttribute returns the name of the tool that the call's tag has as an attribute, if no
// element names one.
func nameAttribute(p *Pass) string {
	b := p.Block
	if _, named := b.Child(b.Envelope(), "tool_name"); named {
		return ""
	}
	_, value, ok := strings.Cut(b.Slice(b.Element(b.Envelope()).Start()), `name="`)
	name, _, closed := strings.Cut(value, `"`)
	if !ok || !closed || !lex.IsElementName(name) {
		return ""
	}
	return name
}
