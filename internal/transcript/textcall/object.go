package textcall

import (
	"encoding/json"
	"slices"
	"strings"
)

// A member is a member of an object, or an argument in brackets.
type member struct {
	name   string
	value  string // as it is written
	closed bool   // whether its end is there
}

// members reads what is between the bracket before an offset and the one that closes it: JSON, Python, and what
// models write in their place. It ends at the first byte that fits into none; closed is false then, and where the text
// is cut off.
func members(text string, at int) (list []member, end int, closed bool) {
	named := text[at-1] != '('
	for {
		at = skipAny(text, at, " \t\r\n,;")
		if at == len(text) {
			return list, at, false
		}
		if strings.IndexByte("}])", text[at]) >= 0 {
			return list, at + 1, true
		}
		var m member
		option := strings.HasPrefix(text[at:], "--")
		name, after := keyAt(text, at)
		after = skipAny(text, after, " \t\r\n")
		switch {
		case name == "" && named:
			return list, at, false
		case strings.HasPrefix(text[after:], "=>"):
			after += len("=>")
		case after < len(text) && (text[after] == ':' || text[after] == '=') && name != "":
			after++
		case option:
		case named:
			return list, at, false
		default:
			name, after = "", at
		}
		m.name = strings.TrimPrefix(name, "--")
		at = skipAny(text, after, " \t\r\n")
		end, ok := valueEnd(text, at)
		m.value, m.closed = text[at:end], ok
		if end == at {
			return list, at, false
		}
		list = append(list, m)
		if at = end; !ok {
			return list, at, false
		}
		next := skipAny(text, at, " \t\r\n")
		if next < len(text) && strings.IndexByte(",;}])", text[next]) < 0 && !(option && next > at) {
			return list, at, false
		}
	}
}

// keyAt reads the name of a member, with quotes or without.
func keyAt(text string, at int) (name string, end int) {
	if c := text[at]; c == '"' || c == '\'' {
		end, _ = valueEnd(text, at)
		return strings.Trim(text[at:end], `"'`), end
	}
	end = nameEnd(text, at)
	name = text[at:end]
	if colon := strings.IndexByte(name, ':'); colon >= 0 { // {path:"a"}
		name, end = name[:colon], at+colon
	}
	return name, end
}

// textQuotes are what Gemma writes for quotation marks.
var textQuotes = [...]string{"<escape>", `<|"|>`}

// valueEnd returns the end of the value at an offset; ok is false if it is cut off.
func valueEnd(text string, at int) (end int, ok bool) {
	if at == len(text) {
		return at, false
	}
	for _, quote := range textQuotes {
		if strings.HasPrefix(text[at:], quote) {
			n := strings.Index(text[at+len(quote):], quote)
			if n < 0 {
				return len(text), false
			}
			return at + n + 2*len(quote), true
		}
	}
	switch c := text[at]; c {
	case '"', '\'':
		for p := at + 1; p < len(text); p++ {
			switch text[p] {
			case '\\':
				p++
			case c:
				return p + 1, true
			}
		}
		return len(text), false
	case '{', '[', '(':
		return closing(text, at+1)
	}
	end = at
	for end < len(text) && strings.IndexByte(" \t\r\n,;{}[]()<>\"'", text[end]) < 0 {
		end++
	}
	return end, end < len(text)
}

// closing returns the place after the bracket that closes the one before an offset, outside strings.
func closing(text string, at int) (end int, ok bool) {
	for open := 1; at < len(text); at++ {
		switch text[at] {
		case '{', '[', '(':
			open++
		case '}', ']', ')':
			if open--; open == 0 {
				return at + 1, true
			}
		case '"', '\'':
			if at, ok = valueEnd(text, at); !ok {
				return len(text), false
			}
			at--
		}
	}
	return len(text), false
}

// skipAny returns the first offset at or after another one whose byte is none of some.
func skipAny(text string, at int, bytes string) int {
	for at < len(text) && strings.IndexByte(bytes, text[at]) >= 0 {
		at++
	}
	return at
}

// decoded returns the value of a member: the text of a string, the JSON of another value.
func (m *member) decoded() string {
	value := strings.TrimSpace(m.value)
	for _, quote := range textQuotes {
		if inner, ok := strings.CutPrefix(value, quote); ok {
			return strings.TrimSuffix(inner, quote)
		}
	}
	switch value {
	case "":
		return ""
	case "True", "False":
		return strings.ToLower(value)
	case "None":
		return "null"
	}
	if value[0] != '"' && value[0] != '\'' {
		return value
	}
	var text string
	if value[0] == '"' && json.Unmarshal([]byte(value), &text) == nil {
		return text
	}
	quote := value[:1]
	if value = value[1:]; m.closed {
		value = strings.TrimSuffix(value, quote)
	}
	return unescape.Replace(value)
}

// unescape decodes strings that JSON does not: in single quotes, cut off, with line ends, or with other escapes.
var unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\"`, `"`, `\'`, `'`, `\/`, "/")

func arguments(list []member) []Argument {
	args := make([]Argument, len(list))
	for i := range list {
		args[i] = Argument{list[i].name, list[i].decoded()}
	}
	return args
}

var (
	nameKeys     = []string{"name", "tool_name", "tool", "function", "recipient_name", "action"}
	argumentKeys = []string{"arguments", "parameters", "args", "input", "tool_input", "params", "action_input"}
)

// objectCall reads a call that is an object, from its "{"; other reports whether it has members that calls do not have.
func objectCall(text string, at int) (c Call, end int, other bool) {
	list, end, closed := members(text, at+1)
	c.Complete = closed
	for i := range list {
		if m := &list[i]; c.Tool == "" && slices.Contains(nameKeys, m.name) {
			if m.value[0] == '{' { // {"function": {"name": …, "arguments": …}}
				inner, _, _ := objectCall(m.value, 0)
				c.Tool, c.Arguments, c.Object = inner.Tool, inner.Arguments, inner.Object
				continue
			}
			c.Tool = m.decoded()
		} else if c.Object == "" && slices.Contains(argumentKeys, m.name) {
			c.Object = m.value
			if strings.ContainsAny(m.value[:1], `"'`) {
				c.Object = m.decoded()
			}
			c.Arguments = objectArguments(c.Object)
		} else if m.name != "type" && m.name != "id" {
			other = true
		}
	}
	return c, end, other
}

// objectArguments returns the arguments of a call that are one value.
func objectArguments(value string) []Argument {
	if value = strings.TrimSpace(value); !strings.HasPrefix(value, "{") {
		return nil
	}
	list, _, _ := members(value, 1)
	return arguments(list)
}
