// Package markdown writes pieces of Markdown for arbitrary text. It is the only place
// that implements the quoting of code.
package markdown

import "strings"

// Code returns text as a code span. Line ends and white space beside each other become one
// space.
func Code(text string) string { return Verbatim(strings.Join(strings.Fields(text), " ")) }

// Verbatim returns text of one line as a code span that keeps its white space.
func Verbatim(text string) string {
	ticks := strings.Repeat("`", longestRun(text)+1)
	if len(ticks) == 1 && !(strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ")) {
		return ticks + text + ticks
	}
	return ticks + " " + text + " " + ticks // a code span is stripped of one blank at each end
}

// Fence returns the line that a fenced code block of text starts and ends with.
func Fence(text string) string { return strings.Repeat("`", max(3, longestRun(text)+1)) }

// Block returns text as a fenced code block in a language, "" for none, with a line end after
// it. Its fence is longer than any in the text.
func Block(language, text string) string {
	fence := Fence(text)
	return fence + language + "\n" + strings.TrimSuffix(strings.ToValidUTF8(text, "\uFFFD"), "\n") + "\n" + fence + "\n"
}

// longestRun returns the number of backquotes in the longest row of them.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// Prose returns text that is Markdown, or was written as Markdown, in a form in which tags
// and references are shown rather than interpreted, and images are not shown. Code in it is
// unchanged.
func Prose(text string) string {
	var b strings.Builder
	for rest := text; rest != ""; {
		at := strings.IndexAny(rest, "`<&!\\")
		if at < 0 {
			b.WriteString(rest)
			break
		}
		b.WriteString(rest[:at])
		rest = rest[at:]
		n := 1
		switch rest[0] {
		case '`':
			n = codeLen(rest)
		case '\\':
			n = min(2, len(rest))
		case '<', '&':
			b.WriteByte('\\')
		case '!':
			if strings.HasPrefix(rest, "![") {
				b.WriteByte('\\')
			}
		}
		b.WriteString(rest[:n])
		rest = rest[n:]
	}
	return b.String()
}

// codeLen returns the length of the code that text starts with: from a row of backquotes to
// the next of that length, or the row itself if there is none.
func codeLen(text string) int {
	run := len(text) - len(strings.TrimLeft(text, "`"))
	for at := run; ; {
		next := strings.IndexByte(text[at:], '`')
		if next < 0 {
			return run
		}
		at += next
		end := len(text) - len(strings.TrimLeft(text[at:], "`"))
		if end-at == run {
			return end
		}
		at = end
	}
}
