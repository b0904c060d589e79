package document

import (
	"sort"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Kind is how a file is read.
type Kind uint8

const (
	// Auto is Log or Document, depending on the text; see [Detect].
	Auto Kind = iota
	// Reply is the text of one agent reply: every <tool> is a call. A text with labels
	// for several messages is read as these messages.
	Reply
	// Document is text about, or with, calls: mentions are not calls.
	Document
	// Log is text that may contain several replies: a capture, a log, the transcript of
	// a session. Every <tool> is a call, but nothing is reported that would be wrong
	// only if the whole text were one reply.
	Log
	// JSON is a transcript in JSON, one document or a record a line: each message of
	// an agent is a reply, and those of others are documents. See package json.
	JSON
	// Prose is Transcript or Document, depending on the text; by its labels.
	Prose
	// Transcript is the text of a session, in which labels show who wrote each message:
	// those of an agent are replies, those of others documents, and results of tools
	// are not read.
	Transcript
	// Go is a program in Go: each of its strings is a document. See package source.
	Go
	// JavaScript is a program in JavaScript or TypeScript, read like Go.
	JavaScript
	// Python is a program in Python, read like Go.
	Python
	// YAML is a YAML configuration file: each of its scalars is a document. An invalid
	// one is read as a Document.
	YAML
	// TOML is a TOML configuration file, read like YAML.
	TOML
)

// Labelled reports whether labels may mark the start of messages in a file of the kind.
func (k Kind) Labelled() bool { return k == Reply || k == Log || k == Transcript }

// Decided reports whether the whole of a file of the kind decides about each part of
// it; see [Labels].
func (k Kind) Decided() bool { return k.Labelled() || k == JSON }

// Source reports whether a file of the kind is a program or a configuration file, whose
// strings are read.
func (k Kind) Source() bool { return k >= Go }

// A File is one file, read as one kind. It is immutable after Read.
type File struct {
	// Text is the file's content.
	Text string
	// Kind is any but Auto and Prose.
	Kind Kind
	// Segments are the stretches of text that contain calls, in the order of their
	// first call.
	Segments []Segment
	// Directives are the comments addressed to this program, by position. One may be in a
	// block, where it is content, or a comment in the call.
	Directives []Directive
	// Messages are the messages of a transcript by position, whoever wrote them; nil in
	// a document, and if the text shows none. Each message that has calls is a segment
	// of its own.
	Messages []xmlcall.Span
	// Roles are the authors of Messages.
	Roles []Role
	// Lines reports whether the file is JSON with one record per line; lines number its
	// messages.
	Lines bool
	// Unattributed are the texts with calls in a JSON file whose author is not known, by
	// position. They are read as documents.
	Unattributed []xmlcall.Span
	// TextCalls are the calls that agents wrote in formats of other runtimes, by position, and Fabricated the openers
	// of results among what they wrote.
	TextCalls  []TextCall
	Fabricated []xmlcall.Span
	// Native are the native calls of a JSON file, by position. Those without definitions of tools
	// beside them have those of the file, Definitions.
	Native      []transcript.Call
	Results     []transcript.Result // of native calls, by position
	Stops       []transcript.Stop   // where messages announce a call that they do not have, by position
	Definitions []string
	ToolNames   []string // of the tools that the file defines or calls natively, sorted
	// Damage lists the parts of a JSON file that could not be read, by position.
	Damage []transcript.Damage
	// Misshapen are the blocks of a document, by position, that may be calls in a wrong shape, for all that is known.
	Misshapen []xmlcall.Span

	// Turn is where the last turn of a transcript starts: after the last message of a user, or
	// at the start of the file if it shows none. In a file with one record per line only messages
	// on a line with a call are considered; see [transcript.LastTurn].
	Turn int

	asked Kind // the kind given to Read

	starts []int // where messages start that have a number, by position

	from  Context
	shows shown // what JSON shows about calls
	asks  bool  // whether the reading depends on what the whole shows
}

// A Segment is a stretch of text that contains calls.
type Segment struct {
	// Text is the text without what the file wraps around it.
	Text string
	// Starts are the offsets in Text at which blocks start, in order: of the '<' of
	// each <tool>, or of a tag that was meant to be one. They may include openers
	// inside an earlier block; a reader skips those. A text that is larger than 2 GiB has
	// none after that.
	Starts []int32
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

// IsDocument reports whether the segment belongs to a document: text about calls, with
// placeholders and mentions.
func (s *Segment) IsDocument() bool { return s.Scope == Apart }

// MessagesBefore returns how many messages of a transcript start before an offset of the file's
// text. On the lines of a file with one record per line they are not counted.
func (f *File) MessagesBefore(at int) int { return sort.SearchInts(f.starts, at) }

// Number returns the number of the message of a transcript in which something of the given
// role starts at an offset, or 0 if there is none. own is [Segment.Number], and line
// returns the line in the file, from 1: on a line with one message, that is its number.
// counted reports whether the number counts from the start of the text, which may be a
// part of the file.
func (f *File) Number(at int, role Role, own int, line func() int) (number int, counted bool) {
	switch {
	case own > 0 || role == Unknown && f.Kind == JSON:
		return own, false
	case f.Lines:
		return line(), false
	}
	return f.MessagesBefore(at + 1), true
}

// ReadOptions control how texts are read. The zero value selects the behavior of [Read].
type ReadOptions struct {
	// ToolResults reports whether results of tools in a transcript are read too, as documents.
	ToolResults bool
	// Knows reports whether a tool, or an argument of one, has a name. Without it no calls in a wrong shape are
	// looked for in a document; see missOf.
	Knows func(name string) (tool, argument bool)
	// Prompt reports whether the text is, or has, a prompt.
	Prompt bool
}

// Read reads a file's text as the given kind. For [Auto] and [Prose] see [Resolve].
func Read(text string, kind Kind) *File { return ReadWith(text, kind, ReadOptions{}) }

// ReadWith is like [Read] with options for transcripts.
func ReadWith(text string, kind Kind, options ReadOptions) *File {
	return ReadIn(text, kind, Context{ReadOptions: options})
}

// A Context is what the reading of a chunk depends on besides its text: see [Scanner]. The zero value is that
// of a whole text.
type Context struct {
	State State
	// Long reports whether the message that the text ends in is longer than [MaxMessage]: see [Segment.Long].
	Long bool
	// Headings are those that the text is under, as in [LeadIn.Headings].
	Headings string
	// Labels are the labels of the whole text; nil if it is the whole. Guess reports whether they may be others: then
	// [SumOf] is asked for.
	Labels *Labels
	Guess  bool
	// Forge reports whether the document has a call in the right shape, and Foreign whether it may be any program's.
	Forge, Foreign bool
	// Layout is the layout of the whole JSON file.
	Layout transcript.Layout
	// Outline has just found the entries of the text, a line of a file with one record per
	// line, whose JSON is not read again; nil for any other text.
	Outline *transcript.Outline
	ReadOptions
}

// ReadIn reads a text, or a chunk of one, in its context. Offsets in the result are relative to the text.
func ReadIn(text string, kind Kind, in Context) *File {
	var f *File
	in.Foreign = in.Foreign || kind == Auto
	switch resolved := Resolve(kind, text); {
	case resolved == Document:
		f = readDocument(text, nil, &in)
	case resolved == JSON:
		f = readJSON(text, &in)
	case resolved.Source():
		f = readSource(text, resolved, &in)
	default:
		f = readReply(text, resolved, &in)
	}
	in.Outline = nil // it does not know another version of the text
	f.asked, f.from = kind, in
	return f
}

// Context returns the context in which the text was read.
func (f *File) Context() Context { return f.from }

// Reread reads another version of the file's text in the same way as f was read.
func (f *File) Reread(text string) *File { return ReadIn(text, f.asked, f.from) }

// ReadAs returns the kind that was given to [Read]. If that is [Auto] or [Prose], Kind
// is the kind derived from the text.
func (f *File) ReadAs() Kind { return f.asked }
