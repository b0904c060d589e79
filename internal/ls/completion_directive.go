package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
)

// directiveStart is the common prefix of the words that directives start with.
const directiveStart = "forge-lsp-"

// completeDirective adds the words of a comment addressed to this program, and reports
// whether the cursor is in one.
func (c *Completer) completeDirective() bool {
	content, ok := c.comment()
	if !ok {
		return false
	}
	word, rules, more := strings.Cut(content, " ")
	if !more {
		if !strings.HasPrefix(word, directiveStart) && !strings.HasPrefix(directiveStart, word) || word == "" && !c.Invoked {
			return false
		}
		c.from, c.to = c.at-len(word), c.wordEnd()
		for i, d := range diagnostics.DirectiveWords() {
			c.add(candidate{
				label: d.Word, detail: d.Summary, sort: order(i), kind: KeywordItem,
				insert: insertion{literally(d.Word)},
			})
		}
		return true
	}
	if !strings.HasPrefix(word, directiveStart) || strings.Contains(rules, "--") {
		return false
	}
	given := strings.FieldsFunc(rules, func(r rune) bool { return r == ' ' || r == '\t' || r == ',' })
	typed := rules[strings.LastIndexAny(rules, " \t,")+1:]
	if typed != "" {
		given = given[:len(given)-1]
	}
	c.from, c.to = c.at-len(typed), c.wordEnd()
	for _, r := range diagnostics.Rules() {
		if !slices.Contains(given, r.Code) {
			c.add(candidate{
				label: r.Code, detail: r.Summary, kind: ValueItem,
				insert: insertion{literally(r.Code)}, about: About{Rule: r.Code},
			})
		}
	}
	return true
}

// comment returns the text up to the cursor of the comment that contains it. Only a
// program's comments have lines of their own.
func (c *Completer) comment() (content string, ok bool) {
	line := c.text[:c.at]
	line = line[strings.LastIndexAny(line, "\r\n")+1:]
	start := ""
	switch document.CommentsOf(c.Name) {
	case document.HTMLComments:
		i := strings.LastIndex(line, "<!--")
		if i < 0 || strings.Contains(line[i:], "-->") {
			return "", false
		}
		return strings.TrimLeft(line[i+len("<!--"):], " \t"), true
	case document.SlashComments:
		start = "//"
	case document.NumberComments:
		start = "#"
	default:
		return "", false
	}
	content, ok = strings.CutPrefix(strings.TrimLeft(line, " \t"), start)
	return strings.TrimLeft(content, " \t"), ok
}

// wordEnd returns the end of the word at the cursor.
func (c *Completer) wordEnd() int {
	end := c.at
	for end < len(c.text) && (c.text[end] == '-' || 'a' <= c.text[end] && c.text[end] <= 'z') {
		end++
	}
	if i := strings.Index(c.text[c.at:end], "--"); i >= 0 {
		end = c.at + i // the end of the comment
	}
	return end
}
