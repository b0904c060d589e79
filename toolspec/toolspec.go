// Package toolspec knows the tools that calls are made to.
//
// So far it knows the tools that the Forge runtime itself brings: their names
// and how the runtime decodes their arguments.
package toolspec

import "slices"

// A Tool is a tool that calls can be made to.
type Tool struct {
	// Name is what a call's tool_name must be, letter for letter.
	Name string
	// Arguments are the elements that the tool reads, in the order of its
	// definition.
	Arguments []Argument
	// Open reports that the tool takes any other element as a scalar, too.
	Open bool
}

// A Kind is how the runtime decodes an element.
type Kind uint8

const (
	// String is an element's own text, as it is.
	String Kind = iota
	// Integer is a whole number, read from the text, trimmed.
	Integer
	// Number is a number, read from the text, trimmed.
	Number
	// Boolean is true or false, read from the text, trimmed.
	Boolean
	// List is a wrapper around elements of one name.
	List
	// Object is an element whose children are its members.
	Object
)

// Scalar reports whether the runtime reads only the element's own text and
// drops the elements in it.
func (k Kind) Scalar() bool { return k < List }

// An Argument is an element that a tool reads.
type Argument struct {
	// Name is the element's name, letter for letter.
	Name string
	Kind Kind
	// Item is what a List holds; nil for any other kind.
	Item *Argument
	// Members are the children of an Object.
	Members []Argument
}

// Child returns what the runtime reads in an element of the given name inside
// a, nil if it ignores such an element.
func (a *Argument) Child(name string) *Argument {
	if a.Item != nil && a.Item.Name == name {
		return a.Item
	}
	return find(a.Members, name)
}

// Argument returns what the tool reads in an argument of the given name, nil
// if it ignores such an argument.
func (t *Tool) Argument(name string) *Argument {
	if a := find(t.Arguments, name); a != nil || !t.Open {
		return a
	}
	return &Argument{Name: name, Kind: String}
}

func find(arguments []Argument, name string) *Argument {
	if i := slices.IndexFunc(arguments, func(a Argument) bool { return a.Name == name }); i >= 0 {
		return &arguments[i]
	}
	return nil
}

// Builtins returns the tools of the Forge runtime by name. The caller must not
// change them.
func Builtins() []Tool { return builtins }

// Builtin returns the tool of the Forge runtime with the given name, nil if
// there is none.
func Builtin(name string) *Tool {
	if i := slices.IndexFunc(builtins, func(t Tool) bool { return t.Name == name }); i >= 0 {
		return &builtins[i]
	}
	return nil
}

// WithArguments returns those built-in tools, by name, that list every one of
// the given arguments.
func WithArguments(names ...string) []Tool {
	var tools []Tool
	for _, t := range builtins {
		if !slices.ContainsFunc(names, func(name string) bool { return find(t.Arguments, name) == nil }) {
			tools = append(tools, t)
		}
	}
	return tools
}
