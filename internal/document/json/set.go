package json

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// A Set is a set of formats by which records are recognized. It is immutable; nil means
// that of [Formats].
type Set struct {
	readers []reader
	lists   []string // members of a document that are lists of messages, read one at a time
	own     string   // identifies the custom formats of the set
}

// NewSet returns a set of custom formats, each before those of [Formats]. An error is
// that of a path.
func NewSet(own []Format) (*Set, error) {
	s := &Set{lists: lists}
	if len(own) > 0 {
		s.own = fmt.Sprintf("%#v", own)
	}
	custom, err := compile(own)
	if err != nil {
		return nil, err
	}
	builtin, err := builtins()
	if err != nil {
		return nil, err
	}
	s.readers = append(custom, builtin...)
	for i := range own {
		if name := s.readers[i].list(); name != "" && s.separates(name) {
			s.lists = append(slices.Clip(s.lists), name)
		}
	}
	return s, nil
}

// builtins are [Formats], compiled.
var builtins = sync.OnceValues(func() ([]reader, error) { return compile(Formats()) })

// compile returns the readers of formats.
func compile(formats []Format) (list []reader, err error) {
	for i := range formats {
		r, err := formats[i].reader()
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

// known is the set that nil represents.
var known = sync.OnceValue(func() *Set {
	s, err := NewSet(nil)
	if err != nil {
		panic(err) // a mistake in Formats
	}
	return s
})

// get returns the set itself, or the one that nil represents.
func (s *Set) get() *Set {
	if s == nil {
		return known()
	}
	return s
}

// Same reports whether two sets have the same formats.
func (s *Set) Same(o *Set) bool { return s == o || s.get().own == o.get().own }

// splits reports whether the named member of a document is a list of messages, read one at
// a time.
func (s *Set) splits(key string) bool { return slices.Contains(s.lists, key) }

// separates reports whether a list can be read an item at a time: no format uses the
// members beside it.
func (s *Set) separates(name string) bool {
	for i := range s.readers {
		r := &s.readers[i]
		for _, p := range r.paths() {
			if len(p) > 0 && p[0].name == name && r.list() != name {
				return false
			}
		}
	}
	return true
}

// A reader is a compiled format.
type reader struct {
	name        string
	where       []path
	needs       []string // members that a matching record has
	sources     []source
	roles       map[string]Role
	model, time []path
}

type source struct {
	messages, role      path
	several             bool // a record may have any number of messages
	as                  string
	content, results    []path
	model, time, failed []path
}

// anyFormat is the reader for a record without a known format.
var anyFormat = reader{model: []path{{{name: "model"}}}, time: []path{{{name: "timestamp"}}, {{name: "time"}}, {{name: "created_at"}}}}

// reader compiles the paths of a format.
func (f *Format) reader() (reader, error) {
	r := reader{name: f.Name, roles: roles}
	if len(f.Roles) > 0 {
		r.roles = maps.Clone(roles)
		maps.Copy(r.roles, f.Roles)
	}
	var err error
	read := func(text string) path {
		p, problem := parsePath(text)
		if problem != nil && err == nil {
			err = fmt.Errorf("format %q: %w", f.Name, problem)
		}
		return p
	}
	all := func(texts []string) (list []path) {
		for _, t := range texts {
			list = append(list, read(t))
		}
		return list
	}
	r.where, r.model, r.time = all(f.Where), all(f.Model), all(f.Time)
	for _, p := range r.where {
		if len(p) > 0 {
			if name := p[0].needs(); name != "" {
				r.needs = append(r.needs, name)
			}
		}
	}
	for _, s := range f.Sources {
		messages := read(s.Messages)
		several := slices.ContainsFunc(messages, func(s step) bool { return s.items || s.name == "*" })
		r.sources = append(r.sources, source{
			messages, read(s.Role), several, s.As, all(s.Content), all(s.Results), all(s.Model), all(s.Time), all(s.Failed),
		})
	}
	return r, err
}

// paths returns the paths that start at a record.
func (r *reader) paths() []path {
	list := slices.Clone(r.where)
	for i := range r.sources {
		list = append(list, r.sources[i].messages)
	}
	return list
}

// list returns the member of a record, a list, that all paths of the format lead into,
// or "".
func (r *reader) list() (name string) {
	for _, p := range r.paths() {
		if len(p) < 2 || p[0].name == "" || p[0].name == "*" || !p[1].items || name != "" && p[0].name != name {
			return ""
		}
		name = p[0].name
	}
	if strconv.Quote(name) != `"`+name+`"` {
		return "" // a name that JSON escapes
	}
	return name
}

// matches reports whether a record is of the format.
func (r *reader) matches(record value) bool {
	for _, name := range r.needs {
		if record.member(name) == nil {
			return false
		}
	}
	for _, p := range r.where {
		if _, ok := p.first(record); !ok {
			return false
		}
	}
	return true
}

// CheckPath returns an error if a path is not valid.
func CheckPath(text string) error {
	_, err := parsePath(text)
	return err
}

// Beside returns a list that one of some paths of [Format.Where] leads into, whose items
// are read one at a time, and another path, which leads to something beside the list: no
// record has both. ok is false if there are none.
func Beside(where []string) (list, beside string, ok bool) {
	for _, into := range where {
		p, err := parsePath(into)
		if err != nil || len(p) < 2 || !p[1].items || !slices.Contains(lists, p[0].name) {
			continue
		}
		for _, other := range where {
			if o, err := parsePath(other); err == nil && len(o) > 0 && o[0].name != p[0].name {
				return p[0].name, other, true
			}
		}
	}
	return "", "", false
}
