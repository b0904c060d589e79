package legacy

import (
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// A Payload is a call in the form of ADR-0002: a JSON object in a <tool>
// block. The runtime refuses it.
type Payload struct {
	Server, Tool string
	// Arguments holds one child for each member of the JSON object.
	Arguments *xmlcall.Value
	// Exact reports whether the elements hold everything that the JSON holds. null, []
	// and {} have no representation of their own: they become "null" or an empty
	// element. A member given twice becomes two elements, and an escaped surrogate
	// U+FFFD.
	Exact bool
}

// Parse reads the JSON payload of a call: the object between <tool> and </tool>. The
// error has the place: for text that is not one JSON object, unknown members, a call
// without tool_name, arguments that are not an object, names that cannot be element
// names and strings that XML cannot carry. Only the option ItemName is used.
func Parse(payload string, o encode.Options) (*Payload, error) {
	c := &Payload{Server: "local", Arguments: &xmlcall.Value{Name: "arguments"}}
	d, err := newReader(payload, o)
	if err != nil {
		return nil, err
	}
	open := d.start()
	if payload[open] != '{' {
		return nil, fail(open, "a tool call is an object")
	}
	err = d.members(func(name string, at int) error {
		first := d.start()
		kind := payload[first]
		v, err := d.value(name, 1)
		switch {
		case err != nil:
			return err
		case name == "arguments":
			c.Arguments = v
			if kind != '{' && kind != 'n' { // null means no arguments
				return fail(first, "arguments must be an object")
			}
			return nil
		case name == "server_name":
			c.Server = v.Text
		case name == "tool_name":
			c.Tool = v.Text
		default:
			return fail(at, "%s is not a member of a tool call", name)
		}
		if kind != '"' {
			return fail(first, "%s must be a string", name)
		}
		return nil
	})
	if err == nil && c.Tool == "" {
		err = fail(open, `the tool call has no "tool_name"`)
	}
	if err != nil {
		return nil, err
	}
	c.Exact = d.exact
	return c, nil
}

// Of returns the call of a block. Ampersands that the runtime repairs are read as
// intended. The error is an *[xmlcall.RefusedError] for a call that the runtime
// refuses.
func Of(b *xmlcall.Block) (*Payload, error) {
	if err := b.Err(); err != nil {
		return nil, err
	}
	c := &Payload{Server: b.ServerName(), Tool: b.ToolName(), Arguments: &xmlcall.Value{Name: "arguments"}}
	if i := b.Arguments(); i != xmlcall.NoElement {
		c.Arguments = b.Value(i)
	}
	return c, nil
}

// Elements returns the call in a form that is written as elements. It shares its
// Arguments with c.
func (c *Payload) Elements() encode.Call {
	return encode.Call{Server: c.Server, Tool: c.Tool, Arguments: c.Arguments}
}

// Lines returns the call as the lines of a <tool> block, without the two tool
// tags, each indented by indent; see [encode.Lines].
func (c *Payload) Lines(indent string) (string, error) {
	arguments := &xmlcall.Value{Name: "arguments"}
	if c.Arguments != nil {
		arguments.Children = c.Arguments.Children
	}
	return encode.Lines(&xmlcall.Value{Children: []*xmlcall.Value{
		{Name: "server_name", Text: c.Server}, {Name: "tool_name", Text: c.Tool}, arguments,
	}}, indent)
}
