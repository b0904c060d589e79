// Package tree reads files in JSON, YAML and TOML that people write, such as definitions and configurations: a [Node]
// is a value with its place, and an [Error] is one with the reason why something is not a value.
package tree

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/text"
)

// A Node is a value of a file. Members keep their order.
type Node struct {
	Kind  Kind
	Value any     // of a Scalar: a string, a bool, nil, a [json.Number], which TOML may write in its own way, or an [Other]
	Nodes []*Node // the members of an Object, the items of an Array

	Parent *Node  // the value that it is in, nil for the outermost
	Name   string // its name or index there
	Key    Place  // of the name of a member of TOML, and of the array of an item
	At     Place

	// Broken reports whether an error in the value or below it was reported while it
	// was read, so that it differs from what was written.
	Broken bool
}

// A Kind is what a value consists of.
type Kind uint8

const (
	Scalar Kind = iota // one value
	Object             // members with names: a table of TOML, a mapping of YAML
	Array              // items
)

// An Other is a scalar of TOML that JSON does not have, or that is not an integer: what it is, with an article.
type Other string

// A Place is an offset in a text. The zero value is the place of what is not in one.
type Place struct {
	text   *text.Text
	offset int
}

// Position returns the line and the column, both from 1; 0 for the zero value.
func (p Place) Position(enc text.Encoding) (line, column int) {
	if p.text == nil {
		return 0, 0
	}
	at := p.text.Position(p.offset, enc)
	return at.Line + 1, at.Column + 1
}

// Compare orders places of one text.
func (p Place) Compare(other Place) int { return cmp.Compare(p.offset, other.offset) }

// An Error is the reason why a file, or a part of it, has no values.
type Error struct {
	At      Place
	Pointer string // see [Node.Pointer]
	Reason  string
}

// Get returns the member of a name. Of nil, and of what is no object, it is nil.
func (n *Node) Get(name string) *Node {
	if n != nil && n.Kind == Object {
		for _, member := range n.Nodes {
			if member.Name == name {
				return member
			}
		}
	}
	return nil
}

// Items returns the items of an array, or nil.
func (n *Node) Items() []*Node {
	if n == nil || n.Kind != Array {
		return nil
	}
	return n.Nodes
}

// Text returns the text of a string, or "" for any other value.
func (n *Node) Text() string {
	if n == nil {
		return ""
	}
	s, _ := n.Value.(string)
	return s
}

// Plain returns the value as [json.Decoder.UseNumber] has it.
func (n *Node) Plain() any {
	switch n.Kind {
	case Object:
		m := make(map[string]any, len(n.Nodes))
		for _, member := range n.Nodes {
			m[member.Name] = member.Plain()
		}
		return m
	case Array:
		list := make([]any, len(n.Nodes))
		for i, item := range n.Nodes {
			list[i] = item.Plain()
		}
		return list
	}
	return n.Value
}

// Find returns the first value, including n itself, for which f is true, or nil.
func (n *Node) Find(f func(*Node) bool) *Node {
	if f(n) {
		return n
	}
	for _, child := range n.Nodes {
		if found := child.Find(f); found != nil {
			return found
		}
	}
	return nil
}

// Below returns the value that a path of names and indexes leads to, or nil.
func (n *Node) Below(path []string) *Node {
	for _, step := range path {
		if n.Kind == Array {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.Nodes) {
				return nil
			}
			n = n.Nodes[i]
		} else if n = n.Get(step); n == nil {
			return nil
		}
	}
	return n
}

var escapePointer = strings.NewReplacer("~", "~0", "/", "~1")

// Pointer returns the place in the file as a JSON pointer (RFC 6901).
func (n *Node) Pointer() string {
	if n.Parent == nil {
		return ""
	}
	return n.Parent.Pointer() + "/" + escapePointer.Replace(n.Name)
}

// Add adds a member or an item, and returns it.
func (n *Node) Add(name string, child *Node) *Node {
	child.Name, child.Parent = name, n
	n.Nodes = append(n.Nodes, child)
	n.Broken = n.Broken || child.Broken
	return child
}

// Set adds a member, or replaces that of the name.
func (n *Node) Set(name string, value *Node) {
	if i := slices.IndexFunc(n.Nodes, func(have *Node) bool { return have.Name == name }); i >= 0 {
		n.Nodes = slices.Delete(n.Nodes, i, i+1)
	}
	n.Add(name, value)
}

// Made returns another value, which does not occur in the text, with the place of n.
func (n *Node) Made(made Node) *Node {
	made.At, made.Parent, made.Name = n.At, n.Parent, n.Name
	return &made
}

// Scalar returns a scalar with the place of n.
func (n *Node) Scalar(value any) *Node { return n.Made(Node{Value: value}) }

// Object returns an object with the place of n. It takes names and values in turn; nil values are omitted.
func (n *Node) Object(members ...any) *Node {
	o := n.Made(Node{Kind: Object})
	for i := 0; i < len(members); i += 2 {
		if value := members[i+1].(*Node); value != nil {
			o.Set(members[i].(string), value)
		}
	}
	return o
}
