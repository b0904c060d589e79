package syntax

import (
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Trim returns the part of text under span without the XML white space at its ends.
// A blank one becomes empty, at its end.
func Trim(text string, span xmlcall.Span) xmlcall.Span {
	end := min(max(span.End, 0), len(text))
	return xmlcall.Span(lex.Trim(text, lex.Span{Start: min(max(span.Start, 0), end), End: end}))
}

// TagName returns the name in the tag whose '<' is right before an offset of text, an
// end tag or not. ok is false if there is none; a name that XML does not allow is
// returned unless it starts with a digit, '-' or '.'.
func TagName(text string, offset int) (name xmlcall.Span, ok bool) {
	name = xmlcall.Span(lex.TagName(text, min(max(offset, 0), len(text))))
	return name, name.Len() > 0
}

// ToolTagAt returns the tag at an offset of text that is, or was meant to be,
// <tool> or </tool>: with the name in any case, with a prefix or without, and anything but
// a '<' between it and the '>'. The runtime sees only the two literal ones.
func ToolTagAt(text string, offset int) (tag xmlcall.Span, ok bool) {
	t, ok := lex.LooseTool(text, offset)
	if !ok {
		return xmlcall.Span{}, false
	}
	return xmlcall.Span{Start: offset, End: t.End}, true
}

// FindEscapedTool returns the first <tool> of text at or after from that is escaped:
// "&lt;tool&gt;" or "&lt;tool>". The runtime sees none.
func FindEscapedTool(text string, from int) (tag xmlcall.Span, ok bool) {
	tag = xmlcall.Span(lex.EscapedTool(text, min(max(from, 0), len(text))))
	return tag, tag.Len() > 0
}

// FindEscapedToolEnd is like [FindEscapedTool] for </tool>.
func FindEscapedToolEnd(text string, from int) (tag xmlcall.Span, ok bool) {
	tag = xmlcall.Span(lex.EscapedToolEnd(text, min(max(from, 0), len(text))))
	return tag, tag.Len() > 0
}

// FindThinking returns the first literal <thinking> or </thinking> of text at or
// after from.
func FindThinking(text string, from int) (tag xmlcall.Span, ok bool) {
	found, _ := lex.FindThinking(text, min(max(from, 0), len(text)))
	return xmlcall.Span(found), found.Len() > 0
}

// HasThinking reports whether text holds a literal <thinking> or </thinking>.
func HasThinking(text string) bool {
	_, ok := FindThinking(text, 0)
	return ok
}

// FindSectionOpener returns the first text at or after from that opens a CDATA section
// or was meant to: <![CDATA[, and misspellings such as "<! [cdata [", "[CDATA[" and
// "<![CDATA".
func FindSectionOpener(text string, from int) (opener xmlcall.Span, ok bool) {
	found, ok := lex.LooseSection(text, min(max(from, 0), len(text)))
	return xmlcall.Span(found), ok
}
