package transcript

import "strings"

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
	for _, v := range c.values {
		if in.is(m, v) {
			return !c.not
		}
	}
	return c.not
}

// follow calls found for each value that the path leads to.
func (p path) follow(v value, found func(value)) {
	if len(p) == 0 {
		found(v)
		return
	}
	s, rest := &p[0], p[1:]
	switch {
	case s.embedded:
		if inner, ok := v.embedded(); ok {
			rest.follow(inner, found)
		}
	case s.items:
		if v.kind != '[' {
			return
		}
		for i := range v.kids {
			if item := v.at(&v.kids[i]); s.condition.holds(&item) {
				rest.follow(item, found)
			}
		}
	case s.name == "":
		if s.condition.holds(&v) {
			rest.follow(v, found)
		}
	case s.name == "*":
		for i := range v.kids {
			if v.kind == '{' {
				rest.follow(v.at(&v.kids[i]), found)
			}
		}
	default:
		if m := v.member(s.name); m != nil {
			rest.follow(v.at(m), found)
		}
	}
}

// first returns the first value that the path leads to. For a path without lists and JSON in
// strings, as most are, it costs less than [path.follow].
func (p path) first(v value) (found value, ok bool) {
	for i := range p {
		s := &p[i]
		switch {
		case s.embedded || s.items || s.name == "*":
			p[i:].follow(v, func(at value) {
				if !ok {
					found, ok = at, true
				}
			})
			return found, ok
		case s.name == "":
			if !s.condition.holds(&v) {
				return value{}, false
			}
		default:
			m := v.member(s.name)
			if m == nil {
				return value{}, false
			}
			v = v.at(m)
		}
	}
	return v, true
}
