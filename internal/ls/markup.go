package ls

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/markdown"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A markup is a text for a person, in Markdown or plain text, depending on the client. It
// consists of paragraphs, lists and blocks, separated by empty lines. The zero value is
// plain.
type markup struct {
	strings.Builder
	markdown bool
}

// newMarkup returns an empty text.
func newMarkup(markdown bool) *markup { return &markup{markdown: markdown} }

// content returns the text.
func (m *markup) content() string { return strings.TrimRight(m.String(), "\n") }

// code returns text as code in a paragraph.
func (m *markup) code(text string) string {
	if m.markdown {
		return markdown.Code(text)
	}
	return foreign.Line(strings.Join(strings.Fields(text), " "))
}

// tag returns the start tag of an element as code.
func (m *markup) tag(name string) string { return m.code("<" + name + ">") }

// strong returns emphasized text.
func (m *markup) strong(text string) string {
	if m.markdown {
		return "**" + m.code(text) + "**"
	}
	return m.code(text)
}

// prose returns text by other authors.
func (m *markup) prose(text string) string {
	text = strings.TrimSpace(text)
	if m.markdown {
		return strings.TrimSuffix(markdown.Prose(text), "\n")
	}
	return foreign.Text(text)
}

// line is prose on one line.
func (m *markup) line(text string) string { return m.prose(strings.Join(strings.Fields(text), " ")) }

// link returns text that links to an address, which is omitted in plain text.
func (m *markup) link(text, address string) string {
	if m.markdown {
		return "[" + text + "](<" + address + ">)"
	}
	return text
}

// paragraph writes a paragraph, unless it is empty.
func (m *markup) paragraph(parts ...string) {
	text := strings.Join(parts, "")
	if text == "" {
		return
	}
	m.apart()
	m.WriteString(text + "\n")
}

// items writes a list.
func (m *markup) items(items []string) {
	if len(items) > 0 {
		m.paragraph("- ", strings.Join(items, "\n- "))
	}
}

// block writes a code block, with a note on how much of it is omitted.
func (m *markup) block(language, text string, limit limit) {
	shown, rest := limit.cut(text)
	m.apart()
	if m.markdown {
		m.WriteString(markdown.Block(language, shown))
	} else {
		m.WriteString(strings.TrimSuffix(foreign.Text(shown), "\n") + "\n")
	}
	m.paragraph(rest)
}

// rule writes a line between two parts.
func (m *markup) rule() {
	if m.Len() > 0 {
		m.paragraph("---")
	}
}

// apart writes the empty line before the next part.
func (m *markup) apart() {
	if m.Len() > 0 {
		m.WriteByte('\n')
	}
}

// A limit bounds the part of a value that is shown.
type limit struct{ lines, bytes int }

var (
	// inHover fits into a window beside the text.
	inHover = limit{24, 2000}
	// inDocument is as much as a person may want to read of a value.
	inDocument = limit{2000, 64 << 10}
)

// cut returns as much of a text as the limit allows, up to the end of a line if it has
// several, and a description of how much more there is, or "".
func (l limit) cut(text string) (shown, rest string) {
	shown = text[:min(len(text), l.bytes)]
	if lines := strings.SplitAfterN(shown, "\n", l.lines+1); len(lines) > l.lines {
		shown = shown[:len(shown)-len(lines[l.lines])]
	}
	if shown == text {
		return text, ""
	}
	if lines := strings.LastIndexByte(shown, '\n') + 1; lines > 0 {
		more := strings.Count(strings.TrimSuffix(text[lines:], "\n"), "\n") + 1
		return text[:lines], fmt.Sprintf("… %s more, %s bytes in all", thousands.Count(more, "line"), thousands.Separate(len(text)))
	}
	end := len(shown)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], fmt.Sprintf("… %s more, %s in all", thousands.Count(len(text)-end, "byte"), thousands.Separate(len(text)))
}
