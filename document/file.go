package document

import (
	"sort"

	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/document/literal"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Kind says how a file is read.
type Kind uint8

const (
	// Auto is Log or Document, as the text shows; see [Sniff].
	Auto Kind = iota
	// Reply is the text of one agent reply: every <tool> counts. A text with
	// labels for several messages is read as these.
	Reply
	// Document is text about, or with, calls: mentions do not count.
	Document
	// Log is text that may contain several replies: a capture, a log, the
	// transcript of a session. Every <tool> counts, but nothing is taken for wrong
	// that would be so only if all of the text were one reply.
	Log
	// JSON is a transcript in JSON, one document or a record a line: each message of
	// an agent is a reply, and those of others are documents. See package json.
	JSON
	// Prose is Transcript or Document, as the text shows; see [Shown].
	Prose
	// Transcript is the text of a session, in which labels show who wrote each message:
	// those of an agent are replies, those of others documents, and what tools answered
	// is not read.
	Transcript
	// Go is a program in Go: each of its strings is a document. See package source.
	Go
	// JavaScript is the same in JavaScript or TypeScript.
	JavaScript
	// Python is the same in Python.
	Python
	// YAML is a file of configuration in YAML: each of its scalars is a document. One
	// that is not valid is read as a Document.
	YAML
	// TOML is the same in TOML.
	TOML
)

// Labelled reports whether labels may show where messages start in a file of the kind.
func (k Kind) Labelled() bool { return k == Reply || k == Log || k == Transcript }

// Decided reports whether all of a file of the kind decides about each part of it; see
// [Labels].
func (k Kind) Decided() bool { return k.Labelled() || k == JSON }

// Source reports whether a file of the kind is a program or a file of configuration, of
// which the strings are read.
func (k Kind) Source() bool { return k >= Go && int(k) < len(kinds) }

// A File is one file, read as one kind. It is immutable after Read.
type File struct {
	// Text is the file's content.
	Text string
	// Kind is any but Auto and Prose.
	Kind Kind
	// Segments are the stretches of text in which calls stand, in the order of
	// their first call.
	Segments []Segment
	// Remarks are the comments to this program, by position. One may
	// stand in a block, where it is content, or a comment of the call's.
	Remarks []Remark
	// Messages are the messages of a transcript by position, whoever wrote them;
	// nil in a document, and where the text shows none. Each that has calls is a
	// segment of its own.
	Messages []xmlcall.Span
	// Lines reports that the file is JSON with a record a line; lines number its messages.
	Lines bool
	// Unattributed are the texts with calls in a file of JSON of which nothing shows who
	// wrote them, by position. They are read as documents.
	Unattributed []xmlcall.Span
	// Leaked are the calls in text of a file of JSON that did not run, as the agent's
	// calls are native, by position.
	Leaked []Leak
	// Damage is what of a file of JSON could not be read, by position.
	Damage []json.Damage

	asked   Kind // of Read
	reading Reading

	starts []int // where messages start that have a number, by position
	turn   int   // see Turn

	// Of a part; see ReadPart.
	from   *From
	part   bool // the file goes on after the text
	wrong  bool // the state that it was read with is not the right one
	crlf   bool // the line before it ends with "\r\n"
	bound  bonds
	seams  []Seam
	marks  []mark // that are not in calls
	fenced []bool // which of them are in code blocks
	native []int  // where JSON shows native calls, by position
	taught []int  // where messages start that teach <tool>, by position
}

// Turn returns where the last turn of a transcript starts: after the last message of a user, or
// at the start of the file where it shows none. In a file with a record a line only messages
// count that are on a line with a call; see [json.Turn].
func (f *File) Turn() int { return f.turn }

// A Segment is a stretch of text in which calls stand.
type Segment struct {
	// Text is the text without what the file wraps around it.
	Text string
	// Starts are the offsets in Text at which a block starts that counts, in
	// order: of the '<' of each <tool>, or of a tag that was meant to be one.
	// They may include openers that stand inside an earlier block; a reader
	// passes over those.
	Starts []int
	// Leads are what leads to each of the blocks in a document; nil elsewhere.
	Leads []Lead
	// Scope is what is known of the messages that make up the text.
	Scope Scope
	// Role is who wrote the message that the text is, or is a part of.
	Role Role
	// Number is which of the messages of its line the text belongs to, from 1, where a
	// file of JSON has several messages on a line; 0 elsewhere.
	Number int
	// Thinking are the contents of the <thinking> elements of an agent's text, by
	// position: the live runtime removes them. In a message the last one reaches
	// to its end where nothing closes it.
	Thinking []xmlcall.Span
	// Placeholders are the template placeholders in Text, such as {{ x }}, by
	// position. Only documents have them: what stands inside is not yet known.
	Placeholders []xmlcall.Span
	// Computed are the places of Text, by position, at which a program puts what it
	// computes, and the comments of a template. None is among Placeholders.
	Computed []xmlcall.Span

	// Long marks a message of more than [MaxMessage] bytes. Earlier is how many calls of
	// it that a runtime could run are before the text, 2 for more, and Called whether
	// any is.
	Long    bool
	Earlier uint8
	Called  bool

	open   []xmlcall.Span // what comes after a <thinking> that nothing closes, up to the next
	pieces []piece        // nil where Text is the file's text from offset 0
	file   string         // the file's text; only where pieces is not nil
	bare   bool           // the file puts nothing before the text's lines
	// literal is what the file writes file as, which then is not the file's text.
	literal *literal.Text
}

// IsDocument reports whether the segment is a document's: text about calls, with
// placeholders and mentions.
func (s *Segment) IsDocument() bool { return s.Scope == Apart }

// Earlier returns how many messages of a transcript start before an offset of the file's
// text. On the lines of a file with a record a line they are not counted.
func (f *File) Earlier(at int) int { return sort.SearchInts(f.starts, at) }

// Number returns the number of the message of a transcript in which something of the given
// role starts at an offset, 0 where it has none. own is [Segment.Number], and line returns
// the line in the file, from 1: on a line with one message that is its number. counted
// reports that the number counts from the start of the text, which may be a part.
func (f *File) Number(at int, role Role, own int, line func() int) (number int, counted bool) {
	switch {
	case own > 0 || role == Unknown && f.Kind == JSON:
		return own, false
	case f.Lines:
		return line(), false
	}
	return f.Earlier(at + 1), true
}

// A piece is a stretch of a segment's text that stands in the file as it is.
type piece struct {
	text int // offset in Segment.Text
	file int // offset in File.Text
	size int // bytes
}

// A Reading says how transcripts are read. The zero value is how [Read] does.
type Reading struct {
	// Formats are those that a transcript in JSON is recognized by; nil is [json.Formats].
	Formats *json.Set
	// ToolResults is true where what tools answered is read, too: as documents.
	ToolResults bool
}

// Read reads a file's text as the given kind. For [Auto] see [Sniff], for [Prose] [Shown].
func Read(text string, kind Kind) *File { return ReadWith(text, kind, Reading{}) }

// ReadWith is [Read] for transcripts that are read in another way.
func ReadWith(text string, kind Kind, reading Reading) *File {
	var f *File
	from := From{Reading: reading}
	switch resolved := kind.of(text); {
	case resolved == Document:
		f = readDocument(text, from)
	case resolved == JSON:
		f = readJSON(text, from)
	case resolved.Source():
		f = readSource(text, resolved, from)
	default:
		f = readReply(text, resolved, from)
	}
	f.asked, f.reading = kind, reading
	return f
}

// ReadAs returns the kind that [Read] was asked for. Where that is [Auto] or [Prose],
// Kind is what was seen from the text.
func (f *File) ReadAs() Kind { return f.asked }
