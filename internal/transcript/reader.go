package transcript

import (
	"slices"
	"sync"
)

// splits reports whether the named member of a document is a list of messages, read one at
// a time.
func splits(key string) bool { return slices.Contains(lists, key) }

// A reader is a compiled format.
type reader struct {
	name        string
	repeats     bool
	split       bool
	where       []path
	needs       []string // members that a matching record has
	sources     []source
	model, time []path
}

type source struct {
	messages, role      path
	several             bool // a record may have any number of messages
	as                  string
	other               Role // of whoever has a name that is no role
	content, results    []path
	model, time, failed []path
}

// anyFormat is the reader for a record without a known format.
var anyFormat = reader{model: pathsOf([]string{"model"}), time: pathsOf([]string{"timestamp", "time", "created_at"})}

// readers are the known formats, compiled. A record is read as the first one that it matches.
var readers = sync.OnceValue(func() (list []reader) {
	for _, f := range formats() {
		list = append(list, f.reader())
	}
	return list
})

// reader compiles the paths of a format.
func (f *format) reader() reader {
	r := reader{name: f.name, repeats: f.repeats || len(f.sources) == 0, split: f.split, where: pathsOf(f.where), model: pathsOf(f.model), time: pathsOf(f.time)}
	for _, p := range r.where {
		if name := p[0].needs(); name != "" {
			r.needs = append(r.needs, name)
		}
	}
	for _, s := range f.sources {
		messages := parsePath(s.messages)
		several := slices.ContainsFunc(messages, func(s step) bool { return s.items || s.name == "*" })
		r.sources = append(r.sources, source{
			messages, parsePath(s.role), several, s.as, roles[s.other], pathsOf(s.content), pathsOf(s.results), pathsOf(s.model), pathsOf(s.time), pathsOf(s.failed),
		})
	}
	return r
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

// readerOf returns the first format that a record matches; nil for none.
func readerOf(record value) *reader {
	for i := range readers() {
		if r := &readers()[i]; r.matches(record) {
			return r
		}
	}
	return nil
}
