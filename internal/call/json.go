package call

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// JSON in place of elements.

// escapesInJSON is the doubt about JSON whose references may be part of its text, or escapes.
const escapesInJSON = "references in JSON that may be escapes"

// legacyJSON corrects a call that is a JSON object (ADR-0002). It reports whether the call is one. Its tags are
// not examined, so if it is in doubt it is not known which text belongs to which field, either.
func (c *stage) legacyJSON() bool {
	b := c.Block
	payload := unfence(strings.TrimSpace(b.Slice(b.Element(0).Content())))
	if b.Delimiters == xmlcall.Unclosed || b.Element(0).Unclosed() || !strings.HasPrefix(payload, "{") {
		return false
	}
	object, ok := decodeObject(payload)
	if !ok && c.has(b.Envelope(), "tool_name") {
		return false
	}
	var name, server string
	var arguments map[string]any
	parts := map[string]bool{}
	for key, value := range object {
		part, is := cmp.Or(EnvelopeAliases[toolspec.Fold(key)], key), false
		switch part {
		case "tool_name":
			name, is = value.(string)
		case "server_name":
			server, is = value.(string)
		case "arguments":
			arguments, is = value.(map[string]any)
		}
		if is {
			parts[part] = true
		}
	}
	c.Tool = c.Tools.Find(server, name)
	call, written := c.written(arguments)
	c.structural = true
	switch {
	case ok && escapedJSON(payload):
		c.doubtAt(b.Envelope(), escapesInJSON)
	case !ok || !written || len(parts) != len(object):
		c.doubtAt(b.Envelope(), "JSON")
	default:
		c.structural = false
		c.replace(xmlcall.Span{Start: 0, End: b.Span.End}, call.Text)
	}
	return true
}

// written returns a call of the tool with the given arguments. ok is false if the tool is not known, or
// would not get the same arguments.
func (c *stage) written(arguments map[string]any) (b *xmlcall.Block, ok bool) {
	if c.Tool == nil {
		return nil, false
	}
	if b, ok = write(c.Tool, arguments); ok {
		input := c.Tool.Read(b)
		ok = len(input.Issues) == 0 && len(input.Arguments) == len(arguments)
	}
	return b, ok
}

// write returns a call of a tool with arguments. ok is false if the tool cannot receive them unchanged.
func write(tool *toolspec.Tool, arguments map[string]any) (b *xmlcall.Block, ok bool) {
	text, err := tool.Write(arguments, encode.Escapes)
	return xmlcall.ParseAt(text, 0), err == nil
}

// jsonArguments corrects arguments that are a JSON object.
func (c *stage) jsonArguments() {
	e := c.Block.Element(c.arguments)
	if e.Unclosed() {
		return
	}
	span := syntax.Trim(c.text, e.Content())
	raw := c.text[span.Start:span.End]
	section := sectionless(raw) != raw
	if section {
		raw = strings.TrimSpace(raw[len(sectionOpen) : len(raw)-len(sectionClose)])
	}
	if !strings.HasPrefix(raw, "{") {
		return
	}
	object, ok := decodeObject(raw)
	doubtful := ok && (!section && escapedJSON(raw) || section && escapedInSection(raw))
	if !ok && !section {
		object, ok = decodeObject(unescapedJSON(raw))
	}
	if (!ok || doubtful) && c.HasChildren(c.arguments) {
		return // elements beside a brace
	}
	c.claimed = append(c.claimed, span)
	switch b, written := c.written(object); {
	case doubtful:
		c.doubtAt(c.arguments, escapesInJSON)
	case !ok || !written:
		c.doubtAt(c.arguments, "JSON")
	default:
		c.replace(e.Content(), b.Slice(b.Element(b.Arguments()).Content()))
	}
}

// jsonLists corrects lists and objects that are written as JSON.
func (c *stage) jsonLists() {
	for i, e := range c.Block.Elements() {
		if !c.reads(i) || !c.isContainer(i) || e.Unclosed() || e.SelfClosing() {
			continue
		}
		span := syntax.Trim(c.text, e.Content())
		raw := c.text[span.Start:span.End]
		if !strings.HasPrefix(raw, "[") && !strings.HasPrefix(raw, "{") {
			continue
		}
		text := raw
		if !isJSON(raw) {
			text = unescapedJSON(raw)
		}
		switch {
		case !isJSON(text):
		case text == raw && escapedJSON(raw):
			c.doubtAt(i, escapesInJSON)
			c.claimed = append(c.claimed, span)
		case c.jsonIn(i, text):
			c.claimed = append(c.claimed, span)
		}
	}
}

// jsonIn writes the JSON value of an argument as the tool reads it.
func (c *stage) jsonIn(element xmlcall.ElementID, text string) bool {
	value, ok := decodeJSON(text)
	a := c.Argument(element)
	_, isList := value.([]any)
	if !ok || a.Repeated || isOwnItem(a) || a.Kind == toolspec.List && !isList {
		return false // in the second and third case the element is one of its items
	}
	elements, ok := elementsOf(a, value)
	if ok {
		c.replace(c.Block.Element(element).Content(), elements)
	}
	return ok
}

// claims reports whether a span is part of JSON that is corrected as a whole.
func (c *stage) claims(span xmlcall.Span) bool {
	return slices.ContainsFunc(c.claimed, func(s xmlcall.Span) bool { return s.Contains(span) })
}

// escapedJSON reports whether JSON outside a section contains references: they may be part of its text, or escapes,
// because it is among elements. Neither JSON nor what surrounds a reference decides which.
func escapedJSON(raw string) bool {
	markup := balanced(raw)
	for i, a := range ampersands(raw) {
		if a.ok || !literalReference(raw, i, a, markup) {
			return true
		}
	}
	return false
}

// unescapedJSON returns a text without its escapes, if all of it may be escaped JSON.
func unescapedJSON(raw string) string {
	if text, ok := decodeAll(raw); ok && !strings.Contains(raw, "<") {
		return text
	}
	return raw
}

// decodeAll decodes the references of a text. ok is false if there are none, or an ampersand does not start one.
func decodeAll(raw string) (text string, ok bool) {
	text, bare := Unescape(raw)
	return text, !bare && text != raw
}

// decodeObject decodes a JSON object. A duplicate member is an error.
func decodeObject(text string) (object map[string]any, ok bool) {
	value, _ := decodeJSON(text)
	object, ok = value.(map[string]any)
	return object, ok
}

// decodeJSON decodes one JSON value, numbers as json.Number. A duplicate member is an error.
func decodeJSON(text string) (value any, ok bool) {
	if badText(text) != "" || !jsontext.Value(text).IsValid() {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	ok = d.Decode(&value) == nil
	return value, ok
}

func isJSON(text string) bool {
	_, ok := decodeJSON(text)
	return ok
}

// elementOf returns a call with the element that gives a tool's argument a value. ok is false if the argument cannot have
// it.
func elementOf(a *toolspec.Argument, value any) (b *xmlcall.Block, at xmlcall.ElementID, ok bool) {
	one := &toolspec.Tool{Name: "x", Arguments: []toolspec.Argument{*a}}
	if b, ok = write(one, map[string]any{a.Name: value}); ok {
		at, ok = b.Child(b.Arguments(), a.Name)
	}
	return b, at, ok
}

// elementsOf returns the content of the element that gives a tool's argument a value, like [elementOf].
func elementsOf(a *toolspec.Argument, value any) (text string, ok bool) {
	b, at, ok := elementOf(a, value)
	return b.Slice(b.Element(at).Content()), ok
}

// Arguments returns the arguments element of a call to a tool with the values of a JSON
// object, or nil if the tool cannot receive them unchanged.
func Arguments(tool *toolspec.Tool, text string) *xmlcall.Value {
	if object, ok := decodeObject(text); ok {
		if b, ok := write(tool, object); ok {
			return plain(b.Value(b.Arguments()))
		}
	}
	return nil
}

// Elements returns the element of an argument with the value of a JSON text, or nil if the argument cannot have it.
func Elements(a *toolspec.Argument, text string) *xmlcall.Value {
	value, ok := decodeJSON(text)
	if _, isList := value.([]any); ok && isList == (a.Kind == toolspec.List) {
		if b, at, ok := elementOf(a, value); ok {
			return plain(b.Value(at))
		}
	}
	return nil
}
