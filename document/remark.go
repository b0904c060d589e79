package document

import (
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Remark is a comment addressed to this program, such as <!-- forge-lsp-enable -->.
// Its spans are offsets in the file.
type Remark struct {
	// Span is the whole comment, with its delimiters.
	Span xmlcall.Span
	// Text is its content, from "forge-lsp-" on.
	Text xmlcall.Span
}

// remarkStart is the prefix that makes a comment a remark.
const remarkStart = "forge-lsp-"

// indexRemark returns the offset of remarkStart in a text, or -1. It searches for the
// '-', because programs have a letter f in every word.
func indexRemark(text string) int {
	const mark = "-lsp-"
	const before = len(remarkStart) - len(mark)
	for at := 0; ; {
		n := strings.Index(text[at:], mark)
		if n < 0 {
			return -1
		}
		if at += n; at >= before && strings.HasPrefix(text[at-before:], remarkStart) {
			return at - before
		}
		at += len(mark) - 1
	}
}

// maxRemark bounds the length of a remark in bytes.
const maxRemark = 2000

// remarks returns all remarks of a text by position: in the comments of HTML
// and XML, and of templates, after # or // on a line of their own, and in the form
// that Markdown has for comments, [//]: # (text).
func remarks(text string) []Remark {
	var list []Remark
	start, end := 0, -1 // of the line
	for pos := 0; ; {
		n := indexRemark(text[pos:])
		if n < 0 {
			return list
		}
		at := pos + n
		pos = at + len(remarkStart)
		if at > end {
			start = max(end, 0) + strings.LastIndexAny(text[max(end, 0):at], "\r\n") + 1
			end = len(text)
			if n := strings.IndexAny(text[at:], "\r\n"); n >= 0 {
				end = at + n
			}
		}
		if r, ok := remarkIn(text, start, at, end); ok && (len(list) == 0 || list[len(list)-1].Span.End <= r.Span.Start) {
			list = append(list, r)
		}
	}
}

// remarkIn returns the remark whose text starts at offset at in the line from
// start to end.
func remarkIn(text string, start, at, end int) (Remark, bool) {
	before := strings.TrimRight(text[start:at], " \t")
	line := text[at:min(end, at+maxRemark)]
	if rest, ok := strings.CutSuffix(before, "<!--"); ok {
		n := strings.Index(line, "-->")
		if n < 0 {
			return Remark{}, false
		}
		return remarkOf(text, start+len(rest), at, at+n, at+n+len("-->")), true
	}
	if n, last, to, ok := templateRemark(before, line); ok {
		return remarkOf(text, start+n, at, at+last, at+to), true
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
			return Remark{}, false
		}
		return remarkOf(text, start+len(rest), at, at+n, at+n+1), true
	}
	rest := strings.TrimRight(before, "#")
	if rest == before {
		if rest = strings.TrimRight(before, "/"); len(before)-len(rest) < len("//") {
			return Remark{}, false
		}
	}
	if !isPrefix(strings.TrimPrefix(rest, bom)) {
		return Remark{}, false
	}
	end = at + len(strings.TrimRight(line, " \t"))
	return remarkOf(text, start+len(rest), at, end, end), true
}

// remarkOf returns the remark from start to end whose text is in the text from at to
// last.
func remarkOf(text string, start, at, last, end int) Remark {
	inner := xmlcall.Span{Start: at, End: at + len(strings.TrimRight(text[at:last], " \t"))}
	return Remark{Span: xmlcall.Span{Start: start, End: end}, Text: inner}
}

// remarks returns the remarks of a document that take effect: those that are not
// themselves mentioned in a code span, in a code block without calls, or in a comment
// around them. holds reports whether a code block has calls.
func (d *document) remarks(holds func(leaf int) bool) []Remark {
	var list []Remark
	for _, r := range remarks(d.text) {
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
