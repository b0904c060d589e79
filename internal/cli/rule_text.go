package cli

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/report/term"
)

// The markup that [pageOf] writes in a line.
var (
	pageLinks  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`) })
	pageSpans  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("`` (.+?) ``|`([^`]+)`") })
	pageStrong = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\*\*([^*]+)\*\*`) })
)

// rendered returns a page for a terminal: titles and code in color, blocks indented, and of links the
// text, because a terminal shows their addresses and few can be clicked. Lines that only refer to other
// pages are left out. A library that renders all of Markdown is as large as the rest of the commands.
func rendered(page string, style *term.Style) string {
	var b strings.Builder
	block, blank := "", false
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch {
		case block == "" && strings.HasPrefix(line, "```"):
			block = line[:len(line)-len(strings.TrimLeft(line, "`"))]
			continue
		case line == block && block != "":
			block = ""
			continue
		case block != "":
			b.WriteString(strings.TrimRight("    "+foreign.Text(line), " ") + "\n")
			blank = false
			continue
		case line == "## See also":
			if also := references(page); also != "" {
				return b.String() + style.Path.Sprint("See also") + "\n\n" + also
			}
			return strings.TrimRight(b.String(), "\n") + "\n"
		case strings.HasPrefix(line, "The [words used here]"), strings.HasPrefix(line, "[Try it"):
			continue
		case line == "" && blank:
			continue
		}
		blank = line == ""
		if title := strings.TrimLeft(line, "#"); title != line {
			b.WriteString(style.Path.Sprint(strings.TrimSpace(title)) + "\n")
			continue
		}
		b.WriteString(inline(line, style) + "\n")
	}
	return b.String()
}

// inline renders the markup in a line.
func inline(line string, style *term.Style) string {
	line = pageLinks().ReplaceAllString(line, "$1")
	line = pageStrong().ReplaceAllString(line, "$1")
	if !style.Colored {
		return foreign.Line(line)
	}
	return pageSpans().ReplaceAllStringFunc(foreign.Line(line), func(span string) string {
		return style.Note.Sprint(strings.TrimSpace(strings.Trim(span, "`")))
	})
}

// references returns the other rules of a page as commands.
func references(page string) string {
	_, list, _ := strings.Cut(page, "\n## See also\n")
	var b strings.Builder
	for line := range strings.Lines(list) {
		if m := pageLinks().FindStringSubmatch(line); m != nil && strings.Contains(line, "/rules/") {
			b.WriteString("forge-lsp explain " + m[1] + "\n")
		}
	}
	return b.String()
}
