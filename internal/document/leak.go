package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A LeakedCall is a call that an agent wrote as text although its calls are native: it did
// not run.
type LeakedCall struct {
	Span   xmlcall.Span // of the opener, in the file
	Format string       // the common name of the format
	Tool   string       // the tool named in the call; "" if the name is lost
	Number int          // see [Segment.Number]
	Text   string       // the call as it is in the message
	Whole  xmlcall.Span // of Text, in the file
}

// addLeaks adds the leaks of a message, given what the transcript shows.
func (f *File) addLeaks(m *transcript.Message, shown *evidence) {
	text := m.Text()
	for _, l := range leaks(text.String(), shown) {
		f.Leaked = append(f.Leaked, LeakedCall{
			Span:   xmlcall.Span{Start: text.Offset(l.Span.Start), End: text.End(l.Span.End)},
			Whole:  xmlcall.Span{Start: text.Offset(l.Span.Start), End: text.End(l.Whole.End)},
			Format: l.Format, Tool: l.Tool, Number: m.Number, Text: l.Text,
		})
	}
}

// leaks returns the calls in a text, by offset, except those that it only mentions.
func leaks(text string, shown *evidence) []LeakedCall {
	var list []LeakedCall
	r := leakReader{text: text, shown: shown, ends: map[string]*finder{}}
	fences := newFences(text, fenceMark{})
	for at := 0; ; {
		if at = r.next(at); at < 0 {
			return list
		}
		call, ok := r.read(at)
		if !ok {
			at++
			continue
		}
		fences.advance(at)
		if !call.runs && (fences.open.size == 0 || fences.runsOn(at, call.end)) && !r.mentioned(at, call.end) {
			end := max(call.opener, call.end)
			list = append(list, LeakedCall{
				Span: xmlcall.Span{Start: at, End: call.opener}, Format: call.format, Tool: call.tool,
				Text: text[at:end], Whole: xmlcall.Span{Start: at, End: end},
			})
			fences.pos = max(fences.pos, call.end) // not fences of the text
		}
		at = max(call.opener, call.end)
	}
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
