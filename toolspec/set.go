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
	tools  []*Tool // by name, then by server
	custom []*Tool // by name, then by server
}

// NewSet returns a set of the given tools. Of tools with the same name and
// server the last one counts; custom tools have names of their own. A nil among
// them is none.
func NewSet(tools ...*Tool) *Set {
	s := &Set{}
	for _, t := range tools {
		switch {
		case t == nil:
		case t.Custom:
			s.custom = append(s.custom, t)
		default:
			s.tools = append(s.tools, t)
		}
	}
	s.tools, s.custom = lastOfEach(s.tools), lastOfEach(s.custom)
	return s
}

// lastOfEach sorts tools and keeps of those with the same name and server the last.
func lastOfEach(tools []*Tool) []*Tool {
	slices.Reverse(tools)
	slices.SortStableFunc(tools, compareTools)
	return slices.CompactFunc(tools, func(a, b *Tool) bool { return compareTools(a, b) == 0 })
}

func compareTools(a, b *Tool) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Server, b.Server))
}

// With returns the set with further tools, which take the place of those with
// the same name and server.
func (s *Set) With(tools ...*Tool) *Set {
	return NewSet(slices.Concat(s.Tools(), s.CustomTools(), tools)...)
}

// Tools returns the tools by name, without the custom ones. The caller must
// not change the slice.
func (s *Set) Tools() []*Tool {
	if s == nil {
		return nil
	}
	return s.tools
}

// CustomTools returns the custom tools by name. The caller must not change the
// slice.
func (s *Set) CustomTools() []*Tool {
	if s == nil {
		return nil
	}
	return s.custom
}

// FindCustom returns the custom tool that a call to run_custom_tool with the
// given tool_name runs, nil if it is not in the set. [Tool.Read] of that tool
// reads the whole call, tool_name and timeout included.
func (s *Set) FindCustom(name string) *Tool {
	if named := toolsNamed(s.CustomTools(), name); len(named) > 0 {
		return named[0]
	}
	return nil
}

// Find returns the tool that a call with the given names is made to, nil if
// there is none: one that is limited to the server before one for any.
func (s *Set) Find(server, name string) *Tool {
	named := toolsNamed(s.Tools(), name)
	i, ok := slices.BinarySearchFunc(named, server, func(t *Tool, server string) int { return cmp.Compare(t.Server, server) })
	switch {
	case ok:
		return named[i]
	case len(named) > 0 && named[0].Server == "":
		return named[0]
	}
	return nil
}

// toolsNamed returns those of sorted tools that have a name.
func toolsNamed(tools []*Tool, name string) []*Tool {
	from, _ := slices.BinarySearchFunc(tools, name, func(t *Tool, name string) int { return cmp.Compare(t.Name, name) })
	count, _ := slices.BinarySearchFunc(tools[from:], name, func(t *Tool, name string) int {
		if t.Name == name {
			return -1
		}
		return 1
	})
	return tools[from : from+count]
}

// Of returns the tool that a call is made to, nil if it is not in the set. For a
// call to run_custom_tool that is the custom tool that it names, if that is in
// the set. It is nil for a nil block.
func (s *Set) Of(b *xmlcall.Block) *Tool {
	if b == nil {
		return nil
	}
	name := b.ToolName()
	if name == CustomRunner && len(s.CustomTools()) > 0 {
		arguments, _ := b.Child(b.Envelope(), "arguments")
		if name, ok := b.Child(arguments, "tool_name"); ok {
			if t := s.FindCustom(strings.TrimSpace(b.Element(name).Text())); t != nil {
				return t
			}
		}
	}
	return s.Find(b.ServerName(), name)
}

// WithArguments returns those tools, by name, that list every one of the given
// arguments.
func (s *Set) WithArguments(names ...string) []*Tool {
	var tools []*Tool
	for _, t := range s.Tools() {
		if !slices.ContainsFunc(names, func(name string) bool { return find(t.Arguments, name) == nil }) {
			tools = append(tools, t)
		}
	}
	return tools
}
