package lsp

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
)

// describeTool returns what a tool does and what it reads, in Markdown.
func describeTool(t *toolspec.Tool) string {
	var b strings.Builder
	b.WriteString(t.Description)
	if len(t.Arguments) > 0 {
		if t.Description != "" {
			b.WriteString("\n\n")
		}
		for i := range t.Arguments {
			a := &t.Arguments[i]
			b.WriteString("- `" + a.Name + "` (" + typeOf(a) + ")")
			if a.Description != "" {
				b.WriteString(": " + firstSentence(a.Description))
			}
			b.WriteByte('\n')
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// describeArgument returns what an argument holds, in Markdown.
func describeArgument(a *toolspec.Argument) string {
	text := a.Description
	if len(a.Enum) > 0 {
		if text != "" {
			text += "\n\n"
		}
		text += "One of `" + strings.Join(a.Enum, "`, `") + "`."
	}
	return text
}

// firstSentence returns the start of a description, up to the end of its first sentence.
func firstSentence(text string) string {
	text = strings.TrimSpace(text)
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		text = text[:i]
	}
	if i := strings.Index(text, ". "); i >= 0 {
		text = text[:i+1]
	}
	return text
}
