package document

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/syntax"
)

// findThinking finds the contents of the thinking elements of a text, by
// position. within reports that the text starts in thinking that nothing closes,
// whole that the message ends where the text does; closes tells what follows if it
// does not. wrong is set where within is not right.
//
// In a text that is one message they are what live.Read of xmlcall/live removes: from
// a <thinking> to the next </thinking>, or to the end. Where the text may hold
// several messages, an element is what is between the tags that are next to each
// other: a <thinking> that is only mentioned, or that the end of a message cut
// off, means nothing for what follows.
func (s *Segment) findThinking(bound *bonds, within, whole bool, closes func(Scope) bool, wrong *bool) {
	if s.Scope == Apart {
		return
	}
	open, from := -1, 0 // the content, and the tag before it
	if within {
		open = 0
	}
	for tag, ok := syntax.FindThinking(s.Text, 0); ok; tag, ok = syntax.FindThinking(s.Text, tag.End) {
		switch ends := s.Text[tag.Start+1] == '/'; {
		case !ends && (open < 0 || s.Scope == Messages):
			if open >= 0 {
				s.open = append(s.open, xmlcall.Span{Start: open, End: tag.Start})
			}
			open, from, within = tag.End, tag.Start, false
		case ends && open >= 0:
			*wrong = *wrong || within
			bound.add(from, tag.End)
			s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: tag.Start})
			open = -1
		}
	}
	if open < 0 {
		return
	}
	if !whole && !within && (closes == nil || closes(s.Scope)) {
		bound.add(from, len(s.Text))
	}
	if s.Scope == Message {
		s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: len(s.Text)})
	}
	s.open = append(s.open, xmlcall.Span{Start: open, End: len(s.Text)})
}

// ClosesThinking reports whether the first part of what follows an open <thinking>
// in a message of the given scope closes it; decided is false where what follows
// after it may.
func ClosesThinking(text string, scope Scope) (closed, decided bool) {
	for tag, ok := syntax.FindThinking(text, 0); ok; tag, ok = syntax.FindThinking(text, tag.End) {
		switch ends := text[tag.Start+1] == '/'; {
		case ends:
			return true, true
		case scope == Messages:
			return false, true
		}
	}
	return false, false
}

// ThinkingAround returns the thinking that holds the byte at an offset of the
// text.
func (s *Segment) ThinkingAround(at int) (content xmlcall.Span, ok bool) {
	return spanAround(s.Thinking, at)
}
