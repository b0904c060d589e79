// Package toolspec knows the tools that calls are made to: their names, what
// they read, and how the runtime decodes it.
//
// A [Tool] comes with the Forge runtime ([Builtins]) or from a file that
// describes it. Its arguments are given by a JSON Schema; an [Argument] says
// what element the runtime reads for each, and how: see [Tool.Read]. A call is
// written by [Tool.Write], and made up as an example by [Tool.ExampleCall].
package toolspec

import (
	"slices"

	"github.com/entrhq/forge-lsp/xmlcall/plural"
)

// A Tool is a tool that calls can be made to. It must not be changed once it
// is part of a [Set].
type Tool struct {
	// Name is what a call's tool_name must be, letter for letter.
	Name string
	// Description says what the tool does; it may be empty.
	Description string
	// Server limits the tool to calls whose server_name it is; empty for any.
	Server string
	// Arguments are the elements that the tool reads, in the order of its
	// definition.
	Arguments []Argument
	// Open reports that the tool takes any other element too.
	Open bool
	// Example are the arguments of a call that the tool's definition gives as
	// an example, nil if it gives none. Values are those of encoding/json,
	// numbers json.Number.
	Example map[string]any
	// Custom reports a custom tool of Forge. It is not called by its name but
	// through run_custom_tool with the name as tool_name, and Arguments are
	// the further elements of such a call. See [Set.FindCustom].
	Custom bool
	// Source is where the definition stands.
	Source Source

	builtin    bool      // one of the runtime's own tools
	definition *node     // what the tool was made of
	composed   bool      // the definition was put together, and has no pointers into the file
	doubts     []*Error  // what Check says besides what it finds itself
	schema     any       // the JSON Schema of the arguments, nil if there is none
	checked    *compiled // nil if there is no schema
	further    bool      // the schema says more than the arguments do
	coerces    bool      // see Coerced
	conditions []condition
}

// A Source is where a tool's definition stands.
type Source struct {
	// File is the file as it was named to the loader, "" for a built-in tool.
	File string
	// Line is the line in it, from 1.
	Line int
	// Pointer is the JSON pointer (RFC 6901) of the definition, "" where that
	// is the whole file or the file is Go source.
	Pointer string
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
	// List is a sequence of elements of one name, in a wrapper if it is not
	// Repeated.
	List
	// Object is an element whose children are its members.
	Object
	// Any is an element of which only its schema can say what it holds. It is
	// read by ADR-0019's table.
	Any
)

// Scalar reports whether the runtime reads only the element's own text and
// drops the elements in it.
func (k Kind) Scalar() bool { return k < List }

var kindNames = [...]string{"string", "integer", "number", "boolean", "list", "object", "any"}

// String returns the kind in a word, such as "integer".
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// KindOf returns the kind of a value as [Reading] has it; Any for nil and for what none of
// its values is.
func KindOf(value any) Kind {
	switch value.(type) {
	case string:
		return String
	case bool:
		return Boolean
	case int64:
		return Integer
	case float64:
		return Number
	case []any:
		return List
	case map[string]any:
		return Object
	}
	return Any
}

// An Argument is an element that a tool reads.
type Argument struct {
	// Name is the element's name, letter for letter.
	Name string
	// Description says what it means; it may be empty.
	Description string
	Kind        Kind
	// Required reports that a call must give it.
	Required bool
	// NonEmpty reports that a string must not be empty, or a list must have an
	// item.
	NonEmpty bool
	// Nullable reports that the text "null" stands for no value.
	Nullable bool
	// Item is what a List holds; nil for any other kind. A List that a program
	// makes without one holds Any, under the name that [plural.Item] gives.
	Item *Argument
	// Repeated reports a List without a wrapper: elements of the name Name
	// beside each other.
	Repeated bool
	// Members are the children of an Object.
	Members []Argument
	// Open reports an Object that takes members of any other name, too.
	Open bool
	// Enum are the values that are allowed, where they are listed.
	Enum []string

	schema *node // nil where there is none
	tight  bool  // white space around the value is surely a slip
}

// Child returns what the runtime reads in an element of the given name inside
// a, nil if it ignores such an element.
func (a *Argument) Child(name string) *Argument {
	switch a = a.complete(); {
	case a.Item == nil:
	case a.Repeated: // a is an item itself
		return a.Item.Child(name)
	case a.Item.Name == name:
		return a.Item.complete()
	}
	return find(a.Members, name).complete()
}

// complete returns a, or a copy of it with an item for a list that has none.
func (a *Argument) complete() *Argument {
	if a == nil || a.Kind != List || a.Item != nil {
		return a
	}
	c := *a
	c.Item = &Argument{Name: a.Name, Kind: Any}
	if !a.Repeated {
		c.Item.Name = plural.Item(a.Name)
	}
	return &c
}

// Argument returns what the tool reads in an argument of the given name, nil
// if it ignores such an argument.
func (t *Tool) Argument(name string) *Argument {
	if a := find(t.Arguments, name); a != nil || !t.Open {
		return a.complete()
	}
	if t.coerces {
		return &Argument{Name: name, Kind: String}
	}
	return &Argument{Name: name, Kind: Any}
}

func find(arguments []Argument, name string) *Argument {
	if i := slices.IndexFunc(arguments, func(a Argument) bool { return a.Name == name }); i >= 0 {
		return &arguments[i]
	}
	return nil
}
