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

	parent *node  // the value of the file that it is in, nil for the outermost
	step   string // its name or index there

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

// blank is a node without a place.
var blank = &node{}

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

func itemsOf(n *node) []*node {
	if n == nil || n.kind != arrayNode {
		return nil
	}
	return n.nodes
}

// text returns the text of a string, or "" for any other node.
func (n *node) text() string {
	if n == nil {
		return ""
	}
	s, _ := n.value.(string)
	return s
}

// word returns the text of a string or a number, or "": YAML reads version: 1.0 as a
// number, the runtime as text.
func (n *node) word() string {
	if n == nil {
		return ""
	}
	if number, ok := n.value.(json.Number); ok {
		return number.String()
	}
	return n.text()
}

// truth reports whether a scalar is true, by YAML 1.1 as the runtime reads it.
func (n *node) truth() bool {
	return n != nil && (n.value == true || slices.Contains([]string{"y", "yes", "on"}, strings.ToLower(n.text())))
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

// find returns the first node, including the value itself, for which f is true, or nil.
func (n *node) find(f func(*node) bool) *node {
	if f(n) {
		return n
	}
	for _, child := range n.nodes {
		if found := child.find(f); found != nil {
			return found
		}
	}
	return nil
}

// below returns the value that a path of names and indexes leads to, or nil.
func (n *node) below(path []string) *node {
	for _, step := range path {
		if n.kind == arrayNode {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.nodes) {
				return nil
			}
			n = n.nodes[i]
		} else if n = n.get(step); n == nil {
			return nil
		}
	}
	return n
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the place in the file as a JSON pointer.
func (n *node) pointer() string {
	if n.parent == nil {
		return ""
	}
	return n.parent.pointer() + "/" + escapePointer.Replace(n.step)
}

// errorf returns an error at the value, which does not name the file.
func (n *node) errorf(format string, args ...any) *Error {
	return &Error{Line: n.line, Column: n.column, Pointer: n.pointer(), Reason: fmt.Sprintf(format, args...)}
}

// copyOf returns a node with another value, or none, that has the place of n.
func (n *node) copyOf(made node) *node {
	made.line, made.column, made.parent, made.step = n.line, n.column, n.parent, n.step
	return &made
}

// object returns a node for an object that does not occur in the text, with the place
// of n. It takes names and values in turn; nil values are omitted.
func (n *node) object(members ...any) *node {
	o := n.copyOf(node{kind: objectNode})
	for i := 0; i < len(members); i += 2 {
		if value := members[i+1].(*node); value != nil {
			o.set(members[i].(string), value)
		}
	}
	return o
}

// add adds a child, and propagates that it is broken.
func (n *node) add(name string, child *node) {
	if n.kind == objectNode {
		n.names = append(n.names, name)
	}
	n.nodes = append(n.nodes, child)
	n.broken = n.broken || child.broken
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
func (n *node) scalar(value any) *node { return n.copyOf(node{value: value}) }

const (
	// maxValues is the maximum number of values in a file, counted wherever an alias of YAML stands for them: a few
	// lines of aliases of aliases would otherwise exceed any memory.
	maxValues = 250_000
	// maxNodeDepth is the maximum nesting of a definition.
	maxNodeDepth = 200
)

// parseJSON reads a JSON text. The error does not name a file.
func parseJSON(data []byte) (*node, *Error) {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	p := jsonParser{d: d, data: data, lines: text.New(string(data))}
	n, err := p.value(nil, "", 0)
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

// value reads the next value, which has a name or an index in another.
func (p *jsonParser) value(in *node, step string, depth int) (*node, error) {
	if depth > maxNodeDepth {
		return nil, fmt.Errorf("nested deeper than %d", maxNodeDepth)
	}
	if p.count++; p.count > maxValues {
		return nil, errTooMany
	}
	n := &node{parent: in, step: step}
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
	case '0':
		n.value = json.Number(token.String())
	case 't', 'f':
		n.value = token.Bool()
	}
	if n.kind == scalarNode {
		return n, nil
	}
	for p.d.PeekKind() != '}' && p.d.PeekKind() != ']' {
		step := strconv.Itoa(len(n.nodes))
		if n.kind == objectNode {
			name, err := p.d.ReadToken()
			if err != nil {
				return nil, err
			}
			step = name.String()
		}
		child, err := p.value(n, step, depth+1)
		if err != nil {
			return nil, err
		}
		n.add(step, child)
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
	at, text := e.File, e.Reason
	if e.Line > 0 {
		at += fmt.Sprintf(":%d:%d", e.Line, e.Column)
	}
	if at != "" {
		text = at + ": " + text
	}
	if e.Pointer != "" {
		text += " (at " + e.Pointer + ")"
	}
	return text
}

// placeIn returns the line and the column, in bytes, of an offset: both from 1,
// the offset from 0.
func placeIn(lines text.Text, offset int) (line, column int) {
	at := lines.Position(offset, text.UTF8)
	return at.Line + 1, at.Column + 1
}
