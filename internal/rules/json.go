package rules

import (
	"encoding/json"
	"iter"
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/legacy"
)

// jsonElements returns the elements that give an argument the value of a JSON text, or
// nil if it cannot have it. One object in place of a list is most likely its only item.
func jsonElements(a *toolspec.Argument, text string) *xmlcall.Value {
	if a == nil || !call.LooksLikeJSON(text) {
		return nil
	}
	text = quoteNames(text)
	if a.Kind == toolspec.List && strings.HasPrefix(text, "{") {
		text = "[" + text + "]"
	}
	return call.Elements(a, text)
}

// quoteNames returns a text as JSON where only quotes around the names of members are missing, as in JavaScript.
func quoteNames(text string) string {
	if json.Valid([]byte(text)) {
		return text
	}
	return bareName().ReplaceAllStringFunc(text, func(part string) string {
		if part[0] == '"' {
			return part // a string
		}
		name := strings.Trim(part, "{,: \t\r\n")
		return strings.Replace(part, name, `"`+name+`"`, 1)
	})
}

var bareName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[{,]\s*[A-Za-z_$][\w$]*\s*:`)
})

// jsonReadings yields the titles of fixes that write JSON in place of elements as elements, and
// the JSON: one for each reading of its references, first as escapes, as they are among
// elements. An author who leaves a '<' or '&' as it is does not escape others.
func jsonReadings(raw string) iter.Seq2[string, string] {
	const rewrite, unescaped = "Rewrite as elements", "Rewrite as elements, unescaped"
	return func(yield func(title, text string) bool) {
		decoded, bare := call.Unescape(raw)
		switch {
		case raw == decoded || !json.Valid([]byte(decoded)):
			yield(rewrite, raw)
		case !json.Valid([]byte(raw)):
			yield(rewrite, decoded)
		case bare || strings.Contains(raw, "<"):
			_ = yield(rewrite, raw) && yield(unescaped, decoded)
		default:
			_ = yield(unescaped, decoded) && yield(rewrite, raw)
		}
	}
}

// argumentsIn returns the arguments in a JSON object, with the names that the call's
// tool has for items if it is known, or nil if there are none.
func argumentsIn(p *Pass, text string) *xmlcall.Value {
	if !strings.HasPrefix(text, "{") {
		return nil
	}
	text = quoteNames(text)
	if p.Tool != nil {
		if v := call.Arguments(p.Tool, text); v != nil {
			return v
		}
	}
	v, _, err := legacy.ParseValue("arguments", text, encode.Options{})
	if err != nil {
		return nil
	}
	return v
}

// layOut returns the children of v as lines that replace span, the content of an
// element: indented two spaces deeper than the element's tag, with the tags on lines of
// their own.
func layOut(p *Pass, span xmlcall.Span, v *xmlcall.Value) string {
	line, first := p.Indent(span.Start)
	before, after := "", ""
	indent := line
	if first {
		// The text before span is part of the first line's indentation.
		t, _ := p.TokenAt(span.Start)
		tag, _ := p.Indent(p.Block.Element(t.Element()).Start().Start)
		indent = tag + "  "
	} else {
		indent += "  "
		before = "\n"
		after = "\n" + line
	}
	text, _ := encode.Lines(v, indent) // what is read of JSON can be written
	if first {
		text = strings.TrimPrefix(text, line)
	}
	return p.LineEnds(before + text + after)
}
