package prompt

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A prompt is the prose of a prompt.
type prompt struct {
	text   string // with blanks in place of calls
	whole  string
	blocks []block
	code   []codeBlock
}

// A block is a heading, a paragraph, a list item or a row of a table.
type block struct {
	kind blockKind
	// span is the text of the block, without the marks before it.
	span xmlcall.Span
	// depth is the level of a heading, or the indentation of an item in columns.
	depth int
	// lead is the index of the block that introduces the list of an item: the item around it or the paragraph
	// before; -1 for none.
	lead int
	// heading is the index of the heading above, -1 for none; of a heading, the one that it is below.
	heading int
	// tool is the tool that the block starts to describe, "" for none, and signature what follows its name in
	// parentheses.
	tool      string
	signature xmlcall.Span
}

type blockKind uint8

const (
	paragraph blockKind = iota
	heading
	item
	row // of a table
)

// A codeBlock is the content of a fenced code block. Those without a language of their own are prose.
type codeBlock struct {
	span     xmlcall.Span
	language string
}

var (
	headings  = form(`^ {0,3}(#{1,6})[ \t]+`)
	items     = form(`^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+`)
	fences    = form("^[ \t>]*(```+|~~~+)[ \t]*([A-Za-z0-9_+-]*)")
	boldLine  = form(`^\s*\*\*[^*]+\*\*:?\s*$`)
	upperLine = form(`^[A-Z][A-Z &/_-]{3,60}:?\s*$`)
)

// form returns a regular expression that is compiled on first use: most runs of the program need none.
func form(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}

// read reads a prompt.
func read(text string, calls []xmlcall.Span) *prompt {
	blank := []byte(text)
	for _, c := range calls {
		for i := c.Start; i < c.End && i < len(blank); i++ {
			if blank[i] != '\n' && blank[i] != '\r' {
				blank[i] = ' '
			}
		}
	}
	p := &prompt{text: string(blank), whole: text}
	r := blockReader{prompt: p, open: -1, section: -1, lead: -1}
	at := 0
	for line := range strings.Lines(p.text) {
		r.line(at, at+len(line))
		at += len(line)
	}
	return p
}

// A blockReader reads the blocks of a prompt, line by line.
type blockReader struct {
	*prompt
	open    int    // the block that a line may continue, -1 for none
	section int    // the heading that the line is below, -1 for none
	lead    int    // the item or paragraph that an item may be below, -1 for none
	fence   string // the fence of the open code block, "" for none
	skip    bool   // whether its lines are not prose
}

func (r *blockReader) line(at, end int) {
	line := strings.TrimRight(r.text[at:end], " \t\r\n")
	if m := fences().FindStringSubmatch(line); m != nil && (r.fence == "" || m[2] == "" && strings.HasPrefix(m[1], r.fence)) {
		r.open = -1
		if r.fence != "" {
			r.fence, r.skip = "", false
			return
		}
		language := strings.ToLower(m[2])
		r.fence, r.skip = m[1], !slices.Contains([]string{"", "text", "txt", "markdown", "md"}, language)
		r.code = append(r.code, codeBlock{xmlcall.Span{Start: end, End: end}, language})
		return
	}
	if r.fence != "" {
		r.code[len(r.code)-1].span.End = end
	}
	b := block{span: xmlcall.Span{Start: at, End: at + len(line)}, lead: -1}
	switch h, i := headings().FindStringSubmatchIndex(line), items().FindStringSubmatchIndex(line); {
	case r.skip:
		return
	case strings.TrimSpace(line) == "":
		r.open = -1
		return
	case h != nil:
		b.kind, b.depth, b.span.Start = heading, h[3]-h[2], at+h[1]
	case boldLine().MatchString(line) && r.open < 0:
		b.kind, b.depth = heading, 7
	case upperLine().MatchString(line) && r.open < 0:
		b.kind, b.depth = heading, 2
	case i != nil:
		b.kind, b.depth, b.span.Start = item, len(strings.ReplaceAll(line[i[2]:i[3]], "\t", "    ")), at+i[1]
		b.lead = r.above(b.depth)
	case strings.HasPrefix(strings.TrimSpace(line), "|"):
		b.kind = row
	case r.open >= 0:
		r.blocks[r.open].span.End = b.span.End
		return
	}
	last := len(r.blocks)
	r.open = last
	switch b.kind {
	case heading:
		for r.section >= 0 && r.blocks[r.section].depth >= b.depth {
			r.section = r.blocks[r.section].heading
		}
		b.heading, r.section, r.open, r.lead = r.section, last, -1, -1
	case row:
		r.open, r.lead = -1, r.above(0)
	default:
		r.lead = last
	}
	if b.kind != heading {
		b.heading = r.section
	}
	r.blocks = append(r.blocks, b)
}

// above returns the item or paragraph that introduces an item of a depth, -1 for none.
func (r *blockReader) above(depth int) int {
	i := r.lead
	for i >= 0 && r.blocks[i].kind == item && r.blocks[i].depth >= depth {
		i = r.blocks[i].lead
	}
	return i
}

// of returns the text of a block.
func (p *prompt) of(i int) string {
	if i < 0 {
		return ""
	}
	return p.text[p.blocks[i].span.Start:p.blocks[i].span.End]
}
