package call

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

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
