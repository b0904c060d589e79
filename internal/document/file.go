package document

import (
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

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

	from   Context
	labels *Labels // what JSON shows of the whole
	asks   bool    // whether the reading depends on what the whole shows
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
	marks   []mark // of the text, if it is a chunk
	ReadOptions
}

// In returns the context of a chunk.
func (in Context) In(c *Chunk) Context {
	in.State, in.Long, in.marks = c.State, c.Long, c.marks
	return in
}

// Context returns the context in which the text was read.
func (f *File) Context() Context { return f.from }

// ReadAs returns the kind that was given to [Read]. If that is [Auto] or [Prose], Kind
// is the kind derived from the text.
func (f *File) ReadAs() Kind { return f.asked }

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

// LineBefore returns the insertion that puts a line before the block that lead belongs
// to: before the code block that the block is the first in, otherwise before the
// block's own line. ok is false if Markdown has no place for it.
func (f *File) LineBefore(lead *LeadIn, line string) (at int, text string, ok bool) {
	if lead.line < 0 {
		return 0, "", false
	}
	at = lead.line
	breaks := "\n"
	if f.Kind == YAML {
		breaks = "\r\n" // either ends a line
	}
	start := strings.LastIndexAny(f.Text[:at], breaks) + 1
	end := lineEnd(f.Text[at:nextLine(f.Text, at)])
	return at, line + end + continued(strings.TrimPrefix(f.Text[start:at], bom)), true
}

// Empty reports whether nothing was found in records, one per line.
func (f *File) Empty() bool {
	return len(f.Messages)+len(f.Native)+len(f.Results)+len(f.Stops)+len(f.Damage) == 0 && f.labels == nil
}

// Labels returns what the text shows of the transcript in JSON that it is, or is a part of; nil for nothing. Others have
// to be guessed, or absent: see [Context].
func (f *File) Labels() *Labels { return f.labels }

// Stands reports whether the file is read the same with other labels of the whole.
func (f *File) Stands(now *Labels) bool {
	return !f.asks || f.from.Labels.equal(now)
}

// Relevant reports whether a text of a kind may contain anything to report on: a tag named tool,
// escaped or not, a comment addressed to this program, in what agents write a call in the text format of another model, or,
// in JSON, a native one.
func Relevant(text string, kind Kind) bool {
	if kind.Labelled() && (transcript.Candidate(text) >= 0 || strings.Contains(text, `"name"`)) {
		return true
	}
	if kind == JSON {
		return transcript.Candidate(text) >= 0 || transcript.HasNative(text)
	}
	return transcript.HasTool(text) || strings.Contains(text, directiveMark)
}
