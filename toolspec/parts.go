package toolspec

import "github.com/santhosh-tekuri/jsonschema/v6"

// parts are schemas that constrain a value; all of them apply.
type parts []*jsonschema.Schema

// members yields the schemas that apply to each member of an object that is named, to others, to the names, and
// to each item of a list.
func (p parts) members(yield func(parts) bool) {
	var others, names, unevaluated, contained parts
	named := map[string]bool{}
	prefix := 0
	add := func(to *parts, s *jsonschema.Schema) {
		if s != nil {
			*to = append(*to, s)
		}
	}
	for _, s := range p {
		for name := range s.Properties {
			named[name] = true
		}
		for _, more := range s.PatternProperties {
			add(&others, more)
		}
		more, _ := s.AdditionalProperties.(*jsonschema.Schema)
		add(&others, more)
		add(&unevaluated, s.UnevaluatedProperties)
		add(&names, s.PropertyNames)
		add(&contained, s.Contains)
		add(&contained, s.UnevaluatedItems)
		items, _ := s.Items.([]*jsonschema.Schema)
		prefix = max(prefix, len(s.PrefixItems), len(items))
	}
	if !yield(append(others, unevaluated...)) || !yield(names) {
		return
	}
	for name := range named {
		if !yield(append(p.member(name), unevaluated...)) {
			return
		}
	}
	for i := range prefix + 1 {
		if !yield(append(p.item(i), contained...)) {
			return
		}
	}
}

// member returns the schemas that apply to a member of an object.
func (p parts) member(name string) parts {
	var of parts
	for _, s := range p {
		described := s.Properties[name]
		if described != nil {
			of = append(of, described)
		}
		for pattern, member := range s.PatternProperties {
			if pattern.MatchString(name) {
				of, described = append(of, member), member
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && described == nil {
			of = append(of, more)
		}
	}
	return of
}

// item returns the schemas that apply to an item of a list.
func (p parts) item(i int) parts {
	var of parts
	for _, s := range p {
		prefix, rest := s.PrefixItems, any(s.Items2020)
		switch items := s.Items.(type) { // before draft 2020-12
		case []*jsonschema.Schema:
			prefix, rest = items, s.AdditionalItems
		case *jsonschema.Schema:
			rest = items
		}
		if i < len(prefix) {
			of = append(of, prefix[i])
		} else if one, ok := rest.(*jsonschema.Schema); ok && one != nil {
			of = append(of, one)
		}
	}
	return of
}
