package tree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/text"
)

const (
	// maxValues is the maximum number of values in a file, counted wherever an alias of YAML stands for them: a few
	// lines of aliases of aliases would otherwise exceed any memory.
	maxValues = 250_000
	// maxDepth is the maximum nesting of values of JSON and YAML.
	maxDepth = 200
)

// errTooMany is the error for a file with more values than are read.
var errTooMany = fmt.Errorf("the file has more than %s values: remove what does not define a tool, or split it", thousands.Separate(maxValues))

// JSON reads a text as [YAML] does: one document without errors, or none with one.
func JSON(data []byte) (documents []*Node, errs []*Error, ok bool) {
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	lines := text.New(string(data))
	d := jsontext.NewDecoder(bytes.NewReader(data))
	p := jsonParser{d: d, text: &lines}
	root, err := p.value(nil, "", 0)
	if err == nil {
		_, err = d.ReadToken()
		if err == nil {
			err = fmt.Errorf("unexpected text after the value")
		} else if err.Error() == "EOF" {
			return []*Node{root}, nil, true
		}
	}
	if errors.Is(err, errTooMany) {
		return nil, []*Error{{At: p.next(), Reason: err.Error()}}, false
	}
	reason := strings.TrimPrefix(err.Error(), "jsontext: ")
	reason, _, _ = strings.Cut(reason, " after offset")
	reason, _, _ = strings.Cut(reason, " within ") // the pointer contains it
	if reason == "EOF" {
		reason = "missing value"
	}
	return nil, []*Error{{p.next(), string(d.StackPointer()), "this is not JSON: " + reason}}, false
}

type jsonParser struct {
	d     *jsontext.Decoder
	text  *text.Text
	count int // number of values so far
}

// next returns the place of the next byte that is not white space, a comma or a colon: the start of the next value.
func (p *jsonParser) next() Place {
	offset, all := int(p.d.InputOffset()), p.text.String()
	for offset < len(all) && strings.IndexByte(" \t\r\n,:", all[offset]) >= 0 {
		offset++
	}
	return Place{p.text, offset}
}

// value reads the next value, which has a name or an index in another.
func (p *jsonParser) value(in *Node, name string, depth int) (*Node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxDepth)
	}
	if p.count++; p.count > maxValues {
		return nil, errTooMany
	}
	n := &Node{Parent: in, Name: name, At: p.next()}
	token, err := p.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		n.Kind = Object
	case '[':
		n.Kind = Array
	case '"':
		n.Value = token.String()
	case '0':
		n.Value = json.Number(token.String())
	case 't', 'f':
		n.Value = token.Bool()
	}
	if n.Kind == Scalar {
		return n, nil
	}
	for p.d.PeekKind() != '}' && p.d.PeekKind() != ']' {
		name := strconv.Itoa(len(n.Nodes))
		if n.Kind == Object {
			token, err := p.d.ReadToken()
			if err != nil {
				return nil, err
			}
			name = token.String()
		}
		child, err := p.value(n, name, depth+1)
		if err != nil {
			return nil, err
		}
		n.Add(name, child)
	}
	_, err = p.d.ReadToken()
	return n, err
}
