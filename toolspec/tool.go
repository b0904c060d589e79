package toolspec

import (
	"encoding/json"
	"slices"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// A Tool is a tool that calls can be made to. It must not be modified once it is part
// of a [Set].
type Tool struct {
	// Name is the exact tool_name of a call.
	Name string
	// Description describes the tool; it may be empty.
	Description string
	// Server limits the tool to calls with that server_name; empty for any.
	Server string
	// Arguments are the elements that the tool reads, in the order of its
	// definition.
	Arguments []Argument
	// Open reports whether the tool also accepts any other element.
	Open bool
	// Example are the arguments of a call that the tool's definition gives as an
	// example, or nil. Values are those of encoding/json, numbers json.Number.
	Example map[string]any
	// Custom marks a custom tool of Forge. It is not called by its name but through
	// run_custom_tool with the name as tool_name, and Arguments are the further
	// elements of such a call. See [Set.FindCustom].
	Custom bool
	// Source is the place of the definition.
	Source Source

	builtin    bool                               // whether it is one of the runtime's own tools
	definition *tree.Node                         // the node that the tool was read from
	doubts     []*Error                           // problems that Check reports in addition to its own checks
	compiled   func() (*jsonschema.Schema, error) // see schema; nil if there is none
	coerces    bool                               // see Coerced
	conditions []condition
}

// A condition returns what a tool of the runtime refuses, or changes silently, and that its schema cannot express:
// issues without a place, whose name is that of the argument, or the path of something in it, "edits/1/search". Each
// names the file of entrhq/forge that it is taken from.
type condition func(arguments map[string]any) []Issue

// A Source is the place of a tool's definition.
type Source struct {
	// File is the file name given to the loader, "" for a built-in tool.
	File string
	// Line is the line in it, from 1.
	Line int
}

// A Kind is how the runtime decodes an element.
type Kind uint8

const (
	// String is an element's own text, unchanged.
	String Kind = iota
	// Integer is an integer, read from the trimmed text.
	Integer
	// Number is a number, read from the trimmed text.
	Number
	// Boolean is true or false, read from the trimmed text.
	Boolean
	// List is a sequence of elements of one name, in a wrapper if it is not
	// Repeated.
	List
	// Object is an element whose children are its members.
	Object
	// Any is an element whose content only its schema describes. It is read by
	// ADR-0019's table.
	Any
)

// Scalar reports whether the runtime reads only the element's own text and drops child
// elements.
func (k Kind) Scalar() bool { return k < List }

var kindNames = [...]string{"string", "integer", "number", "boolean", "list", "object", "any"}

// String returns the kind in a word, such as "integer".
func (k Kind) String() string { return kindNames[min(int(k), len(kindNames)-1)] }

// MarshalText implements [encoding.TextMarshaler]: the word of String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// KindOf returns the kind of a value as [Reading] has it; Any for nil and for a value that
// does not occur there.
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
	// Name is the exact name of the element.
	Name string `json:"name"`
	Kind Kind   `json:"kind"`
	// Required reports whether a call must have it.
	Required bool `json:"required"`
	// Description describes its meaning; it may be empty.
	Description string `json:"description,omitempty"`
	// NonEmpty reports whether a string must not be empty, or a list must have an item.
	NonEmpty bool `json:"-"`
	// Nullable reports whether the text "null" represents no value.
	Nullable bool `json:"-"`
	// Enum lists the allowed values, if they are enumerated.
	Enum []string `json:"values,omitempty"`
	// Item describes the items of a List, which must have one; nil for any other kind.
	Item *Argument `json:"item,omitempty"`
	// Repeated marks a List without a wrapper: sibling elements named Name.
	Repeated bool `json:"repeated,omitempty"`
	// Members are the children of an Object.
	Members []Argument `json:"members,omitempty"`
	// Open reports whether an Object accepts members of any other name.
	Open bool `json:"-"`

	schema *tree.Node // nil if there is none
	tight  bool       // whether white space around the value is certainly a mistake
}

// Default returns the value that a definition specifies for an absent argument: a
// string as it is, any other value as JSON; "" if it specifies none.
func (a *Argument) Default() string {
	value := a.schema.Get("default")
	if value == nil {
		return ""
	}
	if s, ok := value.Value.(string); ok {
		return s
	}
	raw, _ := json.Marshal(value.Plain()) // values of JSON have no errors
	return string(raw)
}

// Child returns the argument that the runtime reads in an element of the given name
// inside a, or nil if it ignores the element. Of nil it is nil.
func (a *Argument) Child(name string) *Argument {
	switch {
	case a == nil:
		return nil
	case a.Item == nil:
	case a.Repeated: // a is an item itself
		return a.Item.Child(name)
	case a.Item.Name == name:
		return a.Item
	}
	return find(a.Members, name)
}

// Element returns what the tool reads in one element of a: of a list without a wrapper the
// item, otherwise a. It is nil for nil.
func (a *Argument) Element() *Argument {
	if a != nil && a.Kind == List && a.Repeated {
		return a.Item
	}
	return a
}

// Argument returns the argument of the given name, or nil if the tool ignores it.
func (t *Tool) Argument(name string) *Argument {
	if a := find(t.Arguments, name); a != nil || !t.Open {
		return a
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

// CustomRunner is the name of the tool through which custom tools are called.
const CustomRunner = "run_custom_tool"

// customFile is the name of the file from which the runtime reads this metadata.
const customFile = "tool.yaml"

// isOption reports whether an argument of a call to run_custom_tool is passed on as a
// command-line option of the custom tool.
func (t *Tool) isOption(name string) bool {
	return (t.Custom || t.coerces) && name != "tool_name" && name != "timeout"
}
