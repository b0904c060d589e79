package document

import (
	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Segment is a stretch of text that contains calls.
type Segment struct {
	// Text is the text without what the file wraps around it.
	Text string
	// Starts are the offsets in Text at which blocks start, in order: of the '<' of
	// each <tool>, or of a tag that was meant to be one. They may include openers
	// inside an earlier block; a reader skips those.
	Starts []int
	// Unread is the offset in Text of its last tag if the message has more than [MaxCalls], 0 otherwise:
	// what follows is not read.
	Unread int
	// Number is the number, from 1, of the text's message on its line, if a JSON file
	// has several messages on the line; otherwise 0.
	Number int
	// Thinking are the contents of the <thinking> elements of an agent's text, by
	// position: the live runtime removes them. In a message the last one extends to its
	// end if it is unclosed.
	Thinking []xmlcall.Span

	// Scope is what is known about the messages that the text consists of.
	Scope Scope
	// Role is the author of the message that the text is, or is a part of.
	Role Role
	Long bool // whether the message has more than [MaxMessage] bytes: its calls are judged one by one
	Cut  bool // whether the message ended at the token limit

	// LeadIns are the texts before each of the blocks in a document; nil for other segments.
	LeadIns []LeadIn
	// Placeholders are the template placeholders in Text, such as {{ x }}, by position. Only
	// documents have them: the text that will replace them is not known.
	Placeholders []xmlcall.Span
	// Computed are the places of Text, by position, that a program computes, and the comments of
	// a template. They are disjoint from Placeholders.
	Computed []xmlcall.Span

	// literal is the text with its places in the file; nil if that has it from its start on.
	literal *literal.Text
}

// upToNext returns the text from one of the starts to the next one, which has its own content, and whether it is the last.
func (s *Segment) upToNext(i int) (block string, last bool) {
	if i+1 == len(s.Starts) {
		return s.Text[s.Starts[i]:], true
	}
	return s.Text[s.Starts[i]:s.Starts[i+1]], false
}

// IsDocument reports whether the segment belongs to a document: text about calls, with
// placeholders and mentions.
func (s *Segment) IsDocument() bool { return s.Scope == Apart }

// Whole reports whether the segment's text is a prefix of the file: then spans and
// edits of one are those of the other.
func (s *Segment) Whole() bool { return s.literal == nil }

// A LeadIn is the text that a reader of a document sees before a block: parts of the
// file's text, each of which may be empty.
type LeadIn struct {
	// Info is the info string of the fence that contains the block, with the language.
	Info string
	// Inside is the text before the block in the same code block, paragraph or HTML
	// block, after the previous block.
	Inside string
	// Before is the paragraph or HTML block directly before that code block, or before the block
	// itself if it is not in one, and the comments in between.
	Before string
	// Headings are the headings that the block is under, one per line as "## Title", the
	// nearest last: each has a higher level than the next. Those in a quote or list item
	// apply only inside it.
	Headings string

	line int // see LineBefore; -1 for none
}

// A Scope is what is known about the messages that a segment's text consists of, and so
// how far one thing in it can extend: an unclosed <thinking>, a call without an end,
// the calls of one reply that run as one.
type Scope uint8

const (
	// Apart: each call is independent of the others, as in documents and in the
	// messages of a user or the system in a transcript.
	Apart Scope = iota
	// Message: the text is one message of an agent, and the live runtime reads
	// it as a whole; see package xmlcall/live.
	Message
	// Messages: the text may contain several messages of an agent, whose ends are not
	// known.
	Messages
	// Answer: the text is a tool result, and is not read; see [ReadOptions]. No segment has
	// this scope.
	Answer
)

// A Role is the author of a message of a transcript.
type Role = transcript.Role

// The roles.
const (
	Unknown = transcript.Unknown // the author is not known, or it is not a message of a transcript
	Agent   = transcript.Agent   // a model, whose text contains calls
	System  = transcript.System  // the author of the agent's instructions
	User    = transcript.User    // the person or program that talks to the agent
	Tool    = transcript.Tool    // the result of a tool
)
