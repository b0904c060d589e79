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
// text. A library that renders all of Markdown is as large as the rest of the commands.
func rendered(page string, style *term.Style) string {
	var b strings.Builder
	block := ""
	for line := range strings.Lines(page) {
		line = strings.TrimRight(line, "\n")
		switch title := strings.TrimLeft(line, "#"); {
		case block == "" && strings.HasPrefix(line, "```"):
			block = line[:len(line)-len(strings.TrimLeft(line, "`"))]
		case block != "" && line == block:
			block = ""
		case block != "":
			b.WriteString(strings.TrimRight("    "+foreign.Text(line), " ") + "\n")
		case title != line:
			b.WriteString(style.Path.Sprint(strings.TrimSpace(title)) + "\n")
		default:
			b.WriteString(inline(line, style) + "\n")
		}
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
