package config

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A node is a value of a TOML text or of an editor's settings, with its place.
type node struct {
	name    string // of a key; of an item, that of its array
	key, at Place  // of the key and of the value; of an item and of a table with a header, the same
	value   any    // a table, an array, a string, a bool, nil, an integer or an other
}

type (
	// A table has its keys in the order of the text.
	table []*node
	// An array has its items.
	array []*node
	// An integer is one as it is written.
	integer string
	// An other is a value of a kind that no setting has, which it names.
	other string
)

// member returns the key of a name in a table, or nil.
func (n *node) member(name string) *node {
	keys, _ := n.value.(table)
	if i := slices.IndexFunc(keys, func(k *node) bool { return k.name == name }); i >= 0 {
		return keys[i]
	}
	return nil
}

// add adds a key to a table, or an item to an array, and returns it.
func (n *node) add(kid *node) *node {
	switch kids := n.value.(type) {
	case table:
		n.value = append(kids, kid)
	case array:
		n.value = append(kids, kid)
	}
	return kid
}

// kindOf returns the kind of a value with its article.
func kindOf(value any) string {
	switch v := value.(type) {
	case table:
		return "a table"
	case array:
		return "an array"
	case string:
		return "a string"
	case integer:
		return "an integer"
	case bool:
		return "a boolean"
	case other:
		return string(v)
	}
	return "null"
}

// fromJSON returns the node of a setting of an editor whose value encoding/json decoded, or of an item of one. The
// place is the path of the setting, which users search for.
func fromJSON(name, path string, value any) *node {
	at := Place{File: "setting " + clipped(strings.ToValidUTF8(path, "\uFFFD"))}
	n := &node{name: name, key: at, at: at, value: value}
	switch v := value.(type) {
	case map[string]any:
		n.value = table{}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			n.add(fromJSON(key, path+"."+key, v[key]))
		}
	case []any:
		n.value = array{}
		for _, item := range v {
			n.add(fromJSON(name, path, item))
		}
	case float64:
		n.value = other("a number")
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			n.value = integer(strconv.FormatInt(int64(v), 10))
		}
	}
	return n
}
