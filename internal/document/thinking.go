package document

import (
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// findThinking finds the contents of the thinking elements of a text, by position.
// within reports whether the text starts in an unclosed thinking element, whole whether
// the message ends where the text does; if not, closes reports on the rest. wrong is
// set if within is wrong.
//
// In a text that is one message they are the parts that live.Read of xmlcall/live
// removes: from a <thinking> to the next </thinking>, or to the end. In a text that may
// contain several messages, an element is the text between adjacent tags: a <thinking>
// that is only mentioned, or cut off by the end of a message, does not affect the text
// after it.
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

// ClosesThinking reports whether the first part of the text after an open <thinking> in
// a message of the given scope closes it; decided is false if that depends on the text
// after it.
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

// ThinkingAround returns the thinking that contains the byte at an offset of the text.
func (s *Segment) ThinkingAround(at int) (content xmlcall.Span, ok bool) {
	return spanAround(s.Thinking, at)
}
