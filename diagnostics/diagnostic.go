package diagnostics

import (
	"sync"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// A Severity is the effect of a finding on the call. The values are those of the
// Language Server Protocol.
type Severity = rules.Severity

// The severities, most severe first. See the package documentation.
const (
	Error       = rules.Error
	Warning     = rules.Warning
	Information = rules.Information
	Hint        = rules.Hint
)

// A Diagnostic is what a rule reports about one place in a file, and the fixes. Messages and documents call it a finding;
// with its place in a document it is a [Finding].
type Diagnostic struct {
	// Span is the place in the file.
	Span xmlcall.Span
	// Call is the index of the call among those that were read together, -1 if the finding is not
	// about a call; see [Finding.Call].
	Call int
	// Code is the rule's code, such as "unescaped-ampersand".
	Code     string
	Severity Severity
	// Message is one line without a full stop: what is wrong with the text, quoted in
	// backquotes, and what to write: "Unescaped `&`; write `&amp;`".
	Message string
	// Note is what happens to the call as a result, and why, in one line without a full
	// stop; it is empty where there is nothing to add to Message.
	Note string
	// Related are other places that explain the finding.
	Related []Related
	// Elsewhere are places in other files that do.
	Elsewhere []filetools.Place
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
	// Reply marks a finding that is not about the call it is at but about those among Related,
	// which do not run as written because of it.
	Reply bool
	// Intended marks a finding in an intended bad example: the block is
	// introduced by words such as "wrong", in a comment in it, in the paragraph
	// before it or in the headings above.
	Intended bool
	// HeldBack marks a finding that fix-all leaves alone, since words such as "never" before the
	// block may say that it is one.
	HeldBack bool
}

// A Related is a place that explains a finding: {Span, Message}.
type Related = rules.Related

// A Fix is one way to correct the cause of a finding.
type Fix struct {
	// Title describes the fix in the imperative, in at most 40 characters: "Escape as `&amp;`".
	Title string
	// Edits are applied together. They do not overlap and are sorted.
	Edits []Edit

	within []Edit // the edits in Segment.Text; nil if they are the same
	safe   bool   // set by what proves it only
}

// Safe reports whether the fix is proven to lead to what the author of the call
// intended. Only [Document.Prove] and [Document.Proven] prove fixes: those of a [Diagnostic] are not
// marked safe.
func (f *Fix) Safe() bool { return f.safe }

// Uncertain is the reason why a fix is only suggested.
const Uncertain = "What was meant is not certain"

// An Edit replaces the bytes under Span by Text: {Span, Text}.
type Edit = rules.Edit

// IsPlaceholder reports whether the finding only states that something is filled in later, so
// that there is nothing to do.
func (f *Diagnostic) IsPlaceholder() bool {
	return f.Code == placeholderCode && len(f.Fixes) == 0
}

// placeholderCode is the code of the rule about placeholders.
const placeholderCode = "placeholder"

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
	runnable  bool // see isRunnable
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
		outcome: b.Verdict().Outcome, form: b.Delimiters, more: b.MoreProblems, runnable: isRunnable(b),
	}
}

// A reader holds the parsers and options with which calls are read. Most calls of a
// segment share one.
type reader struct {
	// Segment is the stretch of the file that contains the block.
	Segment *document.Segment

	parser  *xmlcall.Parser      // of Segment.Text up to document.Segment.Limit of the blocks
	segment *xmlcall.Parser      // of all of Segment.Text
	tools   *toolspec.Set        // as in Options, or those of the runtime
	maxSize int                  // as in Options
	files   *filetools.Workspace // as in Options, for the calls of a reply
	// message is what the live runtime makes of Segment.Text, if it reads that as a whole. It is read when a call is
	// described, and then kept.
	message func() *live.Reply
	// otherAtOnce reports whether another call of it runs, or none, if it arrives in one chunk.
	otherAtOnce func() bool
}

// newReader returns the reader of a segment.
func newReader(seg *document.Segment, parser *xmlcall.Parser, o *Options) *reader {
	limits := xmlcall.Options{MaxSize: o.MaxSize}
	r := &reader{Segment: seg, parser: parser, segment: parser, tools: o.Tools, maxSize: o.MaxSize, files: o.Files}
	if !readsWhole(seg) {
		return r
	}
	r.message = sync.OnceValue(func() *live.Reply { return live.Read(seg.Text, limits) })
	r.otherAtOnce = sync.OnceValue(func() bool {
		slow, fast := r.message(), live.ReadAtOnce(seg.Text, limits)
		return slow.Runs() != fast.Runs() || slow.Tool != fast.Tool || !slow.Arguments.Equal(fast.Arguments)
	})
	return r
}

// upTo returns the reader of the blocks from one offset that end before another.
func (r *reader) upTo(start, end int) *reader {
	part := *r
	part.parser = r.segment.Between(start, end)
	return &part
}

// Block returns the parsed block. Its spans are offsets into Segment.Text. Each call of
// Block parses it.
func (c *Call) Block() *xmlcall.Block { return c.parser.At(c.within.Start) }

// Source returns the call's own text, as the runtime receives it: without quote marks around
// it, and with the escapes of a string decoded. It shares its memory with the segment.
func (c *Call) Source() string { return c.Segment.Text[c.within.Start:c.within.End] }
