package toolspec

import (
	"maps"
	"slices"
)

// addAll adds the optional members: all of them, or as many as can be combined.
func (g *generator) addAll(optional []*Argument, p parts, n int, m map[string]any, valid func() bool) {
	values := map[string]any{}
	for _, member := range optional {
		if value, fail := g.member(member, p, n); fail == nil {
			values[member.Name] = value
		}
	}
	before := maps.Clone(m)
	maps.Copy(m, values)
	if valid() {
		return
	}
	clear(m)
	maps.Copy(m, before)
	good := valid()
	for _, member := range optional {
		if _, ok := values[member.Name]; !ok || good && p.elsewhere(member.Name) {
			continue
		}
		before := maps.Clone(m)
		for _, name := range p.with(member.Name) {
			if value, ok := values[name]; ok {
				m[name] = value
			}
		}
		switch now := valid(); {
		case good && !now:
			clear(m)
			maps.Copy(m, before)
		case now:
			good = true
		}
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

// addSome adds as few of the optional members as make the object valid: one if that is
// enough, otherwise the first ones.
func (g *generator) addSome(optional []*Argument, p parts, n int, m map[string]any, valid func() bool) {
	before := maps.Clone(m)
	for _, cumulative := range []bool{false, true} {
		for _, member := range optional {
			value, fail := g.member(member, p, n)
			if fail != nil {
				continue
			}
			m[member.Name] = value
			if valid() {
				return
			}
			if !cumulative {
				delete(m, member.Name)
			}
		}
	}
	clear(m)
	maps.Copy(m, before)
}

// with returns a member's name and those that it requires.
func (p parts) with(name string) []string {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, s := range p {
			for _, name := range s.DependentRequired[names[i]] {
				if !slices.Contains(names, name) {
					names = append(names, name)
				}
			}
		}
	}
	return names
}
