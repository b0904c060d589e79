package textcall

import (
	"encoding/json"
	"strings"
)

// members reads what is between the bracket before an offset and the one that closes it: JSON, Python, and what
// models write in their place. It ends at the first byte that fits into none; closed is false then, and where the text
// is cut off. The values are as they are written.
func members(text string, at int) (list []Argument, end int, closed bool) {
	list = []Argument{} // an object without members has no arguments, another value may
	for {
		at = skipAny(text, at, white+",;")
		if at < len(text) && strings.IndexByte("}])", text[at]) >= 0 {
			return list, at + 1, true
		}
		m := memberName().FindStringSubmatch(text[at:min(len(text), at+maxTag)])
		if m == nil {
			return list, at, false
		}
		start := at + len(m[0])
		end, ok := valueEnd(text, start)
		if end == start {
			return list, start, false
		}
		list = append(list, Argument{strings.Trim(m[1]+m[2], `"'`), text[start:end]})
		next := skipAny(text, end, white)
		if at = end; !ok || next < len(text) && strings.IndexByte(",;}])", text[next]) < 0 && m[2] == "" {
			return list, at, false
		}
	}
}

// memberName matches the name of a member, with quotes or without, or an option.
var memberName = lazy(`^(?:(?:--)?("[^"]*"|'[^']*'|[\w.-]+)\s*(?:=>|[:=])\s*|--([\w-]+)\s+)`)

// valueEnd returns the end of the value at an offset; ok is false if it is cut off.
func valueEnd(text string, at int) (end int, ok bool) {
	for start, open := at, 0; at < len(text); {
		quote, inside := quoteAt(text, at), open > 0 || at == start
		switch c := text[at]; {
		case inside && quote != "":
			for at += len(quote); !strings.HasPrefix(text[at:], quote); at++ {
				if at < len(text) && text[at] == '\\' && len(quote) == 1 {
					at++
				}
				if at >= len(text) {
					return len(text), false
				}
			}
			at += len(quote)
		case inside && strings.IndexByte("{[(", c) >= 0:
			open++
			at++
		case open == 0 && strings.IndexByte(white+",;<>{}[]()\"'", c) >= 0:
			return at, true
		case strings.IndexByte("}])", c) >= 0:
			open--
			at++
		default:
			at++
			continue
		}
		if open == 0 {
			return at, true
		}
	}
	return len(text), false
}

// arguments reads members and decodes their values.
func arguments(text string, at int) (list []Argument, end int, closed bool) {
	list, end, closed = members(text, at)
	for i := range list {
		list[i].Value = decoded(list[i].Value)
	}
	return list, end, closed
}

// textQuotes are quotation marks; Gemma has its own.
var textQuotes = [...]string{"<escape>", `<|"|>`, `"`, "'"}

// quoteAt returns the quotation mark at an offset, "" for none.
func quoteAt(text string, at int) string {
	if strings.IndexByte(`"'<`, text[at]) >= 0 {
		for _, quote := range textQuotes {
			if strings.HasPrefix(text[at:], quote) {
				return quote
			}
		}
	}
	return ""
}

// skipAny returns the first offset at or after another one whose byte is none of some.
func skipAny(text string, at int, bytes string) int {
	return len(text) - len(strings.TrimLeft(text[at:], bytes))
}

// decoded returns the text of a string, the JSON of another value.
func decoded(value string) string {
	value = strings.TrimSpace(value)
	var text string
	switch {
	case value == "True" || value == "False":
		return strings.ToLower(value)
	case value == "None":
		return "null"
	case value == "" || quoteAt(value, 0) == "":
		return value
	case json.Unmarshal([]byte(value), &text) == nil:
		return text
	}
	quote := quoteAt(value, 0)
	if value = strings.TrimSuffix(value[len(quote):], quote); len(quote) > 1 {
		return value
	}
	return unescape.Replace(value)
}

// unescape decodes strings that JSON does not: in single quotes, cut off, with line ends, or with other escapes.
var unescape = strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\r`, "\r", `\"`, `"`, `\'`, `'`, `\/`, "/")

// objectCall reads a call that is an object, from its "{"; other reports whether it has members that calls do not have.
func objectCall(text string, at int) (c Call, end int, other bool) {
	list, end, closed := members(text, at+1)
	c.Complete, c.Invalid = closed, isInvalid(text[at:end])
	for _, m := range list {
		switch m.Name {
		case "name", "tool_name", "tool", "function", "recipient_name", "action":
			if c.Tool != "" {
				other = true
			} else if m.Value[0] != '{' {
				c.Tool = decoded(m.Value)
			} else { // {"function": {"name": …, "arguments": …}}
				inner, _, _ := objectCall(m.Value, 0)
				c.Tool, c.Arguments, c.Object = inner.Tool, inner.Arguments, inner.Object
			}
		case "arguments", "parameters", "args", "input", "tool_input", "params", "action_input":
			if c.Object == "" {
				c.Object = decoded(m.Value)
				c.Arguments = objectArguments(c.Object)
			} else {
				other = true
			}
		case "type", "id":
		default:
			other = true
		}
	}
	return c, end, other
}

// isInvalid reports whether an object is written as JSON, with names in quotes, and has an error.
func isInvalid(object string) bool {
	return strings.HasPrefix(strings.TrimLeft(object[1:], white), `"`) && !json.Valid([]byte(object))
}

// objectArguments returns the arguments of a call that are one value.
func objectArguments(value string) []Argument {
	if value = strings.TrimSpace(value); !strings.HasPrefix(value, "{") {
		return nil
	}
	list, _, _ := arguments(value, 1)
	return list
}
