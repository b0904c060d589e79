package xmlcall

import (
	"strings"
	"sync/atomic"

	"github.com/entrhq/forge-lsp/xmlcall/internal/lex"
)

// MaxSize is the largest call, in bytes, that the runtime reads.
const MaxSize = 10 * 1024 * 1024

const (
	toolOpen   = lex.ToolOpen
	toolClose  = lex.ToolClose
	cdataOpen  = lex.SectionOpen
	cdataClose = lex.SectionClose
)

// A Parser reads one text: its blocks ([Parser.At]), the whole as a reply
// ([Parser.Reply]), or the arguments of its first call ([Parser.Unmarshal]). It
// remembers where the last </tool> of the text is, so that many openers
// without an end do not each make it read the rest. The zero value reads an
// empty text. A Parser is safe for concurrent use.
//
// Blocks of one parser may share memory for their tokens and elements: up to
// 10 KB stay in use as long as one of about six small blocks does.
type Parser struct {
	text      string
	lastClose int   // -1 where there is none
	maxSize   int   // 0 for MaxSize
	ends      []int // where the chunks end, nil for a text that was not cut

	used  atomic.Bool             // it has read a block
	spare atomic.Pointer[builder] // that no reading uses right now
}

// NewParser returns a parser for text.
func NewParser(text string) *Parser {
	return &Parser{text: text, lastClose: strings.LastIndex(text, toolClose)}
}

// NewChunkParser returns a parser for a reply that arrived in the given chunks,
// which matters for [Parser.Reply] alone; see [ReadChunks].
func NewChunkParser(chunks ...string) *Parser {
	text, ends := joinChunks(chunks)
	p := NewParser(text)
	p.ends = ends
	return p
}

// WithMaxSize returns a parser of the same text for a runtime that reads calls
// of at most size bytes, tags included; 0 or less means [MaxSize]. All that the
// parser returns judges by that size, [Block.Correction] too.
func (p *Parser) WithMaxSize(size int) *Parser {
	return &Parser{text: p.text, lastClose: p.lastClose, maxSize: size, ends: p.ends}
}

// limitOf returns the limit that a given maximal size means.
func limitOf(size int) int {
	if size > 0 {
		return size
	}
	return MaxSize
}

// ParseAt parses the block of text that starts at offset; see [Parser.At].
func ParseAt(text string, offset int) *Block { return NewParser(text).At(offset) }

// At parses the block that starts at the given offset: that of a literal <tool>
// or of a tag that was meant to be one (see [Unrecognized]). At any other
// offset, one outside the text included, there is a block without tokens and
// elements, which the runtime does not see.
//
// At reads no further than the block, for an unclosed block no further than
// the next <tool>, and for one that a </tool> in a value cut short up to 1 MiB
// further, for the rest of the call.
func (p *Parser) At(offset int) *Block {
	offset = min(max(offset, 0), len(p.text))
	b := &Block{Text: p.text, Span: Span{offset, len(p.text)}, maxSize: p.maxSize}
	w := p.builder()
	w.b, w.s = b, p.text
	switch {
	case !strings.HasPrefix(p.text[offset:], toolOpen):
		w.unrecognized()
	case p.lastClose < offset+len(toolOpen):
		w.unclosed()
	default:
		w.closed()
	}
	w.finish()
	if w.shares {
		p.spare.Store(w)
	} else {
		builders.Put(w)
	}
	return b
}

// builder returns a builder for the next block. The first block of a text gets
// memory of its own, as it is often the only one; those after it share theirs.
func (p *Parser) builder() *builder {
	if w := p.spare.Swap(nil); w != nil {
		return w
	}
	if p.used.Load() {
		return &builder{shares: true}
	}
	p.used.Store(true)
	return builders.Get().(*builder)
}

// closed parses the block from a <tool> to the next </tool>, of which there is
// one in the text.
func (p *builder) closed() {
	fail := p.strict()
	if !fail.OK() {
		p.recover()
	}
	p.b.Tokens, p.b.Elements = p.tokens, p.elements
	p.b.judge(fail, p.endTags)
}
