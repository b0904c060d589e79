package diagnostics

import (
	"slices"
	"sync/atomic"
	"weak"

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

// A Diagnostic is what a rule reports about one place in a file. Messages and documents also call
// it a finding.
type Diagnostic struct {
	// Advice is what is reported, and the fixes. It and its Description are not nil in the findings of
	// this package. A text can have a finding in every few bytes, most of which then share a few of
	// them: to change that of a finding, give it another one.
	*Advice
	// Span is the place in the file.
	Span xmlcall.Span
	// Call is the index of the call among those that were read together, -1 if the finding is not
	// about a call; see [Placed.Call].
	Call int
}

// Advice is what a finding reports, and the fixes. It is immutable.
type Advice struct {
	*Description
	// Fixes are alternatives to each other, the preferred one first.
	Fixes []Fix
}

// A Description is what findings report, apart from their own places. It is immutable.
type Description struct {
	// Code is the rule's code, such as "unescaped-ampersand".
	Code string
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
	Severity  Severity
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

	within *[]Edit // the edits in Segment.Text; nil if they are the same
	safe   bool    // set by what proves it only
}

// Safe reports whether the fix is proven to lead to what the author of the call
// intended. Only [Document.Prove] and [Document.Proven] prove fixes: those of a [Diagnostic] are not
// marked safe.
func (f *Fix) Safe() bool { return f.safe }

// Uncertain is the reason why a fix is only suggested.
const Uncertain = "What was meant is not certain"

// An Edit replaces the bytes under Span by Text: {Span, Text}.
type Edit = rules.Edit

// described reports whether the finding is one: a program can make a Diagnostic without a
// description.
func (f *Diagnostic) described() bool { return f != nil && f.Advice != nil && f.Description != nil }

// IsPlaceholder reports whether the finding only states that something is filled in later, so
// that there is nothing to do.
func (f *Diagnostic) IsPlaceholder() bool {
	return f.described() && f.Code == placeholderCode && len(f.Fixes) == 0
}

// placeholderCode is the code of the rule about placeholders.
const placeholderCode = "placeholder"

// A Call is one call of a file, as the runtime would take it on its own.
type Call struct {
	// Span is the block in the file.
	Span xmlcall.Span
	// Segment is the stretch of the file that contains the block.
	Segment *document.Segment

	*reader
	storedBlock
}

// leadIn returns the text before the block, nil in a reply.
func (c *Call) leadIn() *document.LeadIn {
	if c.Segment == nil || c.Segment.LeadIns == nil {
		return nil
	}
	if i, found := slices.BinarySearch(c.Segment.Starts, c.from); found {
		return &c.Segment.LeadIns[i]
	}
	return nil
}

// A reader holds the parsers and options with which calls are read. Most calls of a
// segment share one.
type reader struct {
	parser  *xmlcall.Parser      // of Segment.Text up to document.Segment.Limit of the blocks
	segment *xmlcall.Parser      // of all of Segment.Text
	tools   *toolspec.Set        // as in Options, or those of the runtime
	maxSize int                  // as in Options
	files   *filetools.Workspace // as in Options, for the calls of a reply
	// holes are the parts of calls that represent something else, in Segment.Text, by the starts
	// of the calls; nil if none has any.
	holes map[int32][]xmlcall.Span

	whole   atomic.Pointer[weak.Pointer[live.Reply]] // see Call.message
	depends atomic.Pointer[bool]                     // see Call.dependsOnStream
}

// A storedBlock is the stored form of a block. The block itself takes twice the size of its
// text. Offsets are in Segment.Text, of which a parser reads 2 GiB.
type storedBlock struct {
	from, to int32 // the block
	// last is the end of the call's text: of the block, or of the rest of a call that was
	// cut short.
	last    int32
	outcome xmlcall.Outcome
	form    xmlcall.Delimiters
	reason  call.Reason
	is      traits
}

// traits are a set of properties of a block. A log can have a call in every few bytes: they
// share one.
type traits uint8

const (
	more      traits = 1 << iota // there are problems that are not recorded
	runnable                     // see isRunnable
	repaired                     // the reader repairs what it reads
	assembled                    // what it reads is not the call's own text
	inJSON                       // what it reads is in JSON: see Options.JSONCalls
	unfit                        // its tool refuses it because of the files of the workspace
	checked                      // see Call.Checked
)

// set adds a property, or removes it.
func (t *traits) set(of traits, has bool) {
	if *t &^= of; has {
		*t |= of
	}
}

func (t traits) has(of traits) bool { return t&of != 0 }

// within returns the block's place in Segment.Text.
func (r *storedBlock) within() xmlcall.Span { return xmlcall.Span{Start: int(r.from), End: int(r.to)} }

// end returns the end of the call's text in Segment.Text.
func (r *storedBlock) end() int { return int(r.last) }

// storedBlockOf returns the stored form of a block.
func storedBlockOf(b *xmlcall.Block) storedBlock {
	stored := storedBlock{
		from: int32(b.Span.Start), to: int32(b.Span.End), last: int32(max(b.Span.End, b.Rest().End)),
		outcome: b.Verdict().Outcome, form: b.Delimiters,
	}
	stored.is.set(more, b.MoreProblems)
	stored.is.set(runnable, isRunnable(b))
	return stored
}

// swallows reports whether the block starts with a mention of <tool> that
// swallowed the call after it.
func (c *Call) swallows() bool { return c.Block().Envelope() != 0 }

// Block returns the parsed block. Its spans are offsets into Segment.Text. Each call of
// Block parses it.
func (c *Call) Block() *xmlcall.Block {
	if c.Segment == nil { // a Call that was not of a Document
		return &xmlcall.Block{}
	}
	return c.parser.At(c.within().Start)
}

// Source returns the call's own text, as the runtime receives it: without quote marks around
// it, and with the escapes of a string decoded. It shares its memory with the segment.
func (c *Call) Source() string {
	if c.Segment == nil { // a Call that was not of a Document
		return ""
	}
	return c.Segment.Text[c.within().Start:c.within().End]
}

// closed reports whether the block has an end.
func (c *Call) closed() bool { return c.form == xmlcall.Closed }
