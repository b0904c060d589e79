package document

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// mentioned reports whether the call between two offsets of a text is only mentioned: it is in a code span or quotes, in
// a block quote or indented as code, in the middle of a sentence, or announced as an example.
func mentioned(text string, at, end int) bool {
	const far = 1 << 10 // bytes that are looked at on each side
	before, after := text[max(0, at-far):at], text[end:min(len(text), end+far)]
	above := before[:strings.LastIndexByte(before, '\n')+1]
	line, rest := before[len(above):], strings.TrimLeft(after, " \t\r")
	switch begin := strings.TrimLeft(line, " \t\r"); {
	case begin != "" && (begin[0] == '>' || rest != "" && strings.IndexByte("\n<[", rest[0]) < 0):
		return true
	case begin == "" && (strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "\t")) && blankLine().MatchString(above):
		return true
	case isExample(before):
		return true
	}
	return slices.ContainsFunc(quotes[:], func(q [2]string) bool {
		return strings.HasSuffix(before, q[0]) && strings.HasPrefix(after, q[1])
	}) || inCodeSpan(line, text[at:end]+after)
}

// blankLine matches a text that is empty, or whose last line is blank.
var blankLine = lazy(`(?:^|\n)[ \t\r]*\n?$`)

// quotes are the pairs of quotation marks of several languages.
var quotes = [...][2]string{{`"`, `"`}, {"'", "'"}, {"“", "”"}, {"‘", "’"}, {"«", "»"}, {"„", "“"}, {"「", "」"}}

// inCodeSpan reports whether what follows the start of a line is in a code span that starts there. A backtick on an
// earlier line is a stray one: models write short text in backticks.
func inCodeSpan(line, rest string) bool {
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.Contains(line, "`") && slices.ContainsFunc(codeSpans(line+rest, 0), func(s xmlcall.Span) bool {
		return s.Start < len(line) && len(line) < s.End
	})
}

// codeSpans returns the code spans in the paragraph that a text ends with, and that starts at an offset. A backslash
// before a row of backticks takes its first one away, but only outside a code span.
func codeSpans(s string, start int) (spans []xmlcall.Span) {
	for at := start; ; {
		n := strings.IndexByte(s[at:], '`')
		if n < 0 {
			return spans
		}
		if at += n; markdown.Escaped(s[start:], at-start) {
			at++
			continue
		}
		size, ok := markdown.CodeLen(s[at:])
		if ok {
			spans = append(spans, xmlcall.Span{Start: at, End: at + size})
		}
		at += size
	}
}

var example = lazy(`(?i)\b(examples?|escap(?:ed|ing)|e\.g\.|for instance|such as|format|syntax|looks? like|looked like|shape|template|would be written)\b[^.!?\n]*:$`)

// isExample reports whether the last non-blank line of a text announces an example.
func isExample(text string) bool {
	const bound = 256
	text = strings.TrimRight(text[max(0, len(text)-bound):], " \t\r\n*_")
	return strings.HasSuffix(text, ":") && example().MatchString(text[strings.LastIndexByte(text, '\n')+1:])
}
