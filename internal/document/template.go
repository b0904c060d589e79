package document

import (
	"regexp"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxPlaceholder bounds a placeholder's length in bytes: a longer one is text that
// happens to contain two braces.
const maxPlaceholder = 1024

// placeholders returns the places of a text that a template fills in, in order: the tags and comments of
// Jinja, Handlebars and Go templates ({{ x }}, {% x %}, {# x #}, {{/* x */}}, {{!-- x --}}), <% x %>
// and ${NAME}. What {% raw %} and {% endraw %} are around is text.
func placeholders(text string) []xmlcall.Span {
	var spans []xmlcall.Span
	brace, percent := nextBrace(text, 0), finder{text: text, want: "<%"}
	endless := false // whether there is no {% endraw %} any more
	for i := 0; ; {
		if brace >= 0 && brace < i {
			brace = nextBrace(text, i)
		}
		at := brace
		if p := percent.next(i); at < 0 || p >= 0 && p < at {
			at = p
		}
		if at < 0 {
			return spans
		}
		if n := len(variable().FindString(text[at:min(len(text), at+maxPlaceholder)])); n > 0 && at > 0 && text[at-1] == '$' {
			spans = append(spans, xmlcall.Span{Start: at - 1, End: at + n})
			i = at + n
			continue
		}
		n := scanPlaceholder(text[at:])
		if at > 0 && text[at-1] == '$' && strings.HasPrefix(text[at:], "{#") || n > 0 && isObjectLiteral(text, at, at+n) {
			n = 0 // the length of an array in a shell; the value of an attribute in JSX
		}
		if n == 0 {
			i = at + 1
			continue
		}
		spans = append(spans, xmlcall.Span{Start: at, End: at + n})
		i = at + n
		if endless || !raw().MatchString(text[at:i]) {
			continue
		}
		if end := endRaw().FindStringIndex(text[i:]); end != nil {
			spans = append(spans, xmlcall.Span{Start: i + end[0], End: i + end[1]})
			i += end[1]
		} else {
			endless = true
		}
	}
}

// nextBrace returns the offset of the first '{' at or after an offset that its neighbors let start a
// placeholder, or -1: in code and JSON every few bytes are one that does not.
func nextBrace(text string, from int) int {
	for at := from; at < len(text); at++ {
		n := strings.IndexByte(text[at:], '{')
		if n < 0 {
			break
		}
		at += n
		if at > 0 && text[at-1] == '$' || at+1 < len(text) && strings.IndexByte("{%#", text[at+1]) >= 0 {
			return at
		}
	}
	return -1
}

// variable finds the braces of ${NAME}, and headingID the anchor of a heading in Markdown, {#name}.
var variable, headingID = lazy(`^\{[A-Za-z_]\w*\}`), lazy(`^\{#[\w\x{80}-\x{10FFFF}-]+\}`)

// raw matches the tag {% raw %}, and endRaw finds {% endraw %}.
var raw, endRaw = lazy(`^\{%[-+ \t\r\n]*raw[-+ \t\r\n]*%\}$`), lazy(`\{%[-+ \t\r\n]*endraw[-+ \t\r\n]*%\}`)

// placeholderForms find a {{ x }}, a {{{ x }}}, a {% x %} and a <% x %> at the start of a text, by their first two characters. A
// string in one has any text; a quote after a letter starts none. Outside of strings another start of the same kind, a
// brace without its other one or an end tag means that it is not a placeholder: that keeps composite literals of Go such
// as {{1}, {2}} out, of which none has a blank after {{. There braces nest, to a depth of two.
var placeholderForms = func() map[string]func() *regexp.Regexp {
	const quoted = `\B(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|` + "`[^`]*`)"
	const plain = quoted + `|[^{}<]|<[^/]`
	const nested = `\{(?:(?:` + quoted + `|[^{}%#])(?:` + quoted + `|[^{}]|\{[^{}]*\})*)?\}`
	return map[string]func() *regexp.Regexp{
		"{{": lazy(`^(?:\{\{\{(?:` + plain + `)*?\}\}\}|\{\{[-~]*\s(?:` + plain + `|` + nested + `)*?\}\}|\{\{(?:` + plain + `)*?\}\})`),
		"{%": lazy(`^\{%(?:` + quoted + `|[^{<]|\{[^%]|<[^/])*?%\}`),
		"<%": lazy(`^<%(?:` + quoted + `|[^<]|<[^/%])*?%>`),
	}
}()

// scanPlaceholder returns the length of the placeholder or the comment of a template that s starts with, or 0. It looks
// at the first maxPlaceholder bytes.
func scanPlaceholder(s string) (n int) {
	window := s[:min(len(s), maxPlaceholder)]
	if n := commentLen(window); n > 0 || len(window) < len("{{") {
		return n
	}
	find, ok := placeholderForms[window[:len("{{")]]
	if !ok { // the ${ of another language
		return 0
	}
	return len(find().FindString(window))
}

// isObjectLiteral reports whether text[start:end] is the value of a JSX attribute,
// style={{color: "red"}}, and not a placeholder.
func isObjectLiteral(text string, start, end int) bool {
	if start == 0 || text[start-1] != '=' || text[start+1] != '{' {
		return false
	}
	inner := text[start:end]
	return strings.Contains(inner, ":") || strings.Contains(inner, "...")
}

// templateComment finds a comment of a template, which is removed when the template is filled in: of Jinja, of Go, and of
// Handlebars and Mustache. templateStart finds how one starts.
var (
	templateComment = lazy(`^(?s:\{#-?.*?#\}|\{\{(?:- )?/\*.*?\*/(?: -)?\}\}|\{\{!--.*?--\}\}|\{\{~!--.*?--~\}\}|\{\{!.*?\}\}|\{\{~!.*?~\}\})`)
	templateStart   = lazy(`^\{(?:#|\{(?:- )?/\*|\{~?!)`)
)

// isTemplateComment reports whether text starts with a comment of a template.
func isTemplateComment(text string) bool {
	return strings.HasPrefix(text, "{") && templateStart().MatchString(text)
}

// commentLen returns the length of the comment of a template that s starts with, or 0.
func commentLen(s string) int {
	if !isTemplateComment(s) || headingID().MatchString(s) {
		return 0
	}
	return len(templateComment().FindString(s))
}

// isComment reports whether a Markdown block is a comment, or one of a template.
func isComment(block string) bool {
	block = strings.TrimLeft(block, " \t>")
	return strings.HasPrefix(block, "<!--") || strings.HasPrefix(block, "[//]:") || isTemplateComment(block)
}
