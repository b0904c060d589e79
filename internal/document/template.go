package document

import "strings"

// Template languages have comments that are removed when the template is filled in. A form
// is the notation of one.
type templateComment struct{ open, close string }

// templateComments are all forms, each before those that its start begins with.
var templateComments = []templateComment{
	{"{#-", "-#}"}, {"{#-", "#}"}, {"{#", "-#}"}, {"{#", "#}"}, // Jinja
	{"{{- /*", "*/ -}}"}, {"{{- /*", "*/}}"}, {"{{/*", "*/ -}}"}, {"{{/*", "*/}}"}, // Go
	{"{{!--", "--}}"}, {"{{~!--", "--~}}"}, {"{{!", "}}"}, {"{{~!", "~}}"}, // Handlebars and Mustache
}

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

// templateDirective returns the end of the comment that before starts, on the rest of a line, and
// the end of its content.
func templateDirective(before, line string) (start, last, end int, ok bool) {
	end = -1
	for _, c := range templateComments {
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
