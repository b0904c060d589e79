package xmlcall

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// A LegacyCall is a call in the form of ADR-0002: a JSON object in a <tool>
// block. The runtime refuses it.
type LegacyCall struct {
	Server, Tool string
	// Arguments holds one child for each member of the JSON object.
	Arguments *Value
	// Exact reports that the elements say all that the JSON says. null, [] and
	// {} have no element of their own: they become "null" or an empty element.
	Exact bool
}

// ParseLegacy reads the JSON payload of a call. Members that are no part of
// the format are an error, as are names that cannot be element names and
// strings that XML cannot carry.
func ParseLegacy(payload string) (*LegacyCall, error) {
	root, exact, err := ParseJSON("tool", payload)
	if err != nil {
		return nil, err
	}
	c := &LegacyCall{Server: "local", Exact: exact, Arguments: &Value{Name: "arguments"}}
	for _, v := range root.Children {
		switch v.Name {
		case "server_name":
			c.Server = v.Text
		case "tool_name":
			c.Tool = v.Text
		case "arguments":
			c.Arguments = v
		default:
			return nil, fmt.Errorf("unknown member %q in a tool call", v.Name)
		}
	}
	if c.Tool == "" {
		return nil, errors.New(`the tool call has no "tool_name"`)
	}
	return c, nil
}

// Lines returns the call as the lines of a <tool> block, without the two tool
// tags.
func (c *LegacyCall) Lines() []string {
	lines := []string{element("server_name", c.Server), element("tool_name", c.Tool)}
	if len(c.Arguments.Children) == 0 {
		return append(lines, "<arguments></arguments>")
	}
	lines = append(lines, "<arguments>")
	lines = append(lines, c.Arguments.Lines("  ")...)
	return append(lines, "</arguments>")
}

func element(name, value string) string {
	text, _ := encode(value)
	return "<" + name + ">" + text + "</" + name + ">"
}

// Lines returns the children of v as lines of XML, each indented by indent
// and two more spaces a level. Leaves are escaped or written as CDATA sections
// as ADR-0024 chooses; a leaf of several lines is one string with newlines.
func (v *Value) Lines(indent string) []string {
	var lines []string
	for _, c := range v.Children {
		if len(c.Children) == 0 {
			lines = append(lines, indent+element(c.Name, c.Text))
			continue
		}
		lines = append(lines, indent+"<"+c.Name+">")
		lines = append(lines, c.Lines(indent+"  ")...)
		lines = append(lines, indent+"</"+c.Name+">")
	}
	return lines
}

// maxJSONDepth bounds the nesting of a JSON payload. No tool needs more.
const maxJSONDepth = 100

// ParseJSON reads one JSON value as an element of the given name. Members of
// an object become children in order, items of an array children named by
// [Singular], or "item". exact is as in [LegacyCall].
func ParseJSON(name, text string) (v *Value, exact bool, err error) {
	d := &jsonReader{Decoder: json.NewDecoder(strings.NewReader(text)), exact: true}
	d.UseNumber()
	v, err = d.value(name, 0)
	if err != nil {
		return nil, false, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, false, errors.New("more than one JSON value")
	}
	return v, d.exact, nil
}

type jsonReader struct {
	*json.Decoder
	exact bool
}

func (d *jsonReader) value(name string, depth int) (*Value, error) {
	if !isElementName(name) || strings.Contains(name, ":") {
		return nil, fmt.Errorf("%q cannot be the name of an element", name)
	}
	if depth > maxJSONDepth {
		return nil, errors.New("JSON nested too deep")
	}
	tok, err := d.Token()
	if err != nil {
		return nil, err
	}
	v := &Value{Name: name}
	switch tok := tok.(type) {
	case json.Delim:
		for d.More() {
			child := Singular(name)
			if tok == '{' {
				key, err := d.Token()
				if err != nil {
					return nil, err
				}
				child = key.(string)
			} else if child == name {
				child = "item"
			}
			c, err := d.value(child, depth+1)
			if err != nil {
				return nil, err
			}
			v.Children = append(v.Children, c)
		}
		if _, err := d.Token(); err != nil {
			return nil, err
		}
		d.exact = d.exact && len(v.Children) > 0
	case string:
		if _, ok := encode(tok); !ok {
			return nil, fmt.Errorf("XML cannot carry the value of %q", name)
		}
		v.Text = tok
	case nil:
		v.Text = "null"
		d.exact = false
	default:
		v.Text = fmt.Sprint(tok)
	}
	return v, nil
}
