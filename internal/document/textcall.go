package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A TextCall is a call that an agent wrote in a text format of another runtime.
type TextCall struct {
	Span      xmlcall.Span // of the opener, in the file
	Whole     xmlcall.Span // of Text, in the file
	Format    string       // the common name of the format
	Tool      string       // the tool named in the call; "" if the name is lost
	Arguments []textcall.Argument
	Number    int    // see [Segment.Number]
	Text      string // the call as it is in the message
	Complete  bool   // whether it has its end
	Runs      Runs
}

// Runs is what a transcript shows of whether a call in another format runs.
type Runs uint8

const (
	// Open: nothing shows it.
	Open Runs = iota
	// Taught: a prompt, or a result, shows that calls in the format run.
	Taught
	// Leaked: the agent's calls are native, and nothing shows that calls in the format run. It did not.
	Leaked
)

// Owner returns the name of the format without that of its opener: "Claude" for "Claude's <invoke>".
func Owner(format string) string {
	owner, _, _ := strings.Cut(format, "'s ")
	return owner
}

// Words returns the words for a format: "the format of Claude". One without an owner is quoted.
func Words(format string) string {
	owner := Owner(format)
	if strings.ContainsAny(owner, "<[|=") {
		owner = "`" + owner + "`"
	}
	return "the format of " + owner
}

// addTextCalls adds the calls in other formats, and the results, that an agent wrote into a text with some calls of
// Forge. place returns the place in the file of a stretch of the text.
func (f *File) addTextCalls(text string, number int, shown *evidence, own []Segment, place func(start, end int) xmlcall.Span) {
	calls, results := textCalls(text, shown, own)
	for _, c := range calls {
		c.Span, c.Whole, c.Number = place(c.Span.Start, c.Span.End), place(c.Whole.Start, c.Whole.End), number
		f.TextCalls = append(f.TextCalls, c)
	}
	for _, r := range results {
		f.Fabricated = append(f.Fabricated, place(r.Start, r.End))
	}
}

// textCalls returns the calls in other formats of a text, by offset, except those that it only mentions, and the
// openers of results. What is in its calls of Forge, the segments, is not read.
func textCalls(text string, shown *evidence, own []Segment) (calls []TextCall, results []xmlcall.Span) {
	body := bodyOf(text)
	text = text[:body.End]
	r := mentions{text: text}
	reader := textcall.NewReader(text, body.Start, textcall.Session{Known: shown.isTool, Defined: shown.calls&defined != 0})
	fences := newFences(text, fenceMark{})
	fences.pos = body.Start
	blocks := blocksIn(own)
	for at := body.Start; ; {
		block := reader.Next(at)
		if block == nil {
			return calls, results
		}
		start, last := block[0].Opener.Start, block[len(block)-1].Whole.End
		for len(blocks) > 0 && blocks[0].End <= start {
			fences.advance(blocks[0].Start)
			fences.pos = max(fences.pos, blocks[0].End)
			blocks = blocks[1:]
		}
		if len(blocks) > 0 && blocks[0].Start <= start {
			at = blocks[0].End
			continue
		}
		fences.advance(start)
		if block[0].Result {
			if at = last; fences.open.size == 0 && body.Len() == len(text) && !r.mentioned(start, at) {
				results = append(results, xmlcall.Span(block[0].Opener))
			}
			continue
		}
		if !shown.forge() && block[0].Format == textcall.Forge || fences.open.size != 0 && !fences.runsOn(start, last) || r.mentioned(start, last) {
			at = reader.Inside(block)
			continue
		}
		at = last
		for i := range block {
			if c := textCallOf(&block[i], text, shown); c.Runs != Leaked || body.Len() == len(text) {
				calls = append(calls, c)
				fences.pos = max(fences.pos, at) // not fences of the text
			}
		}
	}
}

// textCallOf returns a call in a text as the session shows it.
func textCallOf(c *textcall.Call, text string, shown *evidence) TextCall {
	call := TextCall{
		Span: xmlcall.Span(c.Opener), Whole: xmlcall.Span(c.Whole), Text: text[c.Whole.Start:c.Whole.End],
		Format: c.Format, Tool: c.Tool, Arguments: c.Arguments, Complete: c.Complete,
	}
	switch {
	case taughtIn(c.Family)&shown.calls != 0:
		call.Runs = Taught
	case shown.calls&native != 0:
		call.Runs = Leaked
	}
	return call
}

// aroundAll are the marks between which a text as a whole may be.
var aroundAll = append(quotes[:], [2]string{"`", "`"})

// bodyOf returns the place of what is in the code block, the code span or the quotes that a text is as a whole;
// otherwise all of it.
func bodyOf(text string) xmlcall.Span {
	all := xmlcall.Span{End: len(text)}
	inner := strings.TrimSpace(text)
	start := strings.Index(text, inner)
	for _, q := range aroundAll {
		inside, opened := strings.CutPrefix(inner, q[0])
		inside, closed := strings.CutSuffix(inside, q[1])
		if opened && closed && inside != "" && !strings.Contains(inside, q[1]) {
			return xmlcall.Span{Start: start + len(q[0]), End: start + len(q[0]) + len(inside)}
		}
	}
	fences := newFences(inner, fenceMark{})
	first, ok := fences.next(0, len(inner))
	if !ok || first.end == 0 || !strings.HasPrefix(inner, strings.Repeat(string(first.char), first.size)) {
		return all
	}
	fences.open = first.fenceMark
	for f, ok := fences.next(first.end, len(inner)); ok; f, ok = fences.next(f.end, len(inner)) {
		if fences.closes(f) {
			if nextLine(inner, f.end) < len(inner) {
				return all
			}
			return xmlcall.Span{Start: start + nextLine(inner, first.end-1), End: start + strings.LastIndexByte(inner[:f.end], '\n') + 1}
		}
	}
	return all
}

// blocksIn returns the calls of Forge in some segments of one text, by position: up to the first end tag. One without
// an end tag, which may be a mention, has its opener alone unless the shape of a call follows.
func blocksIn(own []Segment) (list []xmlcall.Span) {
	for i := range own {
		s := &own[i]
		for _, start := range s.Starts {
			b := xmlcall.Span{Start: int(start), End: int(start) + len("<tool>")}
			if n := strings.Index(s.Text[b.Start:], "</tool>"); n >= 0 {
				b.End = b.Start + n + len("</tool>")
			} else if _, _, is := shapeOf(s.Text, min(b.End, len(s.Text)), len(s.Text)); is {
				b.End = len(s.Text)
			}
			if n := len(list); n == 0 || b.Start >= list[n-1].End {
				list = append(list, b)
			}
		}
	}
	return list
}

// An evidence is what a transcript shows about calls in its texts.
type evidence struct {
	calls callsShown
	tools []string // the names of the tools of the session, sorted; nil if none are known
}

// forge reports whether a <tool> leaks.
func (e *evidence) forge() bool { return e.calls&taught == 0 }

// isTool reports whether a name is that of a tool of the session.
func (e *evidence) isTool(name string) bool {
	_, ok := slices.BinarySearch(e.tools, name)
	return ok
}

// mentions tells the calls of a text that are only mentioned.
type mentions struct {
	text      string
	at        int          // the last offset that was queried
	line      int          // where its line starts
	first     int          // its first byte that is not white space, at most at
	paragraph xmlcall.Span // the paragraph whose code spans are known
	spans     []xmlcall.Span
}

// mentioned reports whether the call between two offsets is only mentioned: it is in a
// code span or quotes, in a block quote or indented as code, in the middle of a sentence,
// or announced as an example.
func (r *mentions) mentioned(at, end int) bool {
	r.seek(at)
	before := r.text[r.line:min(at, r.line+codeIndent)]
	after := strings.TrimLeft(r.text[end:], " \t\r")
	switch within := r.first < at; {
	case within && r.text[r.first] == '>':
		return true
	case !within && indented(before) && (r.line == 0 || blankLineBefore(r.text[:r.line])):
		return true
	case within && after != "" && strings.IndexByte("\n<[", after[0]) < 0:
		return true
	}
	return isQuoted(r.text[:at], r.text[end:]) || r.inCodeSpan(at) || isExample(r.text[:at])
}

// seek finds the line of an offset, which must not decrease between calls: a text of one
// line is read once.
func (r *mentions) seek(at int) {
	n := strings.LastIndexByte(r.text[r.at:at], '\n')
	if n >= 0 {
		r.line = r.at + n + 1
	}
	if n >= 0 || r.first == r.at {
		from := max(r.line, r.first)
		r.first = from + len(r.text[from:at]) - len(strings.TrimLeft(r.text[from:at], " \t\r"))
	}
	r.at = at
}

// codeIndent is the width of the indentation that makes a line code.
const codeIndent = 4

// indented reports whether the white space at the start of a line makes it code.
func indented(before string) bool {
	return len(before) == codeIndent && strings.Trim(before, " ") == "" || strings.HasPrefix(before, "\t")
}

// blankLineBefore reports whether the last line of a text is blank.
func blankLineBefore(text string) bool {
	text = strings.TrimRight(strings.TrimSuffix(text, "\n"), " \t\r")
	return text == "" || text[len(text)-1] == '\n'
}

// quotes are the pairs of quotation marks of several languages.
var quotes = [...][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"}}

func isQuoted(before, after string) bool {
	return slices.ContainsFunc(quotes[:], func(q [2]string) bool {
		return strings.HasSuffix(before, q[0]) && strings.HasPrefix(after, q[1])
	})
}

// inCodeSpan reports whether a call is in a code span on its line. A backtick on an
// earlier line is a stray one: models write short text in backticks.
func (r *mentions) inCodeSpan(at int) bool {
	if at >= r.paragraph.End {
		r.paragraph = xmlcall.Span{Start: r.line, End: len(r.text)}
		if n := strings.Index(r.text[r.line:], "\n\n"); n >= 0 {
			r.paragraph.End = r.line + n
		}
		r.spans = codeSpans(r.text[:r.paragraph.End], r.paragraph.Start, nil)
	}
	for len(r.spans) > 0 && r.spans[0].End <= at {
		r.spans = r.spans[1:]
	}
	if len(r.spans) == 0 {
		return false
	}
	start := r.spans[0].Start
	return start < at && start >= r.line
}

var example = lazy(`(?i)\b(examples?|escap(?:ed|ing)|e\.g\.|for instance|such as|format|syntax|looks? like|looked like|shape|template|would be written)\b[^.!?\n]*:$`)

// isExample reports whether the last non-blank line of a text announces an example.
func isExample(text string) bool {
	const bound = 256
	text = strings.TrimRight(text[max(0, len(text)-bound):], " \t\r\n*_")
	return strings.HasSuffix(text, ":") && example().MatchString(text[strings.LastIndexByte(text, '\n')+1:])
}
