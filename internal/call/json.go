package call

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// legacyJSON corrects a call that is a JSON object (ADR-0002). It reports
// whether the call is one.
func (c *stage) legacyJSON() bool {
	b := c.Block
	if b.Delimiters == xmlcall.Unclosed || b.Element(0).Unclosed() {
		return false
	}
	content := b.Element(0).Content()
	payload := strings.TrimSpace(b.Slice(content))
	if strings.HasPrefix(payload, "```") && strings.HasSuffix(payload, "```") && strings.Contains(payload, "\n") {
		payload = strings.TrimSpace(strings.TrimSuffix(payload[strings.IndexByte(payload, '\n'):], "```"))
	}
	if !strings.HasPrefix(payload, "{") {
		return false
	}
	object, err := decodeObject(payload)
	if err != nil {
		if _, ok := b.Child(b.Envelope(), "tool_name"); ok {
			return false
		}
		c.unclearJSON("JSON")
		return true
	}
	if escapedJSON(payload) {
		c.unclearJSON(escapesInJSON)
		return true
	}
	name, _ := object["tool_name"].(string)
	server, hasServer := object["server_name"].(string)
	arguments, _ := object["arguments"].(map[string]any)
	members := 1
	if hasServer {
		members++
	}
	if arguments != nil {
		members++
	}
	c.Tool = c.Tools.Find(server, name)
	text, ok := c.written(arguments)
	if !ok || members != len(object) {
		c.unclearJSON("JSON")
		return true
	}
	c.replace(xmlcall.Span{Start: 0, End: b.Span.End}, text)
	return true
}

// unclearJSON adds the doubt about a call that may be JSON. Its tags are not examined, so
// it is not known which text belongs to which field, either.
func (c *stage) unclearJSON(why string) {
	c.structural = true
	c.doubtAt(c.Block.Envelope(), why)
}

// written returns a call of the tool with the given arguments. ok is false if the tool is not known, or
// would not get the same arguments.
func (c *stage) written(arguments map[string]any) (text string, ok bool) {
	if c.Tool == nil {
		return "", false
	}
	text, err := c.Tool.Write(arguments, encode.Escapes)
	if err != nil {
		return "", false
	}
	input := c.Tool.Read(xmlcall.ParseAt(text, 0))
	return text, len(input.Issues) == 0 && len(input.Arguments) == len(arguments)
}

// jsonArguments corrects arguments that are a JSON object.
func (c *stage) jsonArguments() {
	e := c.Block.Element(c.arguments)
	if e.Unclosed() {
		return
	}
	span := syntax.Trim(c.text, e.Content())
	raw := c.text[span.Start:span.End]
	section := false
	if strings.HasPrefix(raw, sectionOpen) && strings.HasSuffix(raw, sectionClose) && strings.Count(raw, sectionClose) == 1 {
		raw = strings.TrimSpace(raw[len(sectionOpen) : len(raw)-len(sectionClose)])
		section = true
	}
	if !strings.HasPrefix(raw, "{") {
		return
	}
	object, err := decodeObject(raw)
	if err == nil && (!section && escapedJSON(raw) || section && escapedInSection(raw)) {
		err = errEscapes
	}
	if err != nil && !errors.Is(err, errEscapes) && !section && !strings.Contains(raw, "<") {
		// All of the JSON may be escaped.
		if decoded, ok := decodeAll(raw); ok {
			object, err = decodeObject(decoded)
		}
	}
	if err != nil && c.HasChildren(c.arguments) {
		return // elements beside a brace
	}
	c.claimed = append(c.claimed, span)
	if errors.Is(err, errEscapes) {
		c.doubtAt(c.arguments, escapesInJSON)
		return
	}
	text, ok := c.written(object)
	if err != nil || !ok {
		c.doubtAt(c.arguments, "JSON")
		return
	}
	b := xmlcall.ParseAt(text, 0)
	c.replace(e.Content(), b.Slice(b.Element(b.Arguments()).Content()))
}

// jsonLists corrects lists and objects that are written as JSON.
func (c *stage) jsonLists() {
	b := c.Block
	for i, e := range b.Elements() {
		a := c.known[i]
		if a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object || a.Repeated || e.Unclosed() || e.SelfClosing() {
			continue
		}
		span := syntax.Trim(c.text, e.Content())
		raw := c.text[span.Start:span.End]
		if !strings.HasPrefix(raw, "[") && !strings.HasPrefix(raw, "{") {
			continue
		}
		text := raw
		if !isJSON(raw) && !strings.Contains(raw, "<") {
			if decoded, ok := decodeAll(raw); ok { // all of the JSON may be escaped
				text = decoded
			}
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

// claims reports whether a span is part of JSON that is corrected as a whole.
func (c *stage) claims(span xmlcall.Span) bool {
	return slices.ContainsFunc(c.claimed, func(s xmlcall.Span) bool { return s.Contains(span) })
}

// escapedJSON reports whether JSON outside a section contains references: they may be
// part of its text, or escapes, because it is among elements. Neither JSON nor what
// surrounds a reference decides which.
func escapedJSON(raw string) bool {
	markup := balanced(raw)
	for i, a := range ampersands(raw) {
		if a.ok {
			return true
		}
		ref := xmlcall.Reference{Span: xmlcall.Span{Start: i, End: a.end}}
		if a.problem == xmlcall.InvalidCharacterReference || !literalReference(raw, ref, a.problem, markup) {
			return true
		}
	}
	return false
}

// decodeAll decodes the references of a text. ok is false if there are none, or an ampersand does not
// start one.
func decodeAll(raw string) (text string, ok bool) {
	text, bare := Unescape(raw)
	return text, !bare && text != raw
}

var errEscapes = errors.New(escapesInJSON)

// escapesInJSON is the doubt about JSON whose references may be part of its text, or escapes.
const escapesInJSON = "references in JSON that may be escapes"

var errJSON = errors.New("no object, or a member twice")

// decodeObject decodes a JSON object. A duplicate member is an error.
func decodeObject(text string) (map[string]any, error) {
	value, err := decodeJSON(text)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errJSON
	}
	return object, nil
}

// decodeJSON decodes one JSON value, numbers as json.Number. A duplicate member is an
// error.
func decodeJSON(text string) (value any, err error) {
	if badText(text) != "" || !jsontext.Value(text).IsValid() {
		return nil, errJSON
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	err = d.Decode(&value)
	return value, err
}

// elementsOf returns the content of the element that gives a tool's argument a value.
// ok is false if the argument cannot have it.
func elementsOf(a *toolspec.Argument, value any) (text string, ok bool) {
	one := &toolspec.Tool{Name: "x", Arguments: []toolspec.Argument{*a}}
	written, err := one.Write(map[string]any{a.Name: value}, encode.Escapes)
	if err != nil {
		return "", false
	}
	b := xmlcall.ParseAt(written, 0)
	arguments := b.Arguments()
	at, ok := b.Child(arguments, a.Name)
	if !ok {
		return "", false
	}
	return b.Slice(b.Element(at).Content()), true
}

// Arguments returns the arguments element of a call to a tool with the values of a JSON
// object, or nil if the tool cannot receive them unchanged.
func Arguments(tool *toolspec.Tool, text string) *xmlcall.Value {
	object, err := decodeObject(text)
	if err != nil {
		return nil
	}
	call, err := tool.Write(object, encode.Escapes)
	if err != nil {
		return nil
	}
	b := xmlcall.ParseAt(call, 0)
	if at := b.Arguments(); at != xmlcall.NoElement {
		return plain(b.Value(at))
	}
	return nil
}

// Elements returns the element of an argument with the value of a JSON text, or nil if
// the argument cannot have it.
func Elements(a *toolspec.Argument, text string) *xmlcall.Value {
	value, err := decodeJSON(text)
	if err != nil {
		return nil
	}
	if _, isList := value.([]any); isList != (a.Kind == toolspec.List) {
		return nil
	}
	content, ok := elementsOf(a, value)
	if !ok {
		return nil
	}
	return plain(xmlcall.ParseAt("<tool>"+content+"</tool>", 0).Value(0))
}
