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

func (p parts) member(name string) parts {
	var tops parts
	for _, s := range p {
		described := s.Properties[name]
		if described != nil {
			tops = append(tops, described)
		}
		for pattern, member := range s.PatternProperties {
			if pattern.MatchString(name) {
				tops, described = append(tops, member), member
			}
		}
		if more, ok := s.AdditionalProperties.(*jsonschema.Schema); ok && described == nil {
			tops = append(tops, more)
		}
	}
	return tops
}

// object returns an object for the parts: the required members, those that they need
// and, if all are requested, the rest as far as it can be combined. n distinguishes
// objects in a list.
func (g *generator) object(a *Argument, hint string, tops, p parts, n int) (map[string]any, *fault) {
	around := g.within(p)
	if around >= maxSelf {
		return nil, faultf("%s", noEnd)
	}
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
			if around > 0 && strings.HasSuffix(fail.reason, noEnd) {
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
	if (a.Kind == Any || a.Open) && (len(members) == 0 && len(g.stack) > 1 || len(m) == 0 && !valid()) {
		g.entries(hint, p, n, m)
	}
	g.addOptional(optional, p, n, m, g.all && around == 0, valid)
	return m, nil
}

// addOptional adds optional members: if all are requested, all that can be combined; otherwise, if
// the object is not valid without any, one with which it is, or the first ones.
func (g *generator) addOptional(optional []*Argument, p parts, n int, m map[string]any, all bool, valid func() bool) {
	good := valid()
	if good && !all {
		return
	}
	required := maps.Clone(m)
	reset := func(to map[string]any) {
		clear(m)
		maps.Copy(m, to)
	}
	values := map[string]any{}
	for _, member := range optional {
		if value, fail := g.member(member, p, n); fail == nil {
			values[member.Name] = value
		}
	}
	if maps.Copy(m, values); all && valid() {
		return
	}
	reset(required)
	for _, cumulative := range []bool{false, true} {
		for _, member := range optional {
			value, ok := values[member.Name]
			if !ok || good && (!all || p.elsewhere(member.Name)) {
				continue
			}
			before := maps.Clone(m)
			m[member.Name] = value
			if valid() {
				good = true
			} else if good || !cumulative {
				reset(before)
			}
		}
	}
	if !good {
		reset(required)
	}
}

// elsewhere reports whether a member is required in a branch that is not taken: alone
// it would be half of an alternative.
func (p parts) elsewhere(name string) bool {
	for _, s := range p {
		for _, branch := range slices.Concat(s.AnyOf, s.OneOf) {
			if slices.Contains(branch.Required, name) && !slices.Contains(p, branch) {
				return true
			}
		}
	}
	return false
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
		if member.Required || p.member(member.Name) != nil { // otherwise it belongs to another branch
			members = append(members, &member)
		}
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

// entries adds members that the schema does not name to an object: one, or as many as required.
func (g *generator) entries(hint string, p parts, n int, m map[string]any) {
	need, _ := p.limits(0, func(s *jsonschema.Schema) (*int, *int) { return s.MinProperties, nil })
	need = max(1, min(need, maxExampleItems)-len(m))
	names := []string{"key", "name"}
	if name := entryName(hint); name != "" {
		names = []string{name, "key"}
	}
	for _, s := range p {
		for _, pattern := range slices.SortedFunc(maps.Keys(s.PatternProperties), func(x, y jsonschema.Regexp) int { return strings.Compare(x.String(), y.String()) }) {
			for _, name := range g.matches(pattern.String(), 0, need) {
				names = append(names, name.(string))
			}
		}
	}
	for i := range need {
		names = append(names, "key"+strconv.Itoa(i+2))
	}
	for _, name := range names {
		value, fail := g.member(&Argument{Name: name, Kind: Any}, p, n)
		if need > 0 && fail == nil && !g.closed(p, name) {
			m[name] = value
			need--
		}
	}
}

// closed reports whether the parts disallow a member, or name it.
func (g *generator) closed(p parts, name string) bool {
	return slices.ContainsFunc(p, func(s *jsonschema.Schema) bool {
		return s.Properties[name] != nil || s.AdditionalProperties == false && len(parts{s}.member(name)) == 0 || s.PropertyNames != nil && g.validate(s.PropertyNames, name) != nil
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
