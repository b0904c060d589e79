package xmlcall

import (
	"iter"
	"math"
	"strings"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
)

// MaxSize is the largest call, in bytes, that the runtime reads: 10 MiB.
const MaxSize = forge.MaxSize

const (
	toolOpen   = lex.ToolOpen
	toolClose  = lex.ToolClose
	cdataOpen  = lex.SectionOpen
	cdataClose = lex.SectionClose
)

// Options describe the runtime that a text is read for. The zero value is the
// runtime as it is shipped.
type Options struct {
	// MaxSize is the size in bytes, tags included, above which the runtime
	// refuses a call; 0 or less means the constant [MaxSize].
	MaxSize int
	// Live reads calls of a reply as the live runtime does in one respect: it removes white
	// space at both ends of a call's content, as Unicode defines it, before it parses the
	// call. So a vertical tab or a form feed there, which XML cannot carry, does no harm.
	// What else it does concerns the reply as a whole; see package xmlcall/live.
	Live bool
	// Holes are the parts of the text that stand for other text, such as the tags of a template. They are
	// read as text whatever is in them: no markup starts or ends there.
	Holes []Span
}

func (o Options) limit() int { return forge.Limit(o.MaxSize) }

// Blocks yields the blocks of a text in order: every literal <tool> starts one, as it
// does for the runtime, unless it is part of the block before. A text without any
// yields none. Each block aliases text and belongs to the caller. Only the first 2 GiB
// of a text are read.
func Blocks(text string, o Options) iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		text := readable(text)
		i, ok := Find(text, 0)
		if !ok {
			return
		}
		for p := NewParser(text, o); ok; {
			b := p.At(i)
			if !yield(b) {
				return
			}
			i, ok = Find(text, b.Span.End)
		}
	}
}

// Find returns the offset of the first <tool> at or after from. A negative from is
// treated as 0.
func Find(text string, from int) (offset int, ok bool) {
	offset = lex.Find(text, min(max(from, 0), len(text)), toolOpen)
	return max(offset, 0), offset >= 0
}

// ParseAt parses the block of text that starts at offset, for the runtime as it
// is shipped; see [Parser.At]. To read several blocks of one text, use [Blocks]
// or a [Parser]: each call of ParseAt looks for the last </tool>.
func ParseAt(text string, offset int) *Block { return NewParser(text, Options{}).At(offset) }

// readable returns the part of a text that is read.
func readable(text string) string { return text[:min(len(text), math.MaxInt32)] }

// A Parser reads blocks of one text at known offsets; [Blocks] finds them. It remembers
// where the last </tool> of the text is, so that many start tags without an end tag do
// not each cause the rest to be scanned. The zero value reads an empty text. A Parser
// is safe for concurrent use and keeps its text alive.
//
// Small blocks share memory for their tokens and elements: one keeps up to 10 KB alive.
type Parser struct {
	text      string  // with text in the holes
	source    *string // the text as it is written, nil if it has no holes that differ
	lastClose int     // -1 where there is none
	maxSize   int     // see Options.MaxSize
	live      bool    // see Options.Live

	ahead atomic.Pointer[gap] // where the last search for a <tool> found nothing
}

// NewParser returns a parser for text, of which it reads the first 2 GiB: the
// tokens of a block hold offsets of 32 bits.
func NewParser(text string, o Options) *Parser {
	text = readable(text)
	p := &Parser{text: filled(text, o.Holes), maxSize: o.limit(), live: o.Live}
	if p.text != text {
		p.source = &text
	}
	p.lastClose = strings.LastIndex(p.text, toolClose)
	return p
}

// Between returns a parser for the blocks that start at or after from, in the text up to
// end. It does not see any text after end, and looks for the last </tool> between the
// two only.
func (p *Parser) Between(from, end int) *Parser {
	end = min(max(end, 0), len(p.text))
	from = min(max(from, 0), end)
	last := strings.LastIndex(p.text[from:end], toolClose)
	if last >= 0 {
		last += from
	}
	between := &Parser{text: p.text[:end], lastClose: last, maxSize: p.maxSize, live: p.live}
	if p.source != nil {
		source := (*p.source)[:end]
		between.source = &source
	}
	return between
}

// A gap is a stretch of a text in which no <tool> starts. It extends to the next <tool>
// or to the end of the text.
type gap struct {
	from, to int
	next     bool // whether a <tool> starts at to
}

// Find is like the function [Find] for the text of the parser. It remembers what it
// found, so that repeated searches for the same tag read the text once.
func (p *Parser) Find(from int) (offset int, ok bool) {
	from = min(max(from, 0), len(p.text))
	g := p.ahead.Load()
	if g == nil || from < g.from || from > g.to {
		g = &gap{from, len(p.text), false}
		if next := lex.Find(p.text, from, toolOpen); next >= 0 {
			g.to, g.next = next, true
		}
		p.ahead.Store(g)
	}
	if !g.next {
		return 0, false
	}
	return g.to, true
}

// At parses the block that starts at the given offset: that of a literal <tool> or of a
// tag that was meant to be one (see [Unrecognized] and [Escaped]). At any other offset, including one
// outside the text, it returns a block without tokens and elements, which the runtime
// does not see.
//
// At reads to the end of the block. A block without an end tag ends at the next <tool>. Where a
// </tool> in a value cut the call short, At reads up to 1 MiB more, for the rest of the call.
func (p *Parser) At(offset int) *Block {
	offset = min(max(offset, 0), len(p.text))
	b := &Block{Text: p.text, Span: Span{offset, len(p.text)}}
	w := builders.Get().(*builder)
	w.b, w.s, w.maxSize, w.live, w.parser = b, p.text, p.maxSize, p.live, p
	switch {
	case !strings.HasPrefix(p.text[offset:], toolOpen):
		w.unrecognized()
	case p.lastClose < offset+len(toolOpen):
		w.unclosed()
	default:
		w.closed()
	}
	w.finish()
	if p.source != nil {
		b.Text = *p.source
	}
	builders.Put(w)
	return b
}

// closed parses the block from a <tool> to the next </tool>, which must exist.
func (p *builder) closed() {
	p.b.Span.End = 0 // see limit
	fail := p.strict()
	if !fail.OK() {
		p.recovered(false, lex.LooseTag{}) // reads it as its author most plausibly meant it
	}
	p.judge(fail)
}
