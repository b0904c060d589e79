package document

import (
	"regexp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Leak is a call that an agent wrote as text, though its calls are native: it did not
// run.
type Leak struct {
	Span   xmlcall.Span // of the opener, in the file
	Format string       // what people call the format
}

// addLeaks adds the leaks of a message; forge asks for those in <tool>, too.
func (f *File) addLeaks(m *json.Message, forge bool) {
	if !m.Wrote() {
		return
	}
	text := m.Text()
	for _, l := range leaks(text.String(), forge) {
		f.Leaked = append(f.Leaked, Leak{
			Span:   xmlcall.Span{Start: text.Offset(l.Span.Start), End: text.End(l.Span.End)},
			Format: l.Format,
		})
	}
}

// leaks returns the calls in a text, at offsets of it, without those that it talks about.
func leaks(text string, forge bool) []Leak {
	var list []Leak
	r := leakReader{text: text, ends: map[string]*finder{}}
	fences := newFences(text, fenceMark{})
	for at := 0; ; {
		n := strings.IndexAny(text[at:], "<[")
		if n < 0 {
			return list
		}
		at += n
		call, ok := r.read(at, forge)
		if !ok {
			at++
			continue
		}
		fences.advance(at)
		if fences.open.size == 0 && !r.mentioned(at, call.end) {
			list = append(list, Leak{Span: xmlcall.Span{Start: at, End: call.opener}, Format: call.format})
			fences.pos = max(fences.pos, call.end) // what it contains opens no code block
		}
		at = max(call.opener, call.end)
	}
}

// A leakReader reads the calls of a text.
type leakReader struct {
	text      string
	ends      map[string]*finder // see end
	paragraph xmlcall.Span       // whose code spans are known
	spans     []xmlcall.Span
}

// A leakedCall is what has the shape of a call.
type leakedCall struct {
	format      string
	opener, end int // where they end
}

// end returns where the first of a word ends at or after an offset, which must not be less
// than the one before for this word; ok is false where there is none.
func (r *leakReader) end(word string, from int) (end int, ok bool) {
	f := r.ends[word]
	if f == nil {
		f = &finder{text: r.text, want: word}
		r.ends[word] = f
	}
	at := f.next(from)
	return at + len(word), at >= 0
}

// mentioned reports whether the text talks about the call between two offsets: it is in a
// code span or quotes, in a block quote or indented as code, in the middle of a sentence,
// or announced as an example.
func (r *leakReader) mentioned(at, end int) bool {
	line := strings.LastIndexByte(r.text[:at], '\n') + 1
	before := r.text[line:at]
	after, _, _ := strings.Cut(r.text[end:], "\n")
	switch after = strings.TrimSpace(after); {
	case strings.HasPrefix(strings.TrimLeft(before, " "), ">"):
		return true
	case indented(before) && (line == 0 || blankLineBefore(r.text[:line])):
		return true
	case strings.TrimSpace(before) != "" && after != "" && !strings.HasPrefix(after, "<") && !strings.HasPrefix(after, "["):
		return true
	}
	return isQuoted(before, after) || r.inCodeSpan(line, at) || isExample(r.text[:at])
}

// indented reports whether a line starts as indented code, and has nothing else.
func indented(before string) bool {
	return strings.Trim(before, " \t") == "" && (strings.HasPrefix(before, "    ") || strings.HasPrefix(before, "\t"))
}

func blankLineBefore(text string) bool {
	text = strings.TrimSuffix(text, "\n")
	return strings.TrimSpace(text[strings.LastIndexByte(text, '\n')+1:]) == ""
}

// quotes are the pairs of quotation marks of several languages.
var quotes = [...][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"}}

func isQuoted(before, after string) bool {
	return slices.ContainsFunc(quotes[:], func(q [2]string) bool {
		return strings.HasSuffix(before, q[0]) && strings.HasPrefix(after, q[1])
	})
}

// inCodeSpan reports whether a call is in a code span of its line. One from a line before
// is a backtick too many: what a model writes in backticks is short.
func (r *leakReader) inCodeSpan(line, at int) bool {
	if strings.IndexByte(r.text[line:at], '`') < 0 {
		return false
	}
	if at < r.paragraph.Start || at >= r.paragraph.End {
		r.paragraph = xmlcall.Span{Start: line, End: len(r.text)}
		if n := strings.Index(r.text[line:], "\n\n"); n >= 0 {
			r.paragraph.End = line + n
		}
		r.spans = codeSpans(r.text[r.paragraph.Start:r.paragraph.End])
	}
	at -= r.paragraph.Start
	return slices.ContainsFunc(r.spans, func(s xmlcall.Span) bool {
		return s.Start < at && at < s.End && s.Start >= line-r.paragraph.Start
	})
}

var example = regexp.MustCompile(`(?i)\b(examples?|e\.g\.|for instance|such as|format|syntax|looks? like|looked like|shape|template|would be written)\b[^.!?\n]*:$`)

// isExample reports whether the last line of a text that is not blank announces an example.
func isExample(text string) bool {
	const bound = 256
	text = strings.TrimRight(text[max(0, len(text)-bound):], " \t\r\n*_")
	return example.MatchString(text[strings.LastIndexByte(text, '\n')+1:])
}
