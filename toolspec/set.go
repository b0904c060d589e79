package toolspec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Set is a set of tools. The zero value and nil are empty sets. A Set is
// immutable and safe for concurrent use.
type Set struct {
	tools  []*Tool  // those called by their names first, each by name, then by server
	called int      // the number of those
	broken []string // sorted; see WithBroken
	names  []string // see Names
}

// NewSet returns a set of the given tools. If several tools have the same name and
// server, the last one is used; custom tools have names of their own. nil tools are
// ignored.
func NewSet(tools ...*Tool) *Set {
	s := &Set{tools: slices.DeleteFunc(slices.Clone(tools), func(t *Tool) bool { return t == nil })}
	slices.Reverse(s.tools)
	slices.SortStableFunc(s.tools, compareTools)
	s.tools = slices.CompactFunc(s.tools, func(a, b *Tool) bool { return compareTools(a, b) == 0 })
	for s.called < len(s.tools) && !s.tools[s.called].Custom {
		s.names = append(s.names, s.tools[s.called].Name)
		s.called++
	}
	s.names = slices.Compact(s.names)
	return s
}

func compareTools(a, b *Tool) int {
	return cmp.Or(trueFirst(!a.Custom, !b.Custom), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Server, b.Server))
}

// With returns the set with further tools, which replace those with the same name and
// server.
func (s *Set) With(tools ...*Tool) *Set {
	s = cmp.Or(s, &Set{})
	with := NewSet(slices.Concat(s.tools, tools)...)
	with.broken = s.broken
	return with
}

// WithBroken returns the set with further tools of which only the name is known,
// because their definitions have errors. They replace those with the same name.
func (s *Set) WithBroken(names ...string) *Set {
	with := s.only(func(t *Tool) bool { return t.Custom || !slices.Contains(names, t.Name) })
	with.broken = slices.Sorted(slices.Values(slices.Concat(with.broken, names)))
	return with
}

// Native returns the tools of the set that are not those of the Forge runtime, which models call
// in text.
func (s *Set) Native() *Set { return s.only(func(t *Tool) bool { return !t.builtin && !t.Custom }) }

// only returns the set with those of its tools for which f is true.
func (s *Set) only(f func(*Tool) bool) *Set {
	s = cmp.Or(s, &Set{})
	only := NewSet(slices.DeleteFunc(slices.Clone(s.tools), func(t *Tool) bool { return !f(t) })...)
	only.broken = s.broken
	return only
}

// IsBroken reports whether only the name of a tool is known, because its definition has
// errors.
func (s *Set) IsBroken(name string) bool {
	_, broken := slices.BinarySearch(cmp.Or(s, &Set{}).broken, name)
	return broken
}

// Lacks reports whether a tool that [Set.Find] does not find certainly does not exist:
// the set is not empty, and has no broken tool of that name.
func (s *Set) Lacks(name string) bool { return len(s.Tools()) > 0 && !s.IsBroken(name) }

// Tools returns the tools by name, without the custom ones. The caller must
// not change the slice.
func (s *Set) Tools() []*Tool {
	s = cmp.Or(s, &Set{})
	return s.tools[:s.called:s.called]
}

// Names returns the names of the tools in order, without the custom ones. The caller must
// not change the slice.
func (s *Set) Names() []string { return cmp.Or(s, &Set{}).names }

// CustomTools returns the custom tools by name. The caller must not change the
// slice.
func (s *Set) CustomTools() []*Tool {
	s = cmp.Or(s, &Set{})
	return s.tools[s.called:]
}

// FindCustom returns the custom tool that a call to run_custom_tool with the given
// tool_name runs, or nil if it is not in the set. [Tool.Read] of that tool reads the
// whole call, tool_name and timeout included.
func (s *Set) FindCustom(name string) *Tool {
	if named := toolsNamed(s.CustomTools(), name); len(named) > 0 {
		return named[0]
	}
	return nil
}

// Find returns the tool for a call with the given names, or nil: a tool that is limited
// to the server is preferred to one for any.
func (s *Set) Find(server, name string) *Tool {
	named := toolsNamed(s.Tools(), name)
	if i := slices.IndexFunc(named, func(t *Tool) bool { return t.Server == server }); i >= 0 {
		return named[i]
	}
	if len(named) > 0 && named[0].Server == "" {
		return named[0]
	}
	return nil
}

// toolsNamed returns the tools with a name, of sorted tools.
func toolsNamed(tools []*Tool, name string) []*Tool {
	from, _ := slices.BinarySearchFunc(tools, name, func(t *Tool, name string) int { return cmp.Compare(t.Name, name) })
	to := from
	for to < len(tools) && tools[to].Name == name {
		to++
	}
	return tools[from:to]
}

// Of returns the tool for a call, or nil if it is not in the set. For a call to
// run_custom_tool that is the custom tool that it names, if that is in the set. It is
// nil for a nil block.
func (s *Set) Of(b *xmlcall.Block) *Tool {
	if b == nil {
		return nil
	}
	name := b.ToolName()
	if name == CustomRunner && len(s.CustomTools()) > 0 {
		arguments := b.Arguments()
		if name, ok := b.Child(arguments, "tool_name"); ok {
			if t := s.FindCustom(strings.TrimSpace(b.Element(name).Decoded())); t != nil {
				return t
			}
		}
	}
	return s.Find(b.ServerName(), name)
}

// WithArguments returns the tools, by name, that list all of the given arguments.
func (s *Set) WithArguments(names ...string) []*Tool {
	var tools []*Tool
	for _, t := range s.Tools() {
		if !slices.ContainsFunc(names, func(name string) bool { return find(t.Arguments, name) == nil }) {
			tools = append(tools, t)
		}
	}
	return tools
}
