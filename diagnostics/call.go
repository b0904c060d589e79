package diagnostics

import (
	"sync"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A Call is one call of a file, as the runtime would take it on its own. It holds no block, which takes twice the size
// of its text.
type Call struct {
	// Span is the block in the file.
	Span xmlcall.Span

	*reader
	within xmlcall.Span // the block in Segment.Text
	// end is the end of the call's text in Segment.Text: of the block, or of the rest of a call that was
	// cut short.
	end     int
	lead    *document.LeadIn // of a call of a document with findings; nil for any other
	against *objection       // nil for nothing

	outcome   xmlcall.Outcome
	form      xmlcall.Delimiters
	reason    call.Reason
	more      bool // there are problems that are not recorded
	repaired  bool // the reader repairs what it reads
	assembled bool // what it reads is not the call's own text
	inJSON    bool // what it reads is in JSON: see Transition
	unfit     bool // its tool refuses it because of the files of the workspace
	checked   bool // see Call.Checked
	nested    bool // it starts within another one, whose value it may be
}

// An objection is what is said against a call that is refused or repaired.
type objection struct {
	byReader, byTool string
	at               int // the offset in Segment.Text that the reader's words are about, -1 for none
}

// newCall returns the call of a block.
func newCall(with *reader, b *xmlcall.Block) Call {
	return Call{
		Span: with.Segment.FileSpan(b.Span), reader: with, within: b.Span, end: max(b.Span.End, b.Rest().End),
		outcome: b.Verdict().Outcome, form: b.Delimiters, more: b.MoreProblems,
	}
}

// A reader holds the parsers and options with which calls are read. Most calls of a
// segment share one.
type reader struct {
	// Segment is the stretch of the file that contains the block.
	Segment *document.Segment

	parser    *xmlcall.Parser // of Segment.Text up to document.Segment.Limit of the blocks
	unlimited *xmlcall.Parser // of all of Segment.Text
	options   *Options        // with the tools of the runtime if there are none, and with Files for the calls of a reply only
	// message is what the live runtime makes of Segment.Text, if it reads that as a whole. It is read when a call is
	// described, and then kept.
	message func() *live.Reply
	// run is what it runs of that, kept as well: the fixes of each call are compared with it.
	run func() ran
	// otherAtOnce reports whether another call of it runs, or none, if it arrives in one chunk.
	otherAtOnce func() bool
}

// newReader returns the reader of a segment.
func newReader(seg *document.Segment, parser *xmlcall.Parser, o *Options) *reader {
	limits := xmlcall.Options{MaxSize: o.MaxSize}
	r := &reader{Segment: seg, parser: parser, unlimited: parser, options: o}
	if !readsWhole(seg) {
		return r
	}
	r.message = sync.OnceValue(func() *live.Reply { return live.Read(seg.Text, limits) })
	r.run = sync.OnceValue(func() ran { return runOf(seg.Text, o.intent()) })
	r.otherAtOnce = sync.OnceValue(func() bool {
		slow, fast := r.message(), live.ReadAtOnce(seg.Text, limits)
		return slow.Runs() != fast.Runs() || slow.Tool != fast.Tool || !slow.Arguments.Equal(fast.Arguments)
	})
	return r
}

// upTo returns the reader of the blocks from one offset that end before another.
func (r *reader) upTo(start, end int) *reader {
	part := *r
	part.parser = r.unlimited.Between(start, end)
	return &part
}

// Block returns the parsed block. Its spans are offsets into Segment.Text. Each call of
// Block parses it.
func (c *Call) Block() *xmlcall.Block { return c.parser.At(c.within.Start) }

// Source returns the call's own text, as the runtime receives it: without quote marks around
// it, and with the escapes of a string decoded. It shares its memory with the segment.
func (c *Call) Source() string { return c.Segment.Text[c.within.Start:c.within.End] }

// readsWhole reports whether a segment is a reply that the live runtime reads as a whole.
func readsWhole(seg *document.Segment) bool { return seg.Scope == document.Message && !seg.Long }
