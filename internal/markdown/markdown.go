// Package markdown reads fences and code spans, and writes pieces of Markdown for arbitrary text: code, and prose that keeps its
// emphasis, lists and code. None of them has a link, an image, HTML or a hidden character, whatever
// the text is.
package markdown

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/foreign"
)

// Code returns text as a code span. Line ends and white space beside each other become one
// space.
func Code(text string) string { return verbatim(strings.Join(strings.Fields(text), " ")) }

// verbatim returns text of one line as a code span that keeps its white space.
func verbatim(text string) string {
	text = foreign.Line(text)
	ticks := strings.Repeat("`", longestRun(text)+1)
	if len(ticks) == 1 && !(strings.HasPrefix(text, " ") && strings.HasSuffix(text, " ")) {
		return ticks + text + ticks
	}
	return ticks + " " + text + " " + ticks // a code span is stripped of one blank at each end
}

// Cell returns text as a code span in a table, or "" if it is blank.
func Cell(text string) string {
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return strings.ReplaceAll(Code(text), "|", `\|`)
}

// Block returns text as a fenced code block in a language, "" for none, with a line end after
// it. Its fence is longer than any in the text.
func Block(language, text string) string {
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	return fence + language + "\n" + strings.TrimSuffix(foreign.Text(text), "\n") + "\n" + fence + "\n"
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

var (
	address = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?i)[a-z][a-z0-9+.-]*://[^\\s`<>|]+|www\\.[^\\s`<>|]+|[^\\s`<>|()\\[\\]]*@[^\\s`<>|()\\[\\]]+")
	})
	atEnd = "@\\.,:;!?'\")]}*_~" // not part of an address
)

// outside escapes a text other than the addresses in it, which become code: there is no
// escape that keeps all renderers from linking one.
func outside(text string) string {
	var b strings.Builder
	done := 0
	for _, at := range address().FindAllStringIndex(text, -1) {
		found := strings.TrimRight(text[at[0]:at[1]], atEnd)
		if found == "" {
			continue
		}
		b.WriteString(some.Replace(text[done:at[0]]))
		if before := b.String(); Escaped(before, len(before)) {
			b.WriteByte('\\') // it would escape the start of the code
		}
		b.WriteString(verbatim(found))
		done = at[0] + len(found)
	}
	return b.String() + some.Replace(text[done:])
}

// Prose returns text that is Markdown, or was written as Markdown. Its code is unchanged; links,
// images, tags and references are shown as they were written.
func Prose(text string) string {
	var b strings.Builder
	text = foreign.Text(text)
	lines, table := strings.SplitAfter(text, "\n"), delimiters().MatchString(text)
	for i := 0; i < len(lines); i++ {
		open, info := fenceAt(lines[i])
		if open.Size == 0 {
			b.WriteString(line(lines[i], table))
			continue
		}
		// It begins in the first column, where it ends whatever is open, so that Markdown reads it
		// where this does.
		from, end := i+1, i+1
		for ; end < len(lines); end++ {
			if f, rest := fenceAt(lines[end]); f.Ends(open, rest) {
				break
			}
		}
		if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n\n") {
			b.WriteByte('\n')
		}
		b.WriteString(Block(language().FindString(info), strings.Join(lines[from:end], "")))
		i = end
	}
	return b.String()
}

var (
	// language is that of a code block.
	language = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("^[A-Za-z0-9+#-]*") })
	// delimiters is the second line of a table.
	delimiters = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?m)^[\s>*+.)0-9|:-]*-[\s|:-]*$`) })
)

// fenceAt is [FenceOf] for a line with the blanks around it.
func fenceAt(line string) (f Fence, info string) {
	if head := strings.TrimLeft(line, " "); len(line)-len(head) < 4 {
		return FenceOf(strings.TrimRight(head, " \t\r\n"))
	}
	return Fence{}, ""
}

// line is Prose for a line. A code span in it ends there; a backquote that starts none is escaped,
// and so is one of a span that a cell of a table could end, so that Markdown finds the same code.
func line(text string, table bool) string {
	var b strings.Builder
	write := func(part string) { // code beside code would be one
		if strings.HasPrefix(part, "`") && strings.HasSuffix(b.String(), "`") {
			b.WriteByte(' ')
		}
		b.WriteString(part)
	}
	for text != "" {
		at := strings.IndexByte(text, '`')
		if at < 0 {
			at = len(text)
		}
		for at > 0 && at < len(text) && Escaped(text, at) { // \` starts nothing
			next := strings.IndexByte(text[at+1:], '`')
			if next < 0 {
				at = len(text)
				break
			}
			at += 1 + next
		}
		write(outside(text[:at]))
		text = text[at:]
		n, isCode := CodeLen(text)
		if !isCode || table && strings.Contains(text[:n], "|") {
			n = len(text) - len(strings.TrimLeft(text, "`"))
			b.WriteString(strings.Repeat("\\`", n))
		} else {
			write(text[:n])
		}
		text = text[n:]
	}
	return b.String()
}

// some escapes what would be more than emphasis; what is escaped already stays.
var some = strings.NewReplacer(
	`\\`, `\\`, `\[`, `\[`, `\<`, `\<`, `\&`, `\&`, `\!`, `\!`, `\~`, `\~`, "\\`", "\\`",
	`\ `, `\\ `, "\\\t", "\\\\\t", // before a line end, it would escape the next line's first character to some
	"<", `\<`, "&", `\&`, "[", `\[`, "~~~", `\~~~`,
)
