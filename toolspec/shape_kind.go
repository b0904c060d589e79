package toolspec

import (
	"strings"
)

var kinds = map[string]Kind{
	"string": String, "integer": Integer, "number": Number, "boolean": Boolean, "array": List, "object": Object,
}

// kind returns how a value of a schema is read, and whether it may be null.
func (s *shaper) kind(schema *node, depth int) (k Kind, nullable bool) {
	var types []string
	switch t := schema.get("type"); {
	case t == nil:
	case t.kind == arrayNode:
		for _, n := range t.nodes {
			if n.text() == "null" {
				nullable = true
			} else {
				types = append(types, n.text())
			}
		}
	default:
		types = []string{t.text()}
	}
	if len(types) == 1 {
		if k, ok := kinds[types[0]]; ok {
			return k, nullable
		}
		return Any, nullable
	}
	if len(types) > 1 {
		s.further = true
		return Any, nullable
	}
	switch {
	case schema.get("properties") != nil:
		return Object, nullable
	case schema.get("items") != nil:
		return List, nullable
	case schema.get("minLength") != nil, schema.get("maxLength") != nil, schema.get("pattern") != nil, schema.get("format") != nil:
		return String, nullable
	}
	if !s.spend() || depth > maxShapeDepth {
		return Any, nullable
	}
	return s.kindOfParts(schema, nullable, depth)
}

// kindOfParts returns the kind of a schema that consists of others, or lists its
// values, if all are of one kind.
func (s *shaper) kindOfParts(schema *node, nullable bool, depth int) (Kind, bool) {
	found, count := Any, 0
	add := func(k Kind) {
		if count++; count == 1 || found == k {
			found = k
		} else {
			found = Any
		}
	}
	for _, value := range append(itemsOf(schema.get("enum")), schema.get("const")) {
		if value == nil {
			continue
		}
		switch value.value.(type) {
		case string:
			add(String)
		case bool:
			add(Boolean)
		case nil:
			nullable = nullable || value.kind == scalarNode
		default:
			add(Number)
		}
	}
	for _, keyword := range []string{"allOf", "anyOf", "oneOf"} {
		for _, part := range itemsOf(schema.get(keyword)) {
			part = s.resolve(part)
			if part.get("type").text() == "null" {
				nullable = true
				continue
			}
			k, _ := s.kind(part, depth+1)
			if k == Any && part.get("type") == nil && keyword == "allOf" {
				continue // it only adds constraints to another part
			}
			add(k)
		}
	}
	return found, nullable
}

// resolve follows the references of a schema inside its document.
func (s *shaper) resolve(schema *node) *node {
	for range maxShapeDepth {
		ref := schema.get("$ref")
		if !strings.HasPrefix(ref.text(), "#") {
			return schema
		}
		target, known := s.targets[ref]
		if !known {
			target = s.root.below(pathOf(ref.text()))
			s.targets[ref] = target
		}
		if target == nil { // it is not in the document
			return schema
		}
		schema = target
	}
	return schema
}

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// pathOf returns the path of a reference in its document, a JSON pointer after "#".
func pathOf(ref string) []string {
	var path []string
	for part := range strings.SplitSeq(ref[1:], "/") {
		if part != "" {
			path = append(path, unescapePointer.Replace(part))
		}
	}
	return path
}
