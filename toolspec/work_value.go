package toolspec

import (
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A valueTree is a value with the values in it, each with an identity: its work is
// cached by it.
type valueTree struct {
	value   any
	members map[string]*valueTree // for an object
	items   []*valueTree
	bytes   int // in the text of a string, and in the names of an object
	size    int // number of values in it, including itself
}

// A valueSize is the size of a value.
type valueSize struct{ values, bytes, depth int }

// units returns the size in units of work: one per value and one per unitBytes bytes of
// text.
func (s valueSize) units() int { return s.values + s.bytes/unitBytes }

// treeOf returns the tree of a value, up to the maximum nesting.
func treeOf(value any) (*valueTree, valueSize) {
	var size valueSize
	var grow func(value any, depth int) *valueTree
	grow = func(value any, depth int) *valueTree {
		t := &valueTree{value: value, size: 1}
		size.depth = max(size.depth, depth)
		if depth > maxValueDepth {
			return t
		}
		size.values++
		switch value := value.(type) {
		case string:
			t.bytes = len(value)
		case map[string]any:
			t.members = make(map[string]*valueTree, len(value))
			for name, v := range value {
				t.members[name] = grow(v, depth+1)
				t.bytes += len(name)
				t.size += t.members[name].size
			}
		case []any:
			t.items = make([]*valueTree, len(value))
			for i, v := range value {
				t.items[i] = grow(v, depth+1)
				t.size += t.items[i].size
			}
		}
		size.bytes += t.bytes
		return t
	}
	return grow(value, 1), size
}

// A counting estimates the work for a value.
type counting struct {
	of    *compiled
	left  int // the number of pairs that may still be examined
	known map[evaluation]int
}

// An evaluation is a schema evaluated on a value.
type evaluation struct {
	schema *jsonschema.Schema
	value  *valueTree
}

// count returns the units for evaluating a schema, as if every part of it were
// evaluated. Work for repeated pairs is cached.
func (w *counting) count(s *jsonschema.Schema, v *valueTree) int {
	key := evaluation{s, v}
	if n, ok := w.known[key]; ok {
		return n
	}
	n := own(s) + patternWork(s)*v.bytes/unitBytes
	if s.UniqueItems || s.Const != nil {
		n += v.size
	}
	if s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil {
		n += len(v.members) + len(v.items)
	}
	if w.left -= n; w.left < 0 {
		return n
	}
	w.known[key] = 1 // for recursive visits
	add := func(next *jsonschema.Schema, v *valueTree) {
		if w.left >= 0 {
			n = min(n+w.count(next, v), endless)
		}
	}
	w.of.applying(s, func(next *jsonschema.Schema) { add(next, v) })
	w.members(s, v, add)
	w.items(s, v, add)
	w.known[key] = n
	return n
}

// members adds the work for the members of an object.
func (w *counting) members(s *jsonschema.Schema, v *valueTree, add func(*jsonschema.Schema, *valueTree)) {
	for name, member := range v.members {
		described := s.Properties[name]
		if described != nil {
			add(described, member)
		}
		for pattern, one := range s.PatternProperties {
			if pattern.MatchString(name) {
				described = one
				add(one, member)
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && described == nil {
			add(more, member)
		}
		if s.UnevaluatedProperties != nil {
			add(s.UnevaluatedProperties, member)
		}
		if s.PropertyNames != nil {
			add(s.PropertyNames, &valueTree{value: name, bytes: len(name), size: 1})
		}
	}
}

// items adds the work for the items of a list.
func (w *counting) items(s *jsonschema.Schema, v *valueTree, add func(*jsonschema.Schema, *valueTree)) {
	for i, item := range v.items {
		for _, one := range (parts{s}).item(i) {
			add(one, item)
		}
		for _, one := range []*jsonschema.Schema{s.Contains, s.UnevaluatedItems} {
			if one != nil {
				add(one, item)
			}
		}
	}
}
