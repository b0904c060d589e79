package toolspec

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// member returns a value for a member of an object with the parts.
func (g *generator) member(a *Argument, p parts, n int) (any, *fault) {
	value, fail := g.value(a, a.Name, p.member(a.Name), n)
	if fail != nil && n > 0 {
		value, fail = g.value(a, a.Name, p.member(a.Name), 0)
	}
	if fail != nil {
		return nil, fail.within(a.Name)
	}
	return value, nil
}

// member returns the schemas that apply to a member.
func (p parts) member(name string) parts {
	var tops parts
	for _, s := range p {
		described := false
		if member := s.Properties[name]; member != nil {
			tops, described = append(tops, member), true
		}
		for _, pattern := range patternsOf(s) {
			if pattern.MatchString(name) {
				tops, described = append(tops, s.PatternProperties[pattern]), true
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && !described {
			tops = append(tops, more)
		}
	}
	return tops
}

// patternsOf returns the patterns of a schema's patternProperties in order, since maps
// are unordered.
func patternsOf(s *jsonschema.Schema) []jsonschema.Regexp {
	return slices.SortedFunc(maps.Keys(s.PatternProperties), func(x, y jsonschema.Regexp) int {
		switch {
		case x.String() < y.String():
			return -1
		case x.String() > y.String():
			return 1
		}
		return 0
	})
}

// object returns an object for the parts: the required members, those that they need
// and, if all are requested, the rest as far as it can be combined. n distinguishes
// objects in a list.
func (g *generator) object(a *Argument, hint string, tops, p parts, n int) (map[string]any, *fault) {
	around := g.within(p)
	if around >= maxSelf {
		return nil, faultf("%s", noEnd)
	}
	inside := around > 0
	g.stack = append(g.stack, p)
	defer func() { g.stack = g.stack[:len(g.stack)-1] }()
	members := p.members(a)
	m := map[string]any{}
	var optional []*Argument
	for _, member := range members {
		if !member.Required {
			optional = append(optional, member)
			continue
		}
		value, fail := g.member(member, p, n)
		if fail != nil {
			if inside && strings.HasSuffix(fail.reason, noEnd) {
				fail.path = "" // report the start of the recursion only once
			}
			return nil, fail
		}
		m[member.Name] = value
	}
	valid := func() bool {
		if g.steps += len(m); g.steps > maxSteps {
			return false
		}
		if len(g.stack) == 1 { // the call itself
			return g.checks(m) == nil
		}
		return g.refused(a, tops, m) == nil
	}
	if a.Kind == Any || a.Open {
		if len(members) == 0 && len(g.stack) > 1 || len(m) == 0 && !valid() {
			g.entries(a, hint, p, n, m)
		}
	}
	switch all := g.all && !inside; {
	case all:
		g.addAll(optional, p, n, m, valid)
	case !valid():
		g.addSome(optional, p, n, m, valid)
	}
	return m, nil
}

// members returns the possible members of an object with the parts, required ones
// marked as such.
func (p parts) members(a *Argument) []*Argument {
	var members []*Argument
	have := map[string]bool{}
	add := func(member Argument) {
		if have[member.Name] {
			return
		}
		have[member.Name] = true
		member.Required = slices.ContainsFunc(p, func(s *jsonschema.Schema) bool { return slices.Contains(s.Required, member.Name) })
		if described := p.member(member.Name); described == nil && !member.Required {
			return // it belongs to another branch
		}
		members = append(members, &member)
	}
	for _, member := range a.Members {
		add(member)
	}
	for _, s := range p {
		for _, name := range slices.Concat(slices.Sorted(maps.Keys(s.Properties)), s.Required) {
			add(Argument{Name: name, Kind: Any})
		}
	}
	return members
}

// entries adds members without a name of their own to an object: one, or as many as
// required.
func (g *generator) entries(a *Argument, hint string, p parts, n int, m map[string]any) {
	names, need := entryNames(hint), 1
	for _, s := range p {
		if s.MinProperties != nil {
			need = max(need, min(*s.MinProperties, maxExampleItems)-len(m))
		}
	}
	for _, s := range p {
		if s.PropertyNames != nil {
			for i := range need {
				name, fail := g.value(&Argument{Name: "name", Kind: String}, "name", parts{s.PropertyNames}, n+i)
				if text, ok := name.(string); ok && fail == nil {
					names = slices.Insert(names, i, text)
				}
			}
		}
		for _, pattern := range patternsOf(s) {
			i := 0
			for name := range matches(pattern.String()) {
				if names = append(names, name); i == need {
					break
				}
				i++
			}
		}
	}
	for i := range need {
		names = append(names, "key"+strconv.Itoa(i+2))
	}
	for _, name := range names {
		if need == 0 {
			return
		}
		if _, ok := m[name]; ok || g.closed(p, name) || find(a.Members, name) != nil {
			continue
		}
		if value, fail := g.member(&Argument{Name: name, Kind: Any}, p, n); fail == nil {
			m[name] = value
			need--
		}
	}
}

// closed reports whether the parts disallow a member.
func (g *generator) closed(p parts, name string) bool {
	return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool {
		return s.AdditionalProperties == false && s.Properties[name] == nil &&
			!slices.ContainsFunc(patternsOf(s), func(r jsonschema.Regexp) bool { return r.MatchString(name) }) ||
			s.PropertyNames != nil && g.validate(s.PropertyNames, name) != nil
	})
}

// innermost returns the message of the first innermost error of a validation.
func innermost(err error) string {
	invalid, ok := errors.AsType[*jsonschema.ValidationError](err)
	if !ok {
		return oneLine(err.Error())
	}
	for len(invalid.Causes) > 0 {
		invalid = invalid.Causes[0]
	}
	return invalid.ErrorKind.LocalizedString(english)
}
