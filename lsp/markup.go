package lsp

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/markdown"
)

// A markup is a text for a person, in Markdown or plain text, depending on the client. It
// consists of paragraphs, lists and blocks, separated by empty lines. The zero value is
// plain.
type markup struct {
	strings.Builder
	markdown bool
}

// newMarkup returns an empty text in the first supported format of a client.
func newMarkup(kind protocol.MarkupKind) *markup {
	return &markup{markdown: kind == protocol.MarkupKindMarkdown}
}

// markupKind returns the first of a list of formats that the server supports; an empty
// list means plain text.
func markupKind(formats any) protocol.MarkupKind {
	for _, format := range list(formats) {
		kind, _ := format.(string)
		if known := protocol.MarkupKind(kind); slices.Contains([]protocol.MarkupKind{protocol.MarkupKindMarkdown, protocol.MarkupKindPlainText}, known) {
			return known
		}
	}
	return protocol.MarkupKindPlainText
}

// content returns the text as the protocol has it.
func (m *markup) content() *protocol.MarkupContent {
	kind := protocol.MarkupKindPlainText
	if m.markdown {
		kind = protocol.MarkupKindMarkdown
	}
	return &protocol.MarkupContent{Kind: kind, Value: strings.TrimRight(m.String(), "\n")}
}

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
