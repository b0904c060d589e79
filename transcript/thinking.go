package transcript

import "github.com/entrhq/forge-lsp/xmlcall"

// thinkingIn returns the contents of the thinking elements of a text, by
// position.
//
// In a text that is one message they are what live.Read of xmlcall/live removes: from
// a <thinking> to the next </thinking>, or to the end. Where the text may hold
// several messages, an element is what is between the tags that are next to each
// other: a <thinking> that is only mentioned, or that the end of a message cut
// off, means nothing for what follows.
func thinkingIn(text string, scope Scope) []xmlcall.Span {
	if scope == Apart {
		return nil
	}
	var list []xmlcall.Span
	open := -1
	for tag, ok := xmlcall.FindThinking(text, 0); ok; tag, ok = xmlcall.FindThinking(text, tag.End) {
		switch closes := text[tag.Start+1] == '/'; {
		case !closes && (open < 0 || scope == Messages):
			open = tag.End
		case closes && open >= 0:
			list = append(list, xmlcall.Span{Start: open, End: tag.Start})
			open = -1
		}
	}
	if open >= 0 && scope == Message {
		list = append(list, xmlcall.Span{Start: open, End: len(text)})
	}
	return list
}

// ThinkingAround returns the thinking that holds the byte at an offset of the
// text.
func (s *Segment) ThinkingAround(at int) (content xmlcall.Span, ok bool) {
	return spanAround(s.Thinking, at)
}
