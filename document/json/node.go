package json

import (
	"bytes"
	"errors"
	"io"
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
	kind       jsontext.Kind
	start, end int    // of the value; of a string, of what is between its quotes
	kids       []node // of an object or an array
}

// maxDepth is how deep values are nested in what is read. No format needs more.
const maxDepth = 200

var errDepth = errors.New("nested too deeply")

// A tokens reads values of a text one after the other.
type tokens struct {
	text   string
	prefix string // what the decoder reads before the text
	dec    *jsontext.Decoder
	buffer bytes.Buffer // of the text, where there is no prefix

	pending []node // kids of values that are not finished, innermost last
	nodes   []node // room for those that are, a slice of it for each value
}

var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

// newTokens returns a reader of a text that comes after a prefix.
func newTokens(prefix, text string) *tokens {
	t := &tokens{text: text, prefix: prefix}
	if prefix == "" {
		// The decoder reads a bytes.Buffer where it is, and writes nothing to it: any other
		// reader is copied, which is as much work as reading it.
		t.buffer = *bytes.NewBuffer(bytesOf(text))
		t.dec = jsontext.NewDecoder(&t.buffer, lenient...)
		return t
	}
	t.dec = jsontext.NewDecoder(io.MultiReader(strings.NewReader(prefix), strings.NewReader(text)), lenient...)
	for len(prefix) > t.offset()+len(prefix) {
		if _, err := t.dec.ReadToken(); err != nil {
			break
		}
	}
	return t
}

// bytesOf returns the bytes of a text, which nobody may change.
func bytesOf(text string) []byte { return unsafe.Slice(unsafe.StringData(text), len(text)) }

// again has the tokens read another text, from its start. The nodes of the one before are gone.
func (t *tokens) again(text string) {
	t.text, t.nodes, t.pending = text, t.nodes[:0], t.pending[:0]
	t.buffer = *bytes.NewBuffer(bytesOf(text))
	t.dec.Reset(&t.buffer, lenient...)
}

// offset returns the offset in the text after what was read.
func (t *tokens) offset() int { return int(t.dec.InputOffset()) - len(t.prefix) }

// value reads the next value. What was read before an error is in the node.
func (t *tokens) value(n *node, depth int) error {
	switch n.kind = t.dec.PeekKind(); n.kind {
	case '{', '[':
		return t.composite(n, depth)
	default:
		return t.scalar(n)
	}
}

func (t *tokens) scalar(n *node) error {
	v, err := t.dec.ReadValue()
	if err != nil {
		n.kind = 0
		return err
	}
	n.end = t.offset()
	n.start = n.end - len(v)
	if n.kind == '"' {
		n.start, n.end = n.start+1, n.end-1
	}
	return nil
}

func (t *tokens) composite(n *node, depth int) error {
	if depth > maxDepth {
		return errDepth
	}
	if _, err := t.dec.ReadToken(); err != nil {
		return err
	}
	n.start = t.offset() - 1
	defer func() { n.end = t.offset() }()
	object, first := n.kind == '{', len(t.pending)
	defer func() { n.kids = t.finish(first) }()
	for {
		switch kind := t.dec.PeekKind(); kind {
		case '}', ']':
			_, err := t.dec.ReadToken()
			return err
		}
		kid := node{}
		if object {
			name, err := t.dec.ReadValue()
			if err != nil {
				return err
			}
			kid.key = t.key(len(name))
		}
		err := t.value(&kid, depth+1)
		if kid.start < kid.end || kid.kind == '"' {
			t.pending = append(t.pending, kid)
		}
		if err != nil {
			return err
		}
	}
}

// key returns the name of a member that was just read, of so many bytes with its quotes.
func (t *tokens) key(size int) string {
	quoted := t.text[t.offset()-size : t.offset()]
	if name := quoted[1 : size-1]; strings.IndexByte(name, '\\') < 0 && utf8.ValidString(name) {
		return name
	}
	name, _ := jsontext.AppendUnquote(nil, quoted) // the error is about what is not UTF-8
	return string(name)
}

// finish returns the kids of a value, which are pending from an index on.
func (t *tokens) finish(first int) []node {
	kids := t.pending[first:]
	if len(kids) == 0 {
		return nil
	}
	if len(t.nodes)+len(kids) > cap(t.nodes) { // the slices that there are stay where they are
		t.nodes = make([]node, 0, max(2*cap(t.nodes), len(kids), 16))
	}
	from := len(t.nodes)
	t.nodes, t.pending = append(t.nodes, kids...), t.pending[:first]
	return t.nodes[from:len(t.nodes):len(t.nodes)]
}

// place returns the offset in the text of what an error is about.
func (t *tokens) place(err error) int {
	if syntactic, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		return min(max(int(syntactic.ByteOffset)-len(t.prefix), 0), len(t.text))
	}
	return t.offset()
}

// parse reads a text that is one value. Where it is not valid, what can be read of it is
// in the node, and at is the place of the error: characters that must not be in a string
// are taken as they are, and what is not closed ends with the text.
func parse(text string) (n node, at int, err error) {
	t := newTokens("", text)
	if err = t.value(&n, 0); err == nil {
		return n, 0, nil
	}
	at, n = t.place(err), node{}
	// The second error is where reading ends.
	_ = newTokens("", closed(text)).value(&n, 0)
	bound(&n, len(text))
	return n, at, err
}

// closed returns a text in which strings have no character or escape that must not be
// there, and the last one is closed. All places in it are those of the text.
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

// bound ends what ends after the text where that does. A string that does so is left
// out: what is missing of it would be taken for a mistake of whoever wrote it.
func bound(n *node, end int) {
	n.end = min(n.end, end)
	n.kids = slices.DeleteFunc(n.kids, func(kid node) bool { return kid.kind == '"' && kid.end >= end })
	for i := range n.kids {
		bound(&n.kids[i], end)
	}
}

// member returns the member of an object with a name.
func (n *node) member(key string) *node {
	for i := range n.kids {
		if n.kind == '{' && n.kids[i].key == key {
			return &n.kids[i]
		}
	}
	return nil
}
