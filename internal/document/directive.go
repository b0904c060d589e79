package document

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Directive is a comment addressed to this program, such as <!-- forge-lsp-enable -->.
// Its spans are offsets in the file.
type Directive struct {
	// Span is the whole comment, with its delimiters.
	Span xmlcall.Span
	// Text is its content, from "forge-lsp-" on.
	Text xmlcall.Span
}

// directiveStart is the prefix that makes a comment a directive.
const directiveStart = "forge-lsp-"

// directiveMark is what lines with directives are searched for: programs have the letter f in every word.
const directiveMark = "-lsp-"

// maxDirective bounds the length of a directive in bytes.
const maxDirective = 2000

// directive finds the directives in a line: in the comments of HTML and XML, and of templates, after # or // at its
// start, and in the form that Markdown has for comments, [//]: # (text). A group is a text, or what is before a comment
// at the start of a line.
var directive = sync.OnceValue(func() *regexp.Regexp {
	const indent, text = `^(\x{feff}?(?:[ \t>]|(?:[-*+]|[0-9]{1,9}[.)])[ \t])*)`, `[ \t]*(` + directiveStart + `.*?)[ \t]*`
	return regexp.MustCompile(strings.Join([]string{
		`<!--` + text + `-->`,
		`\{#-?` + text + `-?#\}`, `\{\{(?:- )?/\*` + text + `\*/(?: -)?\}\}`, `\{\{~?!--` + text + `--~?\}\}`, `\{\{~?!` + text + `~?\}\}`,
		indent + `(?:#+|//+)` + text + `$`,
		indent + `\[//\]:[ \t]*#[ \t]*(?:\(` + text + `\)|"` + text + `"|'` + text + `')[ \t]*$`,
	}, "|"))
})

// directives returns all directives of a text by position.
func directives(text string) (list []Directive) {
	for start := 0; ; { // of a line
		n := strings.Index(text[start:], directiveMark)
		if n < 0 {
			return list
		}
		n += start
		start += strings.LastIndexAny(text[start:n], "\r\n") + 1
		line := text[start:]
		if end := strings.IndexAny(text[n:], "\r\n"); end >= 0 {
			line = text[start : n+end]
		}
		for _, m := range directive().FindAllStringSubmatchIndex(line, -1) {
			d := Directive{Span: xmlcall.Span{Start: start + m[0], End: start + len(strings.TrimRight(line[:m[1]], " \t"))}}
			for i := 2; i < len(m); i += 2 {
				switch {
				case m[i] < 0:
				case strings.HasPrefix(line[m[i]:], directiveStart):
					d.Text = xmlcall.Span{Start: start + m[i], End: start + m[i+1]}
				default:
					d.Span.Start = start + m[i+1]
				}
			}
			if d.Text.Len() <= maxDirective {
				list = append(list, d)
			}
		}
		start += len(line)
	}
}
