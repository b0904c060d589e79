package document

import (
	"strings"

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

// indexDirective returns the offset of directiveStart in a text, or -1. It searches for the
// '-', because programs have a letter f in every word.
func indexDirective(text string) int {
	const mark = "-lsp-"
	const before = len(directiveStart) - len(mark)
	for at := 0; ; {
		n := strings.Index(text[at:], mark)
		if n < 0 {
			return -1
		}
		if at += n; at >= before && strings.HasPrefix(text[at-before:], directiveStart) {
			return at - before
		}
		at += len(mark) - 1
	}
}

// maxDirective bounds the length of a directive in bytes.
const maxDirective = 2000

// directives returns all directives of a text by position: in the comments of HTML
// and XML, and of templates, after # or // on a line of their own, and in the form
// that Markdown has for comments, [//]: # (text).
func directives(text string) []Directive {
	var list []Directive
	start, end := 0, -1 // of the line
	for pos := 0; ; {
		n := indexDirective(text[pos:])
		if n < 0 {
			return list
		}
		at := pos + n
		pos = at + len(directiveStart)
		if at > end {
			start = max(end, 0) + strings.LastIndexAny(text[max(end, 0):at], "\r\n") + 1
			end = len(text)
			if n := strings.IndexAny(text[at:], "\r\n"); n >= 0 {
				end = at + n
			}
		}
		if r, ok := directiveIn(text, start, at, end); ok && (len(list) == 0 || list[len(list)-1].Span.End <= r.Span.Start) {
			list = append(list, r)
		}
	}
}

// directiveIn returns the directive whose text starts at offset at in the line from
// start to end.
func directiveIn(text string, start, at, end int) (Directive, bool) {
	before := strings.TrimRight(text[start:at], " \t")
	line := text[at:min(end, at+maxDirective)]
	if n, last, to, ok := commentAround(before, line); ok {
		return directiveOf(text, start+n, at, at+last, at+to), true
	}
	for _, quotes := range []string{"()", `""`, "''"} {
		rest, ok := strings.CutSuffix(before, quotes[:1])
		if !ok {
			continue
		}
		rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t"), "#")
		if ok {
			rest, ok = strings.CutSuffix(strings.TrimRight(rest, " \t"), "[//]:")
		}
		n := strings.LastIndex(line, quotes[1:])
		if !ok || !isPrefix(rest) || n < 0 || strings.Trim(line[n+1:], " \t") != "" {
			return Directive{}, false
		}
		return directiveOf(text, start+len(rest), at, at+n, at+n+1), true
	}
	rest := strings.TrimRight(before, "#")
	if rest == before {
		if rest = strings.TrimRight(before, "/"); len(before)-len(rest) < len("//") {
			return Directive{}, false
		}
	}
	if !isPrefix(strings.TrimPrefix(rest, bom)) {
		return Directive{}, false
	}
	end = at + len(strings.TrimRight(line, " \t"))
	return directiveOf(text, start+len(rest), at, end, end), true
}

// directiveOf returns the directive from start to end whose text is in the text from at to
// last.
func directiveOf(text string, start, at, last, end int) Directive {
	inner := xmlcall.Span{Start: at, End: at + len(strings.TrimRight(text[at:last], " \t"))}
	return Directive{Span: xmlcall.Span{Start: start, End: end}, Text: inner}
}

// directives returns the directives of a document that take effect: those that are not
// themselves mentioned in a code span, in a code block without calls, or in a comment
// around them. holds reports whether a code block has calls.
func (d *document) directives(holds func(leaf int) bool) []Directive {
	var list []Directive
	for _, r := range directives(d.text) {
		if c, ok := spanAround(d.comments, r.Span.Start); ok && c.Start != r.Span.Start {
			continue
		}
		if i := d.outline.leafAt(r.Span.Start); i >= 0 {
			l := &d.outline.leaves[i]
			if l.kind == code && !holds(i) {
				continue
			}
			if l.kind != code {
				if _, ok := spanAround(d.codeSpans(i), r.Span.Start); ok {
					continue
				}
			}
		}
		list = append(list, r)
	}
	return list
}

// Template languages have comments that are removed when the template is filled in. A form
// is the notation of one.
type templateComment struct{ open, close string }

// templateComments are all forms, each before those that its start begins with.
var templateComments = []templateComment{
	{"{#-", "-#}"}, {"{#-", "#}"}, {"{#", "-#}"}, {"{#", "#}"}, // Jinja
	{"{{- /*", "*/ -}}"}, {"{{- /*", "*/}}"}, {"{{/*", "*/ -}}"}, {"{{/*", "*/}}"}, // Go
	{"{{!--", "--}}"}, {"{{~!--", "--~}}"}, {"{{!", "}}"}, {"{{~!", "~}}"}, // Handlebars and Mustache
}

// directiveComments are those that may be directives.
var directiveComments = append([]templateComment{{"<!--", "-->"}}, templateComments...)

// isTemplateComment reports whether text starts with a comment of a template.
func isTemplateComment(text string) bool {
	if text == "" || text[0] != '{' { // all forms start with it
		return false
	}
	for _, c := range templateComments {
		if strings.HasPrefix(text, c.open) {
			return true
		}
	}
	return false
}

// commentLen returns the length of the comment of a template that s starts with, or 0.
func commentLen(s string) int {
	if s == "" || s[0] != '{' || headingID().MatchString(s) {
		return 0
	}
	length, open := 0, ""
	for _, c := range templateComments {
		if length > 0 && c.open != open || !strings.HasPrefix(s, c.open) {
			continue
		}
		// The first end is used, whatever form of it that is.
		if n := strings.Index(s[len(c.open):], c.close); n >= 0 {
			if n += len(c.open) + len(c.close); length == 0 || n < length {
				length, open = n, c.open
			}
		}
	}
	return length
}

// commentAround returns the start of the comment of HTML or of a template that before ends with, and on the rest of a line
// the end of its content and its own.
func commentAround(before, line string) (start, last, end int, ok bool) {
	end = -1
	for _, c := range directiveComments {
		rest, starts := strings.CutSuffix(before, c.open)
		if !starts {
			continue
		}
		// The first end is used, and of two forms of it the longer one.
		if n := strings.Index(line, c.close); n >= 0 && (end < 0 || n < last) {
			start, last, end = len(rest), n, n+len(c.close)
		}
	}
	return start, last, end, end >= 0
}
