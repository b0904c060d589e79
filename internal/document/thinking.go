package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// findThinking finds the contents of the thinking elements of a text, by position.
// within reports whether the text starts in an unclosed thinking element.
//
// In a text that is one message they are the parts that live.Read of xmlcall/live
// removes: from a <thinking> to the next </thinking>, or to the end. In a text that may
// contain several messages, an element is the text between adjacent tags: a <thinking>
// that is only mentioned, or cut off by the end of a message, does not affect the text
// after it.
func (s *Segment) findThinking(within bool) {
	if s.Scope == Apart {
		return
	}
	open := -1 // the content
	if within {
		open = 0
	}
	for tag, ok := syntax.FindThinking(s.Text, 0); ok; tag, ok = syntax.FindThinking(s.Text, tag.End) {
		switch ends := s.Text[tag.Start+1] == '/'; {
		case !ends && (open < 0 || s.Scope == Messages):
			open = tag.End
		case ends && open >= 0:
			s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: tag.Start})
			open = -1
		}
	}
	if open >= 0 && s.Scope == Message {
		s.Thinking = append(s.Thinking, xmlcall.Span{Start: open, End: len(s.Text)})
	}
}

// ThinkingAround returns the thinking that contains the byte at an offset of the text.
func (s *Segment) ThinkingAround(at int) (content xmlcall.Span, ok bool) {
	return spanAround(s.Thinking, at)
}

// counts reports whether a call is outside thinking.
func (s *Segment) counts(start int) bool {
	_, thought := s.ThinkingAround(start)
	return !thought
}

// Limit returns how far the block that starts at an offset can extend in the text: in
// thinking, to its end.
func (s *Segment) Limit(start int) int {
	if thinking, ok := s.ThinkingAround(start); ok {
		return thinking.End
	}
	return len(s.Text)
}

var thoughtElement = lazy(`(?s)<think>.*?</think>|<reasoning>.*?</reasoning>|<thought>.*?</thought>`)

// Thoughts returns the elements of an agent's text in which other models think, by position. The live runtime does not
// know them.
func (s *Segment) Thoughts() (list []xmlcall.Span) {
	if s.Scope == Apart || !strings.Contains(s.Text, "</think>") && !strings.Contains(s.Text, "</reasoning>") && !strings.Contains(s.Text, "</thought>") {
		return nil
	}
	for _, at := range thoughtElement().FindAllStringIndex(s.Text, -1) {
		list = append(list, xmlcall.Span{Start: at[0], End: at[1]})
	}
	return list
}
