package xmlcall

import (
	"iter"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall/internal/forge"
)

// MaxSize is the largest call, in bytes, that the runtime reads.
const MaxSize = forge.MaxSize

const (
	toolOpen  = forge.ToolOpen
	toolClose = forge.ToolClose
)

// Options describe the runtime that a text is read for. The zero value is the
// runtime as it is shipped.
type Options struct {
	// MaxSize is the size in bytes, tags included, above which the runtime
	// refuses a call; 0 or less means the constant [MaxSize].
	MaxSize int
}

func (o Options) limit() int { return forge.Limit(o.MaxSize) }

// Blocks yields the blocks of a text in order: every literal <tool> starts one,
// as it does for the runtime, unless it is part of the block before. A text
// without any yields none. Each block aliases text and belongs to the caller.
func Blocks(text string, o Options) iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		i, ok := Find(text, 0)
		if !ok {
			return
		}
		for p := NewParser(text, o); ok; {
			b := p.At(i)
			if !yield(b) {
				return
			}
			i, ok = Find(text, max(b.Span.End, i+len(toolOpen)))
		}
	}
}

// Find returns the offset of the first <tool> at or after from. A from below 0
// is as 0.
func Find(text string, from int) (offset int, ok bool) {
	from = min(max(from, 0), len(text))
	if n := strings.Index(text[from:], toolOpen); n >= 0 {
		return from + n, true
	}
	return 0, false
}

// ParseAt parses the block of text that starts at offset, for the runtime as it
// is shipped; see [Parser.At]. To read several blocks of one text, use [Blocks]
// or a [Parser]: each call of ParseAt looks for the last </tool>.
func ParseAt(text string, offset int) *Block { return NewParser(text, Options{}).At(offset) }

// A Parser reads blocks of one text at places that are known already; [Blocks]
// finds them. It remembers where the last </tool> of the text stands, so that
// many openers without an end do not each make it read the rest. The zero value
// reads an empty text. A Parser is safe for concurrent use and keeps its text
// alive.
type Parser struct {
	text      string
	lastClose int // -1 where there is none
	options   Options
}

// NewParser returns a parser for text.
func NewParser(text string, o Options) *Parser {
	return &Parser{text: text, lastClose: strings.LastIndex(text, toolClose), options: o}
}

// At parses the block that starts at the given offset: that of a literal <tool>
// or of a tag that was meant to be one (see [Unrecognized]). At any other
// offset, one outside the text included, there is a block without tokens and
// elements, which the runtime does not see.
//
// At reads no further than the block, for an unclosed block no further than
// the next <tool>, and for one that a </tool> in a value cut short up to 1 MiB
// further, for the rest of the call.
func (p *Parser) At(offset int) *Block {
	text := p.text
	offset = min(max(offset, 0), len(text))
	switch {
	case !strings.HasPrefix(text[offset:], toolOpen):
		return parseUnrecognized(text, offset)
	case p.lastClose < offset+len(toolOpen):
		return parseUnclosed(text, offset)
	}
	limit := p.options.limit()
	if b := parseSound(text, offset, limit); b != nil {
		return b
	}
	return parseClosed(text, offset, limit)
}
