package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A TextCall is a call that an agent wrote in a text format of another runtime.
type TextCall struct {
	Span      xmlcall.Span // of the opener, in the file
	Whole     xmlcall.Span // of Text, in the file
	Format    string       // the common name of the format
	Tool      string       // the tool named in the call; "" if the name is lost
	Arguments []TextArgument
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

// resultMarks are how results begin and end that are the harness's to write.
var resultMarks = [...][2]string{
	{"<function_results>", "</function_results>"}, {"<" + claudePrefix + "function_results>", "</" + claudePrefix + "function_results>"},
	{"<tool_response>", "</tool_response>"}, {"<tool_result>", "</tool_result>"}, {"<tool_results>", "</tool_results>"},
	{"<tool_output>", "</tool_output>"}, {"[TOOL_RESULTS]", "[/TOOL_RESULTS]"}, {"<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"},
}

// textCalls returns the calls in other formats of a text, by offset, except those that it only mentions, and the
// openers of results. What is in its calls of Forge, the segments, is not read.
func textCalls(text string, shown *evidence, own []Segment) (calls []TextCall, results []xmlcall.Span) {
	body := bodyOf(text)
	r := leakReader{text: text[:body.End], shown: shown, ends: map[string]*finder{}}
	fences := newFences(r.text, fenceMark{})
	fences.pos = body.Start
	blocks := blocksIn(own)
	for at := body.Start; ; {
		if at = r.next(at); at < 0 {
			return calls, results
		}
		for len(blocks) > 0 && blocks[0].End <= at {
			fences.advance(blocks[0].Start)
			fences.pos = max(fences.pos, blocks[0].End)
			blocks = blocks[1:]
		}
		if len(blocks) > 0 && blocks[0].Start <= at {
			at = blocks[0].End
			continue
		}
		if open, end := resultAt(r.text, at); open > at {
			fences.advance(at)
			if fences.open.size == 0 && body.Len() == len(text) && !r.mentioned(at, end) {
				results = append(results, xmlcall.Span{Start: at, End: open})
			}
			at = end
			continue
		}
		var call leakedCall
		ok := text[at] != '<' || transcript.Opens(text[at+1:]) // most tags are not examined
		if ok {
			call, ok = r.read(at)
		}
		if !ok {
			at++
			continue
		}
		fences.advance(at)
		end := max(call.opener, call.end)
		c := TextCall{
			Span: xmlcall.Span{Start: at, End: call.opener}, Format: call.format, Tool: call.tool,
			Text: text[at:end], Whole: xmlcall.Span{Start: at, End: end},
		}
		switch {
		case call.runs:
			c.Runs = Taught
		case shown.calls&native != 0:
			c.Runs = Leaked
		}
		shows := (fences.open.size == 0 || fences.runsOn(at, call.end)) && !r.mentioned(at, call.end)
		if shows && (c.Runs != Leaked || body.Len() == len(text)) && (c.Runs != Open || begins(text[:at])) {
			c.Arguments, c.Complete = argumentsIn(c.Text), isComplete(c.Text)
			calls = append(calls, c)
			fences.pos = max(fences.pos, call.end) // not fences of the text
		}
		at = end
	}
}

// isComplete reports whether a call ends with something that may be its end.
func isComplete(call string) bool {
	call = strings.TrimRight(call, " \t\r\n`")
	return call != "" && strings.IndexByte(">]})", call[len(call)-1]) >= 0
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

// resultAt returns the end of the opener of a result, and of the result, that starts at an offset, at the start of a
// line. One without an end, which extends to the end of the text, has nothing beside its opener but data: it may be
// a mention.
func resultAt(text string, at int) (open, end int) {
	if text[at] == '{' || !startsLine(text, at) {
		return 0, 0
	}
	for _, mark := range resultMarks {
		if !strings.HasPrefix(text[at:], mark[0]) {
			continue
		}
		open = at + len(mark[0])
		if n := strings.Index(text[open:], mark[1]); n >= 0 {
			return open, open + n + len(mark[1])
		}
		if rest := strings.TrimLeft(text[open:], " \t\r"); rest == "" || strings.IndexByte("\n{[", rest[0]) >= 0 {
			return open, open
		}
	}
	return 0, 0
}

// begins reports whether a call after some text is at the start of a line or a sentence, or glued to a word.
func begins(before string) bool {
	text := strings.TrimRight(before, " \t")
	return text == "" || len(text) == len(before) || strings.ContainsAny(text[len(text)-1:], "\n.!?:;>})")
}

// next returns the next place at or after an offset from which a call may start, or -1.
func (r *leakReader) next(at int) int {
	const recipient = "to=functions."
	if r.bracket >= 0 && (r.bracket < at || at == 0) {
		if r.bracket = strings.IndexAny(r.text[at:], "<[{"); r.bracket >= 0 {
			r.bracket += at
		}
	}
	end, ok := r.end(recipient, at)
	if start := end - len(recipient); ok && (r.bracket < 0 || start < r.bracket) {
		return start
	}
	return r.bracket
}

// A leakReader reads the calls of a text.
type leakReader struct {
	text      string
	shown     *evidence
	bracket   int                // the last bracket that next found, -1 after the last
	tries     int                // see loose
	tags      int                // one more than the result of endTags, 0 before it is known
	opener    int                // the same for firstOpener
	ends      map[string]*finder // see end
	at        int                // the last offset that was queried
	line      int                // where its line starts
	first     int                // its first byte that is not white space, at most at
	paragraph xmlcall.Span       // the paragraph whose code spans are known
	spans     []xmlcall.Span
}

// A leakedCall is text with the shape of a call.
type leakedCall struct {
	format      string
	tool        string
	opener, end int  // where they end
	runs        bool // whether the transcript shows that calls in the format run
}

// end returns where the first of a word ends at or after an offset, which must not
// decrease between calls for the same word; ok is false if there is none.
func (r *leakReader) end(word string, from int) (end int, ok bool) {
	f := r.ends[word]
	if f == nil {
		f = &finder{text: r.text, want: word}
		r.ends[word] = f
	}
	at := f.next(from)
	return at + len(word), at >= 0
}

// mentioned reports whether the call between two offsets is only mentioned: it is in a
// code span or quotes, in a block quote or indented as code, in the middle of a sentence,
// or announced as an example.
func (r *leakReader) mentioned(at, end int) bool {
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
func (r *leakReader) seek(at int) {
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
func (r *leakReader) inCodeSpan(at int) bool {
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
