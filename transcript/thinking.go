package transcript

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

const (
	thinkingOpen  = "<thinking>"
	thinkingClose = "</thinking>"
)

// findThinking finds the contents of the thinking elements of a text, by
// position.
//
// In a text that is one message they are what the live runtime removes: from a
// <thinking> to the next </thinking>, or to the end. Where the text may hold
// several messages, an element is what is between the tags that are next to each
// other: a <thinking> that is only mentioned, or that the end of a message cut
// off, means nothing for what follows.
func (s *Segment) findThinking(bound *bonds, within, whole bool, closes func(Scope) bool, wrong *bool) {
	s.pending = -1
	if s.Scope == Apart {
		return
	}
	const tail = "thinking>"
	open := -1
	if within {
		open = 0
	}
	for at := 0; ; {
		n := strings.Index(s.Text[at:], tail)
		if n < 0 {
			break
		}
		at += n + len(tail)
		switch tag := s.Text[:at]; {
		case strings.HasSuffix(tag, thinkingOpen):
			if open < 0 || s.Scope == Messages {
				open, within = at, false
			}
		case strings.HasSuffix(tag, thinkingClose) && open >= 0:
			if within {
				*wrong = true
			}
			bound.add(max(0, open-len(thinkingOpen)), at)
			s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: at - len(thinkingClose)})
			open = -1
		}
	}
	if open < 0 {
		return
	}
	if !whole && !within && (closes == nil || closes(s.Scope)) {
		bound.add(open-len(thinkingOpen), len(s.Text))
	}
	if s.Scope == Message {
		s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: len(s.Text)})
	}
	s.pending = open
}

// ClosesThinking reports whether the first part of what follows an open <thinking>
// in a message of the given scope closes it; decided is false where what follows
// after it may.
func ClosesThinking(text string, scope Scope) (closed, decided bool) {
	const tail = "thinking>"
	for at := 0; ; {
		n := strings.Index(text[at:], tail)
		if n < 0 {
			return false, false
		}
		at += n + len(tail)
		switch tag := text[:at]; {
		case strings.HasSuffix(tag, thinkingClose):
			return true, true
		case strings.HasSuffix(tag, thinkingOpen) && scope == Messages:
			return false, true
		}
	}
}

// ThinkingAround returns the thinking that holds the byte at an offset of the
// text.
func (s *Segment) ThinkingAround(at int) (content xmlcall.Span, ok bool) {
	return spanAround(s.Thinking, at)
}
