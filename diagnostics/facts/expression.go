package facts

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Programs write calls in strings and concatenate them: in Go
//
//	"<tool_name>" + name + "</tool_name>" +
//	"<arguments>" + args + "</arguments>"
//
// The text between these strings belongs to the program and not to the call. It starts
// and ends with a quotation mark: it closes one string and opens the next. Around text,
// as in a value that is code, it is the other way round.

// expressionHoles returns the parts of a document's block that belong to the program
// around it.
func (c *Call) expressionHoles() []Hole {
	b := c.Block
	if c.Around.Source {
		return c.formats()
	}
	if !c.mayHaveExpressions() {
		return nil
	}
	values := make([]bool, b.NumElements()) // elements with text, and their content
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
		whole := e.Content() == t.Span() && t.Element() != c.ArgumentsElement() // which may be left to the program
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

// mayHaveExpressions reports whether expressionHoles may find something: most calls have
// neither a joint nor text that could be one or a format.
func (c *Call) mayHaveExpressions() bool {
	b := c.Block
	source := b.Source()
	for i := 0; ; i++ { // jointLen needs a mark and a '+' after it
		n := strings.IndexByte(source[i:], '+')
		if n < 0 {
			break
		}
		i += n
		if before := strings.TrimRight(source[:i], " "); before != "" && isQuotation(before[len(before)-1]) {
			return true
		}
	}
	for i := range b.Tokens {
		if t := &b.Tokens[i]; t.Kind() == xmlcall.Text {
			text := b.Slice(c.Trim(t.Span()))
			if text != "" && (text[0] == '{' || text[0] == '%' || isQuotation(text[0]) && isQuotation(text[len(text)-1])) {
				return true
			}
		}
	}
	return false
}

// formats returns the values of a string of a program that a format fills in. Other
// parts that the program computes are already known.
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

// isComputed reports whether a span is one that is found without examining its text.
func (c *Call) isComputed(span xmlcall.Span) bool {
	return slices.Contains(c.Around.Computed, span) || slices.Contains(c.Around.Placeholders, span)
}

// operators that concatenate strings: in Lua; in PHP and Perl; in SQL; in Go,
// JavaScript, Python, Java and others. All except the last have blanks around them.
var operators = []string{" .. ", " . ", " || ", "+"}

// isJoint reports whether a text without surrounding blanks closes a string and opens
// another. The expression between may contain strings, as in " + (x ? "a" : "b") + ",
// where several joints are one expression; whole is false for these.
func isJoint(text string, whole bool) bool {
	last := len(text) - 1
	if last < 1 || !isQuotation(text[0]) || !isQuotation(text[last]) {
		return false
	}
	// Line ends are blanks.
	between := strings.ReplaceAll(text[1:last], "\n", " ")
	alone := strings.TrimSpace(withoutPrefix(between))
	if alone == "" || alone == `\` || alone == "," { // strings on consecutive lines
		return !whole && strings.Contains(text, "\n")
	}
	for _, op := range operators {
		if alone == strings.TrimSpace(op) {
			return !whole
		}
		if op == "+" {
			between = strings.TrimSpace(between)
		}
		starts, ends := strings.HasPrefix(between, op), strings.HasSuffix(between, op)
		if starts && ends || !whole && (starts || ends) {
			return true
		}
	}
	return false
}

// withoutPrefix returns the text between two strings without the prefix of the second:
// f"…", r"…".
func withoutPrefix(between string) string {
	rest := strings.TrimRight(between, "fFrRbBuU$@")
	if len(between)-len(rest) <= 2 {
		return rest
	}
	return between
}

func isQuotation(c byte) bool { return c == '"' || c == '\'' || c == '`' }

// maxExpression bounds the length of an expression in a value, in bytes.
const maxExpression = 200

// jointsIn returns the parts of a value that belong to the program around it: src/" +
// name + ".go. A mark that the value itself has opened closes a string of the value.
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

// jointLen returns the length of the joint with an expression that a text starts with.
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

// tagJoints returns the joints that are the name of a tag: <" + name + ">.
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

// isFormatted reports whether a value is filled in by a format: {name} in Python, %s in
// C and Go.
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
