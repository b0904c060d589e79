package transcript

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is a value with its place.
type node struct {
	key        string // of a member of an object
	keyAt      int    // where the text of the key starts, in its quotes
	kind       jsontext.Kind
	open       bool   // whether there is a mistake in it: it has no end
	wrapped    bool   // whether it is in an object that only has its type; see plain
	start, end int    // of the value; for a string, without the quotes
	kids       []node // of an object or an array
}

// maxDepth is the maximum nesting of values that are read. No format needs more.
const maxDepth = 200

var errDepth = errors.New("nested too deeply")

// A tokens reads values of a text one after another.
type tokens struct {
	text   string
	dec    *jsontext.Decoder
	buffer bytes.Buffer // the text

	pending []node // kids of values that are not finished, innermost last
	nodes   []node // storage for finished kids, a slice of it for each value
}

var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// newTokens returns a reader of a text. The decoder uses a bytes.Buffer without copying, and does not write to it: any
// other reader is copied, which costs as much as reading.
func newTokens(text string) *tokens {
	t := &tokens{text: text, buffer: *bytes.NewBuffer(bytesOf(text))}
	t.dec = jsontext.NewDecoder(&t.buffer, lenient...)
	return t
}

// bytesOf returns the bytes of a text, which must not be modified.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// next starts reading another text. The nodes of the previous one are valid until nodes is emptied.
func (t *tokens) next(text string) {
	t.text, t.pending = text, t.pending[:0]
	t.buffer = *bytes.NewBuffer(bytesOf(text))
	t.dec.Reset(&t.buffer, lenient...)
}

// offset returns the offset in the text after the last token.
func (t *tokens) offset() int { return int(t.dec.InputOffset()) }

// value reads the next value. The node has what was read before an error.
func (t *tokens) value(depth int) (node, error) {
	kind := t.dec.PeekKind()
	if kind == '{' || kind == '[' {
		return t.composite(kind, depth)
	}
	v, err := t.dec.ReadValue()
	if err != nil {
		return node{}, err
	}
	end := t.offset()
	n := node{kind: kind, start: end - len(v), end: end}
	if kind == '"' {
		n.start, n.end = n.start+1, n.end-1
	}
	return n, nil
}

func (t *tokens) composite(kind jsontext.Kind, depth int) (node, error) {
	n := node{kind: kind}
	if depth > maxDepth {
		return n, errDepth
	}
	if _, err := t.dec.ReadToken(); err != nil {
		return n, err
	}
	n.start = t.offset() - 1
	first := len(t.pending)
	err := t.content(kind == '{', depth)
	n.end, n.kids, n.open = t.offset(), t.finish(first), err != nil
	return n, err
}

// content reads the rest of an object or an array. What it has becomes pending.
func (t *tokens) content(object bool, depth int) error {
	for {
		switch kind := t.dec.PeekKind(); {
		case kind == '}' || kind == ']':
			_, err := t.dec.ReadToken()
			return err
		case object && (kind == '{' || kind == '['):
			// An error. Read as a value, it would be found only after the whole of it, so that
			// a mistake in it would be the first.
			_, err := t.dec.ReadToken()
			return err
		}
		key, at := "", 0
		if object {
			name, err := t.dec.ReadValue()
			if err != nil {
				return err
			}
			at = t.offset() - len(name) + 1
			key = unquoted(t.text[at : t.offset()-1])
		}
		kid, err := t.value(depth + 1)
		kid.key, kid.keyAt = key, at
		if kid.start < kid.end || kid.kind == '"' {
			t.pending = append(t.pending, kid)
		}
		if err != nil {
			return err
		}
	}
}

// unquoted returns the text of a string of JSON without its quotes.
func unquoted(raw string) string {
	if strings.IndexByte(raw, '\\') < 0 && utf8.ValidString(raw) {
		return raw
	}
	text, _ := jsontext.AppendUnquote(nil, `"`+raw+`"`) // the error is about invalid UTF-8
	return string(text)
}

// finish returns the kids of a value, which are pending from an index on.
func (t *tokens) finish(first int) []node {
	kids := t.pending[first:]
	if len(kids) == 0 {
		return nil
	}
	if len(t.nodes)+len(kids) > cap(t.nodes) { // existing slices stay where they are
		t.nodes = make([]node, 0, max(min(2*cap(t.nodes), 256), len(kids), 16)) // a node that is kept keeps the others
	}
	from := len(t.nodes)
	t.nodes, t.pending = append(t.nodes, kids...), t.pending[:first]
	return t.nodes[from:len(t.nodes):len(t.nodes)]
}

// place returns the offset in the text of an error.
func (t *tokens) place(err error) int {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return min(int(syntactic.ByteOffset), len(t.text))
	}
	return t.offset()
}

// parse reads a text that is one value. If it is not valid, the node has the parts that
// can be read, and at is the place of the error: characters that must not be in a string
// are accepted, and unclosed values end with the text.
func parse(text string) (n node, at int, err error) { return newTokens(text).parse() }

// parse is parse for the text of the tokens.
func (t *tokens) parse() (n node, at int, err error) {
	text := t.text
	if n, err = t.value(0); err == nil {
		return n, 0, nil
	}
	at = t.place(err)
	// The second error is the end of reading.
	n, _ = newTokens(closed(text)).value(0)
	bound(&n, len(text))
	return n, at, err
}

// closed returns a text in which strings have no character or escape that must not be
// there, and the last one is closed. Offsets in it are those of the text.
func closed(text string) string {
	b := []byte(text)
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] < ' ':
			b[i] = ' '
		case b[i] != '\\':
		case i+1 < len(b) && strings.IndexByte(`"\/bfnrt`, b[i+1]) >= 0:
			i++
		case len(b) < i+6 || b[i+1] != 'u' || !isHex(b[i+2:i+6]):
			b[i] = ' '
		}
	}
	return string(append(b, '"'))
}

func isHex(digits []byte) bool {
	_, err := strconv.ParseUint(string(digits), 16, 16)
	return err == nil
}

// bound truncates the values that end after the text to it. A truncated string is left
// out: its missing part would be taken for a mistake of its author.
func bound(n *node, end int) {
	n.end = min(n.end, end)
	n.kids = slices.DeleteFunc(n.kids, func(kid node) bool { return kid.kind == '"' && kid.end >= end })
	for i := range n.kids {
		bound(&n.kids[i], end)
	}
}

// member returns the member of an object with a name.
func (n *node) member(key string) *node {
	if n.kind != '{' {
		return nil
	}
	for i := range n.kids {
		if n.kids[i].key == key {
			return &n.kids[i]
		}
	}
	return nil
}
