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

// childIndent returns the indentation of the children of an element: that of the first
// child that starts a line, or the element's own plus step.
func childIndent(p *Pass, element xmlcall.ElementID, step string) string {
	b := p.Block
	if p.HasChildren(element) { // whose first child is the next element
		if indent, first := p.Indent(b.Element(element + 1).Start().Start); first {
			return indent
		}
	}
	indent, _ := p.Indent(b.Element(element).Start().Start)
	return indent + step
}

// firstChild returns the edit that inserts text, an element, before the children of the
// tool element: on a line of its own if the call is written that way.
func firstChild(p *Pass, text string) Edit {
	root := p.Block.Element(p.Block.Envelope())
	at := root.Start().End
	rest := strings.TrimLeft(p.Block.Text[at:root.End().Start], " \t\r")
	if strings.HasPrefix(rest, "\n") {
		text = p.LineEnds("\n" + childIndent(p, p.Block.Envelope(), "") + text)
	}
	return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: text}
}

// lastChildren returns the edit that inserts elements after the children of an element:
// on lines of their own if its tags are. The text of the elements is unchanged.
func lastChildren(p *Pass, element xmlcall.ElementID, step string, texts ...string) Edit {
	e := p.Block.Element(element)
	if e.SelfClosing() {
		at := xmlcall.Span{Start: e.Start().End - len("/>"), End: e.Start().End}
		end := "</" + e.Name() + ">"
		indent, first := p.Indent(e.Start().Start)
		if !first {
			return Edit{Span: at, Text: ">" + strings.Join(texts, "") + end}
		}
		line := p.LineEnds("\n" + indent)
		return Edit{Span: at, Text: ">" + line + step + strings.Join(texts, line+step) + line + end}
	}
	indent, first := p.Indent(e.End().Start)
	if first {
		// Before the end tag's indentation.
		at := e.End().Start - len(indent)
		deeper := childIndent(p, element, step)
		end := p.LineEnds("\n")
		return Edit{Span: xmlcall.Span{Start: at, End: at}, Text: deeper + strings.Join(texts, end+deeper) + end}
	}
	if own, first := p.Indent(e.Start().Start); first && e.Content().Len() == 0 && step != "" {
		line := p.LineEnds("\n" + own)
		return Edit{Span: e.Content(), Text: line + step + strings.Join(texts, line+step) + line}
	}
	return Edit{Span: xmlcall.Span{Start: e.End().Start, End: e.End().Start}, Text: strings.Join(texts, "")}
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
