package transcript

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

const (
	thinkingOpen  = "<thinking>"
	thinkingClose = "</thinking>"
)

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
	const tail = "thinking>"
	var list []xmlcall.Span
	open := -1
	for at := 0; ; {
		n := strings.Index(text[at:], tail)
		if n < 0 {
			break
		}
		at += n + len(tail)
		switch tag := text[:at]; {
		case strings.HasSuffix(tag, thinkingOpen):
			if open < 0 || scope == Messages {
				open = at
			}
		case strings.HasSuffix(tag, thinkingClose) && open >= 0:
			list = append(list, xmlcall.Span{Start: open, End: at - len(thinkingClose)})
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
