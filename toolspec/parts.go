package toolspec

import "github.com/santhosh-tekuri/jsonschema/v6"

// parts are schemas that constrain a value; all of them apply.
type parts []*jsonschema.Schema

// others returns the schemas that apply to the names of an object, and those that apply to its members and to the
// items of a list whatever else applies to them.
func (p parts) others() (names, members, items parts) {
	add := func(to *parts, s *jsonschema.Schema) {
		if s != nil {
			*to = append(*to, s)
		}
	}
	for _, s := range p {
		add(&names, s.PropertyNames)
		add(&members, s.UnevaluatedProperties)
		add(&items, s.Contains)
		add(&items, s.UnevaluatedItems)
	}
	return names, members, items
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
