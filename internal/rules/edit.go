package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// replace returns a fix of one edit.
func replace(title string, span xmlcall.Span, text string) Fix {
	return Fix{Title: title, Edits: []Edit{{Span: span, Text: text}}}
}

// insert returns a fix that inserts text at an offset.
func insert(title string, at int, text string) Fix {
	return replace(title, xmlcall.Span{Start: at, End: at}, text)
}

// sorted returns edits by position.
func sorted(edits []Edit) []Edit {
	slices.SortStableFunc(edits, call.CompareEdits)
	return edits
}

// firstChild returns the edit that inserts text, an element, before the children of the
// tool element: on a line of its own if the call is written that way.
func firstChild(p *Pass, text string) Edit {
	root := p.Block.Element(p.Block.Envelope())
	at := root.Start().End
	rest := strings.TrimLeft(p.Block.Text[at:root.End().Start], " \t\r")
	if strings.HasPrefix(rest, "\n") {
		text = p.LineEnds("\n" + p.ChildIndent(p.Block.Envelope(), "") + text)
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}
}

// removeElement returns the fix that removes an element, with its line if there is
// nothing else on it. The title is before and its name.
func removeElement(p *Pass, before string, element xmlcall.ElementID) Fix {
	e := p.Block.Element(element)
	return replace(Titled(before, e.Local(), ">`"), p.WholeLines(e.Span()), "")
}

// removeTags returns the fix that removes the tags of an element and keeps what is in it. The title is before and
// its name.
func removeTags(p *Pass, before string, element xmlcall.ElementID) Fix {
	return Fix{Title: Titled(before, p.Block.Element(element).Name(), ">`"), Edits: p.RemoveTags(element)}
}

// escapeTags returns the fix that turns an element inside a value into text by escaping
// its tags.
func escapeTags(p *Pass, element xmlcall.ElementID) []Fix {
	e := p.Block.Element(element)
	if e.Parent() == xmlcall.NoElement || !p.InArguments(e.Parent()) {
		return nil
	}
	edits := []Edit{{Span: xmlcall.Span{Start: e.Start().Start, End: e.Start().Start + 1}, Text: "&lt;"}}
	if e.End().Len() > 0 {
		edits = append(edits, Edit{Span: xmlcall.Span{Start: e.End().Start, End: e.End().Start + 1}, Text: "&lt;"})
	}
	return []Fix{{Title: Titled("Escape the tags of `<", e.Name(), ">`"), Edits: edits}}
}

// sectionAsEscapes returns the fix that writes the CDATA section under span, which
// represents value, as escapes.
func sectionAsEscapes(span xmlcall.Span, value string) Fix {
	return replace("Write the section as escapes", span, encode.Escape(value))
}
