package toolspec

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/text"
)

// A node is a value of a definition file, with its place. The order of an object's
// members is kept because it is the order of a tool's arguments.
type node struct {
	kind  nodeKind
	value any      // of a scalar: string, json.Number, bool or nil
	names []string // of an object, parallel to nodes
	nodes []*node  // the members of an object, the items of an array

	line, column int // both from 1; the column counts bytes

	// broken reports whether an error in the value or below it was reported while it
	// was read, so that it differs from what was written.
	broken bool
}

type nodeKind uint8

const (
	scalarNode nodeKind = iota
	objectNode
	arrayNode
)

func (n *node) get(name string) *node {
	if n == nil || n.kind != objectNode {
		return nil
	}
	for i, have := range n.names {
		if have == name {
			return n.nodes[i]
		}
	}
	return nil
}

// text returns the text of a string, or "" for any other node.
func (n *node) text() string {
	if n == nil {
		return ""
	}
	s, _ := n.value.(string)
	return s
}

// plain returns the value as encoding/json would decode it into an any, with
// numbers as json.Number.
func (n *node) plain() any {
	switch n.kind {
	case objectNode:
		m := make(map[string]any, len(n.names))
		for i, name := range n.names {
			m[name] = n.nodes[i].plain()
		}
		return m
	case arrayNode:
		list := make([]any, len(n.nodes))
		for i, item := range n.nodes {
			list[i] = item.plain()
		}
		return list
	}
	return n.value
}

// find returns the first node, including the value itself, for which f is true, and its
// JSON pointer; nil if there is none.
func (n *node) find(f func(*node) bool) (found *node, pointer string) {
	if f(n) {
		return n, ""
	}
	for i, child := range n.nodes {
		if found, below := child.find(f); found != nil {
			return found, "/" + n.step(i) + below
		}
	}
	return nil, ""
}

// step returns the part of a JSON pointer that leads to the i-th child.
func (n *node) step(i int) string {
	if n.kind == objectNode {
		return escapePointer.Replace(n.names[i])
	}
	return strconv.Itoa(i)
}

// object returns a node for an object that does not occur in the text, with the place
// of n. It takes names and values in turn; nil values are omitted.
func (n *node) object(members ...any) *node {
	o := &node{kind: objectNode, line: n.line, column: n.column}
	for i := 0; i < len(members); i += 2 {
		if value := members[i+1].(*node); value != nil {
			o.set(members[i].(string), value)
		}
	}
	return o
}

func (n *node) set(name string, value *node) {
	if i := slices.Index(n.names, name); i >= 0 {
		n.nodes[i] = value
		return
	}
	n.names, n.nodes = append(n.names, name), append(n.nodes, value)
}

// scalar returns a node for a value that does not occur in the text, with the place of
// n.
func (n *node) scalar(value any) *node { return &node{value: value, line: n.line, column: n.column} }

// list returns a node for an array that does not occur in the text, with the place of
// n.
func (n *node) list(items ...*node) *node {
	return &node{kind: arrayNode, nodes: items, line: n.line, column: n.column}
}

// parseJSON reads a JSON text. The error does not name a file.
func parseJSON(data []byte) (*node, *Error) {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	p := jsonParser{d: d, data: data, lines: text.New(string(data))}
	n, err := p.value(0)
	if err == nil {
		_, err = d.ReadToken()
		if err == nil {
			err = fmt.Errorf("unexpected text after the value")
		} else if err.Error() == "EOF" {
			return n, nil
		}
	}
	line, column := p.place(int(d.InputOffset()))
	if errors.Is(err, errTooMany) {
		return nil, &Error{Line: line, Column: column, Reason: err.Error()}
	}
	reason := strings.TrimPrefix(err.Error(), "jsontext: ")
	reason, _, _ = strings.Cut(reason, " after offset")
	reason, _, _ = strings.Cut(reason, " within ") // the pointer contains it
	if reason == "EOF" {
		reason = "missing value"
	}
	return nil, &Error{Line: line, Column: column, Pointer: string(d.StackPointer()), Reason: "this is not JSON: " + reason}
}

// errTooMany is the error for a file with more values than are read.
var errTooMany = fmt.Errorf("the file has more than %s values: remove what does not define a tool, or split it", thousands.Separate(maxValues))

type jsonParser struct {
	d     *jsontext.Decoder
	data  []byte
	lines text.Text // the data, for converting offsets
	count int       // number of values so far
}

// place returns the line and the column of the first byte at or after offset that is
// not white space, a comma or a colon: the start of the next value.
func (p *jsonParser) place(offset int) (line, column int) {
	for offset < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[offset]) >= 0 {
		offset++
	}
	return placeIn(p.lines, offset)
}

func (p *jsonParser) value(depth int) (*node, error) {
	if depth > maxNodeDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxNodeDepth)
	}
	if p.count++; p.count > maxValues {
		return nil, errTooMany
	}
	n := &node{}
	n.line, n.column = p.place(int(p.d.InputOffset()))
	token, err := p.d.ReadToken()
	if err != nil {
		return nil, err
	}
	switch token.Kind() {
	case '{':
		n.kind = objectNode
	case '[':
		n.kind = arrayNode
	case '"':
		n.value = token.String()
		return n, nil
	case '0':
		n.value = json.Number(token.String())
		return n, nil
	case 't', 'f':
		n.value = token.Bool()
		return n, nil
	default:
		return n, nil
	}
	for p.d.PeekKind() != '}' && p.d.PeekKind() != ']' {
		if n.kind == objectNode {
			name, err := p.d.ReadToken()
			if err != nil {
				return nil, err
			}
			n.names = append(n.names, name.String())
		}
		child, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		n.nodes = append(n.nodes, child)
	}
	_, err = p.d.ReadToken()
	return n, err
}

// An Error is an error in a definition of tools.
type Error struct {
	// File is the file name given to the loader.
	File string
	// Line and Column are the place, both from 1, the column in bytes; 0 if there is
	// none. A line ends with LF, CR LF or CR.
	Line, Column int
	// Pointer is the place as a JSON pointer (RFC 6901); "" is the whole file.
	Pointer string
	// Reason describes the error, without a period.
	Reason string
	// Lost are the names of the tools that the file appears to define and that are not
	// known because of its errors. The first error of a file has all of them.
	Lost []string
}

// Error returns "file:line:column: reason (at pointer)".
func (e *Error) Error() string {
	var w strings.Builder
	w.WriteString(e.File)
	if e.Line > 0 {
		w.WriteString(":" + strconv.Itoa(e.Line) + ":" + strconv.Itoa(e.Column))
	}
	if w.Len() > 0 {
		w.WriteString(": ")
	}
	w.WriteString(e.Reason)
	if e.Pointer != "" {
		w.WriteString(" (at " + e.Pointer + ")")
	}
	return w.String()
}
