package transcript

import (
	"iter"
	"slices"
	"strings"
)

// A path leads from a value to others below it, such as
//
//	message.content[type=text].text
//
// Its steps are members of objects by name, * for all members, [] for all items of an
// array, [key=a|b] for those items that are objects with such a string, and @json for the
// JSON in a string. The condition (key=a|b), (key) or (!key) before a step is about the
// value itself. The empty path is the value.
type path []step

type step struct {
	name      string // a member, or "*"
	items     bool   // the items of an array
	embedded  bool   // the JSON in a string
	condition condition
}

// A condition is a condition on an object: that it has a member, whose value is one of
// some strings if any are given.
type condition struct {
	key    string
	values []string
	not    bool
}

// parsePath reads a path, which has to be valid.
func parsePath(text string) (p path) {
	for rest := text; rest != ""; {
		rest = strings.TrimPrefix(rest, ".")
		if end := map[byte]string{'[': "]", '(': ")"}[rest[0]]; end != "" {
			inside, after, _ := strings.Cut(rest[1:], end)
			p, rest = append(p, step{items: end == "]", condition: parseCondition(inside)}), after
			continue
		}
		if after, ok := strings.CutPrefix(rest, "@json"); ok {
			p, rest = append(p, step{embedded: true}), after
			continue
		}
		n := strings.IndexAny(rest, ".[(@")
		if n < 0 {
			n = len(rest)
		}
		p, rest = append(p, step{name: rest[:n]}), rest[n:]
	}
	return p
}

// to reads paths.
func to(texts ...string) (list []path) {
	for _, t := range texts {
		list = append(list, parsePath(t))
	}
	return list
}

func parseCondition(text string) condition {
	key, values, ok := strings.Cut(text, "=")
	c := condition{key: strings.TrimPrefix(key, "!"), not: strings.HasPrefix(key, "!")}
	if ok {
		c.values = strings.Split(values, "|")
	}
	return c
}

// holds reports whether the condition is true of a value.
func (c *condition) holds(in *value) bool {
	if c.key == "" {
		return true
	}
	m := in.member(c.key)
	if m == nil || c.values == nil {
		return (m != nil) != c.not
	}
	return slices.ContainsFunc(c.values, func(v string) bool { return in.is(m, v) }) != c.not
}

// from iterates over the values that the path leads to.
func (p path) from(v value) iter.Seq[value] {
	return func(yield func(value) bool) { p.follow(v, yield) }
}

// follow is [path.from]; it reports whether to go on.
func (p path) follow(v value, yield func(value) bool) bool {
	for i := range p {
		switch s := &p[i]; {
		case s.items && v.kind == '[', s.name == "*" && v.kind == '{':
			for k := range v.kids {
				if kid := v.at(&v.kids[k]); s.condition.holds(&kid) && !p[i+1:].follow(kid, yield) {
					return false
				}
			}
			return true
		case s.items, s.name == "*":
			return true
		case s.embedded:
			inner, ok := v.embedded()
			if !ok {
				return true
			}
			v = inner
		case s.name == "":
			if !s.condition.holds(&v) {
				return true
			}
		default:
			m := v.member(s.name)
			if m == nil {
				return true
			}
			v = v.at(m)
		}
	}
	return yield(v)
}

// first returns the first value that the path leads to.
func (p path) first(v value) (found value, ok bool) {
	for found := range p.from(v) {
		return found, true
	}
	return value{}, false
}

// texts iterates over the strings that some paths lead to.
func texts(paths []path, from value) iter.Seq[value] {
	return func(yield func(value) bool) {
		for _, p := range paths {
			if !p.follow(from, func(v value) bool { return v.kind != '"' || yield(v) }) {
				return
			}
		}
	}
}
