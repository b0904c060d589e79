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

// A jsonError describes why a JSON text is not a call, or not a tree of values.
type jsonError struct {
	// offset is the 0-based byte offset in the text of the wrong token or, for a syntax
	// error, of the wrong byte; it is the length of the text if that ends too soon.
	offset int
	// path is the path of the value as in [encode.Error]: "arguments.edits[1].search".
	// Empty for a syntax error.
	path string
	// reason describes what is wrong.
	reason string
}

// Error returns the offset, the path and the reason in one line.
func (e *jsonError) Error() string {
	s := fmt.Sprintf("JSON, byte %d: ", e.offset)
	if e.path != "" {
		s += e.path + ": "
	}
	return s + e.reason
}

// within returns e with one more step at the beginning of its path.
func (e *jsonError) within(step string) *jsonError {
	e.path = tree.JoinPath(step, e.path)
	return e
}

// maxJSONDepth bounds the nesting of a JSON payload. No tool needs more.
const maxJSONDepth = 100

// ParseValue reads one JSON value as an element of the given name. Members of an object
// become children in order, items of an array become children named by [plural.Item],
// or by the options. Numbers keep their digits; a string to which ADR-0019's inference
// would give another type is marked Literal. exact is as in [Call]; the error
// has the place.
func ParseValue(name, text string, o encode.Options) (v *xmlcall.Value, exact bool, err error) {
	d, err := newReader(text, o)
	if err != nil {
		return nil, false, err
	}
	v, fail := d.value(name, 0)
	if fail != nil {
		return nil, false, fail
	}
	return v, d.exact, nil
}

// A reader builds values from the tokens of a text that is known to be one JSON value.
type reader struct {
	*json.Decoder
	text     string
	itemName func(string) string
	exact    bool
	// member, if not nil, checks each member of the outermost object by its value and
	// the first byte of that. It returns the reason why the member is invalid, and
	// whether that concerns its name.
	member func(v *xmlcall.Value, kind byte) (reason string, ofName bool)
}

// newReader checks that text is one JSON value and valid UTF-8, which encoding/json
// would replace silently. The error has the place.
func newReader(text string, o encode.Options) (*reader, error) {
	for i := 0; i < len(text); {
		bad, utf8OK := lex.NextBadChar(text, i, len(text))
		if !utf8OK {
			return nil, &jsonError{offset: bad.Start, reason: "bytes that are not UTF-8"}
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
		return nil, &jsonError{offset: offset, reason: syntax.Error()}
	}
	d := &reader{
		Decoder: json.NewDecoder(strings.NewReader(text)), text: text, itemName: tree.ItemName(o.ItemName), exact: true,
	}
	d.UseNumber()
	return d, nil
}

// start returns the offset of the next token's first byte.
func (d *reader) start() int {
	i := int(d.InputOffset())
	for i < len(d.text) && (lex.IsSpace(d.text[i]) || d.text[i] == ',' || d.text[i] == ':') {
		i++
	}
	return i
}

func (d *reader) value(name string, depth int) (*xmlcall.Value, *jsonError) {
	at := d.start()
	fail := func(reason string) *jsonError { return &jsonError{offset: at, reason: reason} }
	if !tree.IsName(name) {
		return nil, fail(fmt.Sprintf("%q is not a valid element name", name))
	}
	if depth > maxJSONDepth {
		return nil, fail("JSON nested too deep")
	}
	tok, err := d.Token()
	if err != nil {
		return nil, fail(err.Error())
	}
	v := &xmlcall.Value{Name: name}
	switch tok := tok.(type) {
	case json.Delim:
		if tok == '{' {
			err := d.object(v, depth)
			return v, err
		}
		for d.More() {
			c, err := d.value(d.itemName(name), depth+1)
			if err != nil {
				return nil, err.within(fmt.Sprintf("[%d]", len(v.Children)))
			}
			v.Children = append(v.Children, c)
		}
		_, _ = d.Token() // ']', the text is known to be JSON
		d.exact = d.exact && len(v.Children) > 0
	case string:
		if _, reason := tree.BadChar(tok); reason != "" {
			return nil, fail(reason)
		}
		tree.SetString(v, tok)
		// A surrogate without its partner: encoding/json reads U+FFFD.
		d.exact = d.exact && (!strings.Contains(tok, "\uFFFD") || strings.Contains(d.text[at:d.InputOffset()], "\uFFFD"))
	case nil:
		v.Text = "null"
		d.exact = false
	default:
		v.Text = fmt.Sprint(tok)
	}
	return v, nil
}

// object reads the members of an object and its end.
func (d *reader) object(v *xmlcall.Value, depth int) *jsonError {
	seen := map[string]bool{}
	for d.More() {
		at := d.start()
		key, err := d.Token()
		if err != nil {
			return &jsonError{offset: at, reason: err.Error()}
		}
		name := key.(string)
		d.exact = d.exact && !seen[name]
		seen[name] = true
		if !tree.IsName(name) {
			return (&jsonError{offset: at, reason: "is not a valid element name"}).within(name)
		}
		first := d.start()
		c, fail := d.value(name, depth+1)
		if fail == nil && depth == 0 && d.member != nil {
			if reason, ofName := d.member(c, d.text[first]); ofName {
				fail = &jsonError{offset: at, reason: reason}
			} else if reason != "" {
				fail = &jsonError{offset: first, reason: reason}
			}
		}
		if fail != nil {
			return fail.within(name)
		}
		v.Children = append(v.Children, c)
	}
	_, _ = d.Token() // '}'
	d.exact = d.exact && len(v.Children) > 0
	return nil
}
