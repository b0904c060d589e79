package facts

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// legacyJSON corrects a call that is a JSON object (ADR-0002). It reports
// whether the call is one.
func (c *call) legacyJSON() bool {
	b := c.b
	if b.Form == xmlcall.Unclosed || b.Elements[0].End.Len() == 0 {
		return false
	}
	content := b.Elements[0].Content()
	payload := strings.TrimSpace(b.Slice(content))
	if strings.HasPrefix(payload, "```") && strings.HasSuffix(payload, "```") && strings.Contains(payload, "\n") {
		payload = strings.TrimSpace(strings.TrimSuffix(payload[strings.IndexByte(payload, '\n'):], "```"))
	}
	if !strings.HasPrefix(payload, "{") {
		return false
	}
	object, err := decodeObject(payload)
	if err != nil {
		if b.Child(b.Envelope(), "tool_name") >= 0 {
			return false
		}
		c.doubtAt(b.Envelope(), "JSON")
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
	c.tool = c.o.Tools.Find(server, name)
	if c.tool == nil || members != len(object) || !c.writeCall(xmlcall.Span{Start: 0, End: b.Span.End}, arguments) {
		c.doubtAt(b.Envelope(), "JSON")
	}
	return true
}

// writeCall replaces a span by a call with the given arguments.
func (c *call) writeCall(span xmlcall.Span, arguments map[string]any) bool {
	text, err := c.tool.Write(arguments, encode.Escapes)
	if err != nil || !c.keeps(text, arguments) {
		return false
	}
	c.replace(span, text)
	return true
}

// keeps reports whether a call that was written for arguments gives the tool
// these, and not what it makes of them.
func (c *call) keeps(text string, arguments map[string]any) bool {
	reading := c.tool.Read(xmlcall.ParseAt(text, 0))
	return len(reading.Issues) == 0 && len(reading.Arguments) == len(arguments)
}

// jsonArguments corrects arguments that are a JSON object.
func (c *call) jsonArguments() {
	if c.arguments < 0 {
		return
	}
	b := c.b
	e := &b.Elements[c.arguments]
	if e.Unclosed {
		return
	}
	span := trim(c.text, e.Content())
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
	if err == nil && !section && escapedJSON(raw) && partlyEscaped(raw) {
		err = errEscapes
	}
	if err != nil && err != errEscapes && !section && !strings.Contains(raw, "<") {
		// All of the JSON may be escaped.
		if decoded, ok := decodeAll(raw); ok {
			object, err = decodeObject(decoded)
		}
	}
	if err != nil && c.hasChildren(c.arguments) {
		return // elements beside a brace
	}
	c.claimed = append(c.claimed, span)
	if err != nil || c.tool == nil {
		c.doubtAt(c.arguments, "JSON")
		return
	}
	text, fail := c.tool.Write(object, encode.Escapes)
	if fail != nil || !c.keeps(text, object) {
		c.doubtAt(c.arguments, "JSON")
		return
	}
	c.replace(e.Content(), argumentsOf(text))
}

// jsonLists corrects lists and objects that are written as JSON.
func (c *call) jsonLists() {
	b := c.b
	for i := range b.Elements {
		e := &b.Elements[i]
		a := c.known[i]
		if a == nil || a.Kind != toolspec.List && a.Kind != toolspec.Object || a.Repeated || e.Unclosed || e.SelfClosing {
			continue
		}
		span := trim(c.text, e.Content())
		raw := c.text[span.Start:span.End]
		if !strings.HasPrefix(raw, "[") && !strings.HasPrefix(raw, "{") {
			continue
		}
		text := raw
		if escapedJSON(raw) {
			if partlyEscaped(raw) && isJSON(raw) || strings.Contains(raw, "<") {
				continue
			}
			if decoded, ok := decodeAll(raw); ok {
				text = decoded
			}
		}
		if isJSON(text) && c.jsonIn(i, text) {
			c.claimed = append(c.claimed, span)
		}
	}
}

// claims reports whether a span is part of JSON that is corrected as a whole.
func (c *call) claims(span xmlcall.Span) bool {
	return slices.ContainsFunc(c.claimed, func(s xmlcall.Span) bool { return s.Contains(span) })
}

// escapedJSON reports whether JSON has references in it that may be escapes.
func escapedJSON(raw string) bool {
	for _, a := range ampersands(raw) {
		if a.ok {
			return true
		}
	}
	return false
}

// decodeAll decodes the references of a text. ok is false where an ampersand
// starts none.
func decodeAll(raw string) (text string, ok bool) {
	var w strings.Builder
	found := false
	for i := 0; i < len(raw); {
		if raw[i] != '&' {
			w.WriteByte(raw[i])
			i++
			continue
		}
		ref, _, ok := xmlcall.ReferenceAt(raw, i)
		if !ok {
			return "", false
		}
		found = true
		w.WriteString(ref.Text)
		i = ref.Span.End
	}
	return w.String(), found
}

var errEscapes = errors.New("references that may be escapes")

var errJSON = errors.New("no object, or a member twice")

// decodeObject decodes a JSON object. A member that is there twice is an error.
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

// decodeJSON decodes one JSON value, numbers as json.Number. A member that is
// there twice is an error.
func decodeJSON(text string) (any, error) {
	if badText(text) != "" {
		return nil, errJSON
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := unique(d, 0); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errJSON
	}
	d = json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var value any
	err := d.Decode(&value)
	return value, err
}

const maxJSONDepth = 100

// unique reads one value and reports a member that is there twice.
func unique(d *json.Decoder, depth int) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	delim, ok := t.(json.Delim)
	if !ok {
		return nil
	}
	if depth > maxJSONDepth {
		return errJSON
	}
	seen := map[any]bool{}
	for d.More() {
		if delim == '{' {
			name, err := d.Token()
			if err != nil {
				return err
			}
			if seen[name] {
				return errJSON
			}
			seen[name] = true
		}
		if err := unique(d, depth+1); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// argumentsOf returns what stands between the tags of the arguments of a call.
func argumentsOf(text string) string {
	b := xmlcall.ParseAt(text, 0)
	at := b.Child(b.Envelope(), "arguments")
	if at < 0 {
		return ""
	}
	return b.Slice(b.Elements[at].Content())
}

// elementsOf returns the content of the element that gives a tool's argument a
// value. ok is false where the argument cannot have it.
func elementsOf(a *toolspec.Argument, value any) (text string, ok bool) {
	one := &toolspec.Tool{Name: "x", Arguments: []toolspec.Argument{*a}}
	written, err := one.Write(map[string]any{a.Name: value}, encode.Escapes)
	if err != nil {
		return "", false
	}
	b := xmlcall.ParseAt(written, 0)
	at := b.Child(b.Child(b.Envelope(), "arguments"), a.Name)
	if at < 0 {
		return "", false
	}
	return b.Slice(b.Elements[at].Content()), true
}

// trim returns a span without the white space at its ends.
func trim(text string, span xmlcall.Span) xmlcall.Span {
	s := text[span.Start:span.End]
	left := strings.TrimLeft(s, " \t\r\n")
	span.Start += len(s) - len(left)
	span.End = span.Start + len(strings.TrimRight(left, " \t\r\n"))
	return span
}

// Arguments returns the arguments element of a call to a tool with the values of a
// JSON object, nil where the tool cannot get them as they are.
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
	if at := b.Child(b.Envelope(), "arguments"); at >= 0 {
		return plain(b.Value(at))
	}
	return nil
}

// Elements returns the element of an argument with the value of a JSON text, nil
// where the argument cannot have it.
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
