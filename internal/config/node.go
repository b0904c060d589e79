package config

import "slices"

// A node is a value of a TOML text, or of an editor's settings.
type node struct {
	kind  nodeKind
	place Place
	text  string          // for a string
	keys  []*key          // for a table, in order
	named map[string]*key // the keys by name, if there are many
	items []*node
	// closed marks a table that cannot get further keys: one written in braces, or one
	// whose header occurred before.
	closed bool
}

// A key is a key of a table with its value.
type key struct {
	name  string
	place Place
	value *node
	path  string // see File.places
}

type nodeKind uint8

const (
	isTable nodeKind = iota
	isArray
	isString
	isInteger
	isNumber
	isBoolean
	isDate
	isNull // in settings only
)

// String returns the kind with its article.
func (k nodeKind) String() string {
	return [...]string{"a table", "an array", "a string", "an integer", "a number", "a boolean", "a date", "null"}[k]
}

// get returns the key of a table by name, or nil.
func (n *node) get(name string) *key {
	if n.named != nil {
		return n.named[name]
	}
	if i := slices.IndexFunc(n.keys, func(k *key) bool { return k.name == name }); i >= 0 {
		return n.keys[i]
	}
	return nil
}

// add adds a key that the table does not have.
func (n *node) add(k *key) {
	n.keys = append(n.keys, k)
	const many = 16
	switch {
	case n.named != nil:
		n.named[k.name] = k
	case len(n.keys) > many:
		n.named = map[string]*key{}
		for _, k := range n.keys {
			n.named[k.name] = k
		}
	}
}
