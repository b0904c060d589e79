package facts

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Programs in Go, JavaScript, TypeScript and Python, and example code in documents, build
// calls by concatenating strings:
//
//	"<tool_name>" + name + "</tool_name>" +
//	"<arguments>" + args + "</arguments>"
//
// The text between two strings is part of the program, not of the call. It starts with the
// quotation mark that closes the first string and ends with the one that opens the second. In
// a value that is itself code, strings are complete: the first quotation mark opens one.

// expressionHoles returns the parts of a block in a document that are code of the program
// around it.
func (c *Call) expressionHoles() []Hole {
	b := c.Block
	if c.Around.Source {
		return c.formats()
	}
	if !strings.ContainsAny(b.Source(), "\"'`{%") {
		return nil
	}
	values := make([]bool, b.NumElements()) // whether an element or one of its ancestors has text
	for i := range b.Tokens {
		t := &b.Tokens[i]
		switch text := strings.TrimSpace(b.Slice(t.Span())); {
		case t.Kind() == xmlcall.CDATA, t.Kind() == xmlcall.Text && text != "" && !isJoint(text, false):
			values[t.Element()] = true
		}
	}
	for i, e := range b.Within(0) {
		values[i] = values[i] || values[e.Parent()]
	}
	var holes []Hole
	for i := range b.Tokens {
		t := &b.Tokens[i]
		e := b.Element(t.Element())
		if t.Kind() != xmlcall.Text || e.Parent() != xmlcall.NoElement && values[e.Parent()] {
			continue
		}
		span := c.Trim(t.Span())
		text := b.Slice(span)
		whole := e.Content() == t.Span() && t.Element() != c.ArgumentsElement() // all of it may be computed
		switch {
		case text == "":
		case isJoint(text, whole) && !values[t.Element()], whole && isFormatted(text):
			holes = append(holes, Hole{Span: span, Element: t.Element(), Code: true})
		default:
			holes = append(holes, jointsIn(text, span.Start)...)
		}
	}
	return append(holes, tagJoints(b)...)
}

// formats returns the values in a program's string that are nothing but a format verb. The
// other computed parts are already known.
func (c *Call) formats() []Hole {
	var holes []Hole
	b := c.Block
	if !strings.ContainsAny(b.Source(), "{%") {
		return nil
	}
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind() != xmlcall.Text || b.Element(t.Element()).Content() != t.Span() || t.Element() == c.ArgumentsElement() {
			continue
		}
		if span := c.Trim(t.Span()); isFormatted(b.Slice(span)) && !c.isComputed(span) {
			holes = append(holes, Hole{Span: span, Element: t.Element()})
		}
	}
	return holes
}

// isComputed reports whether a span is already known to be computed or a placeholder.
func (c *Call) isComputed(span xmlcall.Span) bool {
	return slices.Contains(c.Around.Computed, span) || slices.Contains(c.Around.Placeholders, span)
}

// isJoint reports whether a trimmed text closes a string and opens another. The expression
// between them may contain strings, as in " + (x ? "a" : "b") + ", which consists of several
// joints; whole is false for a part of one.
func isJoint(text string, whole bool) bool {
	last := len(text) - 1
	if last < 1 || !isQuotation(text[0]) || !isQuotation(text[last]) {
		return false
	}
	between := strings.TrimSpace(text[1:last])
	switch strings.TrimSpace(withoutPrefix(between)) {
	case "", `\`, ",": // strings on consecutive lines
		return !whole && strings.Contains(text, "\n")
	case "+":
		return !whole
	}
	starts, ends := strings.HasPrefix(between, "+"), strings.HasSuffix(between, "+")
	return starts && ends || !whole && (starts || ends)
}

// withoutPrefix returns the text between two strings without the prefix of the second one in
// Python, as in f"…" and r"…".
func withoutPrefix(between string) string {
	rest := strings.TrimRight(between, "fFrRbBuU")
	if len(between)-len(rest) <= 2 {
		return rest
	}
	return between
}

func isQuotation(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// maxExpression is the maximum length of an expression in a value, in bytes.
const maxExpression = 200

// jointsIn returns the parts of a value that are code of the program around it, as in
// src/" + name + ".go. A quotation mark that closes a string of the value itself does not
// start one.
func jointsIn(text string, at int) []Hole {
	var holes []Hole
	marks := map[byte]int{}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !isQuotation(c) {
			continue
		}
		if n, ok := jointLen(text[i:]); ok && marks[c]%2 == 0 {
			holes = append(holes, Hole{Span: xmlcall.Span{Start: at + i, End: at + i + n}, Element: xmlcall.NoElement, Code: true})
			i += n - 1
			continue
		}
		marks[c]++
	}
	return holes
}

// jointLen returns the length of the joint at the start of text, with its expression.
func jointLen(text string) (n int, ok bool) {
	rest := strings.TrimLeft(text[1:], " ")
	if !strings.HasPrefix(rest, "+") {
		return 0, false
	}
	expression := strings.TrimLeft(rest[1:], " ")
	if expression == "" || !isExpressionStart(expression[0]) {
		return 0, false
	}
	end := min(len(text), maxExpression)
	for i := len(text) - len(expression); i < end && text[i] != '\n'; i++ {
		if isQuotation(text[i]) && strings.HasSuffix(strings.TrimRight(text[:i], " "), "+") {
			return i + 1, true
		}
	}
	return 0, false
}

func isExpressionStart(c byte) bool {
	return c == '(' || c == '_' || c == '$' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// tagJoints returns the joints that replace the name of a tag: <" + name + ">.
func tagJoints(b *xmlcall.Block) []Hole {
	var holes []Hole
	source := b.Source()
	for i := 0; i < len(source); i++ {
		n := strings.IndexByte(source[i:], '<')
		if n < 0 {
			break
		}
		i += n
		at := i + 1
		if at < len(source) && source[at] == '/' {
			at++
		}
		if at == len(source) || !isQuotation(source[at]) {
			continue
		}
		if n, ok := jointLen(source[at:]); ok && strings.HasPrefix(source[at+n:], ">") {
			start := b.Span.Start + at
			holes = append(holes, Hole{Span: xmlcall.Span{Start: start, End: start + n}, Element: xmlcall.NoElement, Code: true})
		}
	}
	return holes
}

// isFormatted reports whether a value consists of a single format verb or field: {name} in
// Python, %s in C and Go.
func isFormatted(text string) bool {
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		inner, ok = strings.CutSuffix(inner, "}")
		return ok && inner != "" && (inner[0] == '_' || 'a' <= inner[0]|0x20 && inner[0]|0x20 <= 'z') && !strings.ContainsAny(inner, "{}\"\n ,")
	}
	verb, ok := strings.CutPrefix(text, "%")
	if ok && strings.HasPrefix(verb, "(") { // %(name)s
		_, verb, ok = strings.Cut(verb, ")")
	}
	verb = strings.TrimLeft(verb, "+-# 0123456789.")
	return ok && len(verb) == 1 && strings.IndexByte("sdvqxXfFgGeEtTcpwri", verb[0]) >= 0
}
