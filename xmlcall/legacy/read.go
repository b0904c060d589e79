package legacy

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
	"github.com/entrhq/forge-lsp/xmlcall/internal/tree"
)

// fail returns the error of a JSON text that is not a call, or not a tree of values. offset is that of the
// wrong token or, for a syntax error, of the wrong byte; it is the length of a text that ends too soon.
func fail(offset int, format string, args ...any) error {
	return fmt.Errorf("JSON, byte %d: "+format, append([]any{offset}, args...)...)
}

// maxJSONDepth bounds the nesting of a JSON payload. No tool needs more.
const maxJSONDepth = 100

// ParseValue reads one JSON value as an element of the given name. Members of an object
// become children in order, items of an array become children named by [plural.Item],
// or by the options. Numbers keep their digits; a string to which ADR-0019's inference
// would give another type is marked Literal. exact is as in [Payload]; the error
// has the place.
func ParseValue(name, text string, o encode.Options) (v *xmlcall.Value, exact bool, err error) {
	d, err := newReader(text, o)
	if err != nil {
		return nil, false, err
	}
	if !tree.IsName(name) {
		return nil, false, fail(0, "%q is not a valid element name", name)
	}
	v, err = d.value(name, 0)
	return v, d.exact, err
}

// A decoder builds values from the tokens of a text that is known to be one JSON value.
type decoder struct {
	json     *json.Decoder
	text     string
	itemName func(string) string
	exact    bool
}

// newReader checks that text is one JSON value and valid UTF-8, which encoding/json
// would replace silently. The error has the place.
func newReader(text string, o encode.Options) (*decoder, error) {
	for i := 0; i < len(text); {
		bad, utf8OK := lex.NextBadChar(text, i, len(text))
		if !utf8OK {
			return nil, fail(bad.Start, "bytes that are not UTF-8")
		}
		i = bad.End // other bad characters: encoding/json and value check them
	}
	var syntax *json.SyntaxError
	var raw json.RawMessage
	if err := json.Unmarshal([]byte(text), &raw); errors.As(err, &syntax) {
		// Offset counts the bytes read, including the wrong one; for a text that ends
		// too soon it is 0.
		offset := max(0, int(syntax.Offset)-1)
		if strings.HasPrefix(syntax.Error(), "unexpected end") {
			offset = len(text)
		}
		return nil, fail(offset, "%v", syntax)
	}
	d := &decoder{json: json.NewDecoder(strings.NewReader(text)), text: text, itemName: tree.ItemName(o.ItemName), exact: true}
	d.json.UseNumber()
	return d, nil
}

// start returns the offset of the next token's first byte.
func (d *decoder) start() int {
	i := int(d.json.InputOffset())
	for i < len(d.text) && (lex.IsSpace(d.text[i]) || d.text[i] == ',' || d.text[i] == ':') {
		i++
	}
	return i
}

// token returns the next token, which exists.
func (d *decoder) token() json.Token {
	token, _ := d.json.Token()
	return token
}

// value reads a value as an element of a name that an element can have.
func (d *decoder) value(name string, depth int) (v *xmlcall.Value, err error) {
	at := d.start()
	if depth > maxJSONDepth {
		return nil, fail(at, "nested too deep")
	}
	v = &xmlcall.Value{Name: name}
	child := func(name string, _ int) error {
		c, err := d.value(name, depth+1)
		v.Children = append(v.Children, c)
		return err
	}
	switch d.text[at] {
	case '{':
		return v, d.members(child)
	case '[':
		return v, d.each(func() error { return child(d.itemName(name), 0) })
	}
	switch x := d.token().(type) {
	case string:
		if _, reason := tree.BadChar(x); reason != "" {
			return nil, fail(at, "%s", reason)
		}
		tree.SetString(v, x)
		// A surrogate without its partner: encoding/json reads U+FFFD.
		d.exact = d.exact && (!strings.Contains(x, "\uFFFD") || strings.Contains(d.text[at:d.json.InputOffset()], "\uFFFD"))
	case nil:
		v.Text = "null"
		d.exact = false
	default:
		v.Text = fmt.Sprint(x)
	}
	return v, nil
}

// each calls read for each member or item of an object or array; an empty one has no elements.
func (d *decoder) each(read func() error) error {
	d.token() // '{' or '['
	d.exact = d.exact && d.json.More()
	for d.json.More() {
		if err := read(); err != nil {
			return err
		}
	}
	d.token()
	return nil
}

// members calls read for the value of each member of an object, with the member's name and its offset.
func (d *decoder) members(read func(name string, at int) error) error {
	seen := map[string]bool{}
	return d.each(func() error {
		at := d.start()
		name := d.token().(string)
		d.exact = d.exact && !seen[name]
		seen[name] = true
		if !tree.IsName(name) {
			return fail(at, "%q is not a valid element name", name)
		}
		return read(name, at)
	})
}
