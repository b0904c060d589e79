package prompt

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A prompt is the prose of a prompt.
type prompt struct {
	text  string // with blanks in place of calls
	whole string
	units []unit
	code  []codeBlock
}

// A unit is a stretch of prose that is read as one.
type unit struct {
	kind unitKind
	// span is the text of the unit, without the marks before it.
	span xmlcall.Span
	// depth is the level of a heading, or the indentation of an item in columns.
	depth int
	// lead is the index of the unit that introduces the list of an item: the item around it or the paragraph
	// before; -1 for none.
	lead int
	// heading is the index of the heading above, -1 for none; of a heading, the one that it is below.
	heading int
}

type unitKind uint8

const (
	paragraph unitKind = iota
	heading
	item
	row // of a table
)

// A codeBlock is the content of a fenced code block. Those without a language of their own are prose.
type codeBlock struct {
	span     xmlcall.Span
	language string
	before   int // the number of units before it
}

var (
	headings  = form{expr: `^ {0,3}(#{1,6})[ \t]+`}
	items     = form{expr: `^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+`}
	fences    = form{expr: "^[ \t>]*(```+|~~~+)[ \t]*([A-Za-z0-9_+-]*)"}
	boldLine  = form{expr: `^\s*\*\*[^*]+\*\*:?\s*$`}
	upperLine = form{expr: `^[A-Z][A-Z &/_-]{3,60}:?\s*$`}
)

// A form is a regular expression that is compiled on first use: most runs of the program need none.
type form struct {
	expr string
	once sync.Once
	re   *regexp.Regexp
}

func (f *form) get() *regexp.Regexp {
	f.once.Do(func() { f.re = regexp.MustCompile(f.expr) })
	return f.re
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
	r := unitReader{prompt: p, open: -1, list: -1}
	for at := 0; at < len(p.text); {
		end := len(p.text)
		if n := strings.IndexByte(p.text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		r.line(at, end)
		at = end
	}
	return p
}

// A unitReader reads the units of a prompt, line by line.
type unitReader struct {
	*prompt
	open    int    // the unit that a line may continue, -1 for none
	section []int  // the headings that the line is below
	around  []int  // the items that the last line is in
	list    int    // the paragraph that introduces the list, -1 for none
	fence   string // the fence of the open code block, "" for none
	skip    bool   // whether its lines are not prose
}

func (r *unitReader) line(at, end int) {
	line := strings.TrimRight(r.text[at:end], " \t\r\n")
	if m := fences.get().FindStringSubmatch(line); m != nil && (r.fence == "" || m[2] == "" && strings.HasPrefix(m[1], r.fence)) {
		r.open = -1
		switch language := strings.ToLower(m[2]); {
		case r.fence != "":
			r.fence, r.skip = "", false
		default:
			r.fence, r.skip = m[1], language != "" && language != "text" && language != "txt" && language != "markdown" && language != "md"
			r.code = append(r.code, codeBlock{xmlcall.Span{Start: end, End: end}, language, len(r.units)})
		}
		return
	}
	if r.fence != "" {
		r.code[len(r.code)-1].span.End = end
	}
	u := unit{span: xmlcall.Span{Start: at, End: at + len(line)}, lead: -1}
	switch h, i := headings.get().FindStringSubmatchIndex(line), items.get().FindStringSubmatchIndex(line); {
	case r.skip:
		return
	case strings.TrimSpace(line) == "":
		r.open = -1
		return
	case h != nil:
		u.kind, u.depth, u.span.Start = heading, h[3]-h[2], at+h[1]
	case boldLine.get().MatchString(line) && r.open < 0:
		u.kind, u.depth = heading, 7
	case upperLine.get().MatchString(line) && r.open < 0:
		u.kind, u.depth = heading, 2
	case i != nil:
		u.kind, u.depth, u.span.Start = item, columns(line[i[2]:i[3]]), at+i[1]
		if r.around = r.outside(r.around, u.depth); len(r.around) > 0 {
			u.lead = r.around[len(r.around)-1]
		} else {
			u.lead = r.list
		}
	case strings.HasPrefix(strings.TrimSpace(line), "|"):
		u.kind = row
	case r.open >= 0:
		r.units[r.open].span.End = u.span.End
		return
	}
	if u.kind == heading {
		r.section = r.outside(r.section, u.depth)
	}
	u.heading = -1
	if len(r.section) > 0 {
		u.heading = r.section[len(r.section)-1]
	}
	r.units = append(r.units, u)
	last := len(r.units) - 1
	r.open = last
	switch u.kind {
	case heading:
		r.section, r.open, r.list, r.around = append(r.section, last), -1, -1, nil
	case paragraph:
		r.list, r.around = last, nil
	case item:
		r.around = append(r.around, last)
	case row:
		r.open, r.around = -1, nil
	}
}

// outside returns those of nested units that are around one of a depth.
func (r *unitReader) outside(nested []int, depth int) []int {
	for len(nested) > 0 && r.units[nested[len(nested)-1]].depth >= depth {
		nested = nested[:len(nested)-1]
	}
	return nested
}

// columns returns the width of an indentation.
func columns(indent string) int { return len(strings.ReplaceAll(indent, "\t", "    ")) }

// of returns the text of a unit.
func (p *prompt) of(i int) string {
	if i < 0 {
		return ""
	}
	return p.text[p.units[i].span.Start:p.units[i].span.End]
}

// sentences yields the sentences of a unit: a full stop within a word, such as that of a file name, ends none.
func (p *prompt) sentences(u *unit, yield func(xmlcall.Span)) {
	start := u.span.Start
	for i := u.span.Start; i < u.span.End; i++ {
		c := p.text[i]
		last := i+1 == u.span.End
		if last || (c == '.' || c == '!' || c == '?') && (p.text[i+1] == ' ' || p.text[i+1] == '\n' || p.text[i+1] == '*') {
			if s := (xmlcall.Span{Start: start, End: i + 1}); strings.TrimSpace(p.text[s.Start:s.End]) != "" {
				yield(syntax.Trim(p.text, s))
			}
			start = i + 1
		}
	}
}
