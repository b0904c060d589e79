package xmlcall

import "strings"

// This file and its neighbours convert between the JSON calls of ADR-0002 and
// calls made of elements:
//
//	legacy.go         a whole call
//	legacy_read.go    JSON to values
//	legacy_write.go   values to JSON

// A LegacyCall is a call in the form of ADR-0002: a JSON object in a <tool>
// block. The runtime refuses it.
type LegacyCall struct {
	Server, Tool string
	// Arguments holds one child for each member of the JSON object.
	Arguments *Value
	// Exact reports that the elements say all that the JSON says. null, [] and
	// {} have no element of their own: they become "null" or an empty element.
	// A member given twice becomes two elements, and an escaped surrogate
	// U+FFFD.
	Exact bool
}

// ParseLegacy reads the JSON payload of a call: the object that stands between
// <tool> and </tool>. The error is a *[JSONError]: for text that is not one
// JSON object, members that are no part of the format, a call without
// tool_name, arguments that are no object, names that cannot be element names
// and strings that XML cannot carry. Of the options only [WithItemName]
// matters.
func ParseLegacy(payload string, opts ...EncodeOption) (*LegacyCall, error) {
	c := &LegacyCall{Server: "local", Arguments: &Value{Name: "arguments"}}
	d, err := newJSONReader(payload, opts)
	if err != nil {
		return nil, err
	}
	d.member = func(v *Value, kind byte) (reason string, ofName bool) {
		switch v.Name {
		case "server_name":
			c.Server = v.Text
		case "tool_name":
			c.Tool = v.Text
		case "arguments":
			c.Arguments = v
			if kind != '{' && kind != 'n' { // null is no arguments
				return "must be an object", false
			}
			return "", false
		default:
			return "no member of a tool call", true
		}
		if kind != '"' {
			return "must be a string", false
		}
		return "", false
	}
	if payload[d.start()] != '{' {
		return nil, &JSONError{Offset: d.start(), Reason: "a tool call is an object"}
	}
	if _, err := d.value("tool", 0); err != nil {
		return nil, err
	}
	if c.Tool == "" {
		return nil, &JSONError{Offset: strings.IndexByte(payload, '{'), Reason: `the tool call has no "tool_name"`}
	}
	c.Exact = d.exact
	return c, nil
}

// Call returns the call for [AppendCall]. It shares its Arguments with c.
func (c *LegacyCall) Call() Call { return Call{c.Server, c.Tool, c.Arguments} }

// Lines returns the call as the lines of a <tool> block, without the two tool
// tags; see [Value.Lines].
func (c *LegacyCall) Lines() []string {
	e := newEncoder(nil)
	e.lenient = true
	_ = e.leaf("", &Value{Name: "server_name", Text: c.Server}) // ParseLegacy has checked them
	_ = e.leaf("", &Value{Name: "tool_name", Text: c.Tool})
	_ = e.argumentLines(c.Arguments)
	return e.lines()
}
