package call

import "github.com/entrhq/forge-lsp/xmlcall"

// Surroundings are the facts that the text of a call does not show: where it is, and
// what the live runtime does with the message around it. Spans are byte offsets into
// the text that contains the call's block, [xmlcall.Block.Text]. The zero value is that
// of a call on its own.
type Surroundings struct {
	// Document reports whether the call is in a document, in which a part of it may be
	// left to a template or a program.
	Document bool
	// Misses reports whether the block does not have the shape of a call.
	Misses bool
	// AfterCRLF reports whether the line before the text ends with "\r\n".
	AfterCRLF bool
	// Lines caches the line ends of the text; the calls of a text share it. It may be
	// nil.
	Lines *Lines
	// Joined reports whether the block is what the live runtime makes of several calls.
	Joined bool
	// CutOff reports whether the call is the last of a reply that ended at the token limit.
	CutOff bool
	// Long reports whether the call is in a message that is not read as a whole.
	Long bool
	// Placeholders are the parts that a template fills in, in order. They may be those
	// of the whole text.
	Placeholders []xmlcall.Span
	// Source reports whether the text is a string of a program, and Computed are the
	// parts that the program computes, and the comments of a template, in order.
	Source   bool
	Computed []xmlcall.Span

	// InThinking reports whether the call is in thinking, and Thinking is its place:
	// from the end of its <thinking> to its </thinking>, or to the end of the text if
	// it is unclosed.
	InThinking, ThinkingOpen bool
	Thinking                 xmlcall.Span
	// Thought is an element around the call in which other models think.
	Thought xmlcall.Span

	// Merged is the message about the calls of a reply of which this is not the first, and
	// MergedNote describes what happens to them; both are empty for any other call.
	Merged, MergedNote string
	// Unbounded reports whether the ends of messages are not known, so that the calls
	// may belong to several.
	Unbounded bool
	// Earlier are the calls of the message before this one, in order, if this is
	// the last; nil for any other call.
	Earlier []xmlcall.Span
	// StrayEnds are the unmatched </tool>: those after the previous call and before
	// this one, and for the last call those after it.
	StrayEnds []xmlcall.Span

	// Spoils are the calls of the message that do not run as they would on their own because
	// the runtime reads this one with them.
	Spoils []xmlcall.Span
}
