package transcript

import (
	"iter"
	"slices"
	"strings"
)

// A Mark is what a stretch of JSON has to do with native calls of a model, in the form of its API rather than in text.
type Mark uint8

const (
	NoMark Mark = iota
	Shown       // there is a call, or there are definitions of tools that the model was given
	Inner       // there may be one in JSON in a string, which only reading it shows
	Answer      // there may be the result of one
)

// Marks iterates over the stretches of a text at which its JSON may have to do with native calls, in no particular order.
// The results for the parts of a text are those for the text, unless a stretch is cut.
func Marks(text string) iter.Seq2[Span, Mark] {
	return func(yield func(Span, Mark) bool) {
		for _, mark := range nativeMarks {
			for at := 0; ; at += len(mark) {
				n := strings.Index(text[at:], mark)
				if n < 0 {
					break
				}
				at += n
				span, found := Span{at, at + len(mark)}, NoMark
				after := text[span.End:]
				if (mark == answerMark || answers(after)) && !yield(span, Answer) {
					return
				}
				switch start, end := quoted(text, at); {
				case mark == callMark && strings.HasPrefix(after, `\`), mark == toolMark && at > 0 && text[at-1] == '\\':
					if inner(after) {
						found = Inner
					}
				case mark == toolMark && strings.HasPrefix(after, "-") && !strings.HasPrefix(after, `-result"`) && isType(text, at): // of the AI SDK
					found = Shown
				case end > 0 && (mark != callMark || strings.HasPrefix(after, `"`)):
					to, shown := native(text, text[start+1:end-1], start, end)
					if span = (Span{start, to}); shown {
						found = Shown
					}
				default:
					continue
				}
				if !yield(span, found) {
					return
				}
			}
		}
	}
}

// inner reports whether the text after a mark in a string ends the name of a list of calls, or the type of one.
func inner(after string) bool {
	rest := strings.TrimLeft(after, "-_csCauleRqt")
	return strings.HasPrefix(rest, `\`) && slices.Contains(innerWords, after[:len(after)-len(rest)])
}

// innerWords are the ends of the words of [native] after [toolMark] and [callMark].
var innerWords = []string{"", "s", "_use", "Use", "_call", "_calls", "-call", "Call", "Calls", "Requests"}

// HasNative reports whether the JSON of a text may have native calls, or definitions of tools for them.
func HasNative(text string) bool {
	for _, mark := range Marks(text) {
		if mark == Shown || mark == Inner {
			return true
		}
	}
	return false
}

// nativeMarks are the words that are searched for: the few that most members contain.
var nativeMarks = [...]string{toolMark, callMark, `"functionCall"`, answerMark}

const toolMark, callMark, answerMark = `"tool`, "_call", `"functionResponse"`

// quoted returns the range, with quotes, of the string that has a mark at an offset; end
// is 0 if the mark is in another string, or the string is too long.
func quoted(text string, at int) (start, end int) {
	start = at
	if text[at] != '"' {
		from := max(0, at-len(`"custom_tool`))
		if start = strings.LastIndexByte(text[from:at], '"') + from; start < from {
			return 0, 0
		}
	}
	n := strings.IndexByte(text[at+1:min(len(text), at+1+len(`functionCall"`))], '"')
	if n < 0 || start > 0 && text[start-1] == '\\' {
		return 0, 0
	}
	return start, at + 1 + n + 1
}

// native reports whether a string shows native calls: as the value of a member, or with
// the value that it is the name of. to is the end of the text that it examined.
func native(text, word string, from, end int) (to int, shown bool) {
	switch word {
	case "tool": // of OpenCode
		at, ok := after(text, end, `,"tool":"`)
		if !ok {
			at, ok = after(text, end, `,"callID":"`)
		}
		return at, ok && isType(text, from)
	case "tool_use", "tool_call", "tool-call", "toolCall", "custom_tool_call", "local_shell_call":
		return end, isValue(text, from)
	case "functionCall", "toolUse":
		at, ok := after(text, end, ":{")
		return at, ok
	case "function_call":
		if isValue(text, from) {
			return end, true
		}
		at, ok := after(text, end, ":{")
		return at, ok
	case "tool_calls", "toolCalls", "tools", "toolRequests":
		if strings.HasSuffix(strings.TrimRight(text[max(0, from-16):from], " \t:"), `reason"`) {
			return end, true
		}
		at, ok := after(text, end, ":[{")
		return at, ok
	case "toolName": // of the AI SDK
		return end, strings.Contains(text[max(0, from-64):from], `"dynamic-tool"`)
	}
	return end, false
}

// isValue reports whether the string that starts at an offset is the value of a member.
func isValue(text string, at int) bool {
	before := strings.TrimRight(text[max(0, at-8):at], " \t")
	return strings.HasSuffix(before, ":")
}

// isType reports whether the string that starts at an offset is the value of a member
// named type.
func isType(text string, at int) bool {
	before := strings.TrimRight(text[max(0, at-16):at], " \t:")
	return isValue(text, at) && strings.HasSuffix(before, `"type"`)
}

// after reports whether characters follow, with only white space between them, and the
// end of the text that it examined.
func after(text string, at int, want string) (to int, ok bool) {
	for i := range len(want) {
		for at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0 {
			at++
		}
		if at == len(text) || text[at] != want[i] {
			return min(at+1, len(text)), false
		}
		at++
	}
	return at, true
}

// ToolNames returns the names of the tools at a place of [Marks]: those that are called, or
// the ones that are defined.
func ToolNames(text string, at Span) (names []string, definitions bool) {
	word := strings.Trim(text[at.Start:min(len(text), at.Start+len(`"custom_tool_call"`))], `"`)
	word, _, _ = strings.Cut(word, `"`)
	colon := strings.IndexByte(text[at.Start:at.End], ':')
	switch word {
	case "tools", "tool_calls", "toolCalls", "toolRequests", "function_call", "functionCall", "toolUse":
		if colon >= 0 {
			n, _, _ := parse(prefixValue(text[at.Start+colon+1:]))
			list := value{node: &n, text: text[at.Start+colon+1:]}
			return list.toolNames(nil), word == "tools"
		}
	}
	if name := nameOfTool(text[at.Start:min(len(text), at.Start+farName)]); name != "" {
		return []string{name}, false
	}
	return nil, false
}

// farName is the maximum distance in bytes of a call's type and the name of its tool.
const farName = 512

// maxToolName is the maximum length in bytes of the name of a tool.
const maxToolName = 128

// nameOfTool returns the first name of a tool in JSON, which may be in a string; "" for none.
func nameOfTool(text string) string {
	for {
		_, after, found := strings.Cut(text, `"`)
		if !found {
			return ""
		}
		text = after
		for _, key := range [...]string{"name", "toolName", "tool_name", "tool"} {
			rest, is := strings.CutPrefix(text, key)
			if rest, is = cutQuote(rest, is); !is {
				continue
			}
			rest, is = strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), ":")
			if rest, is = cutQuote(strings.TrimLeft(rest, " \t\r\n"), is); !is {
				continue
			}
			end := 0
			for end < len(rest) && (isName(rest[end]) || strings.IndexByte(":/-", rest[end]) >= 0) {
				end++
			}
			if _, is = cutQuote(rest[end:], 0 < end && end <= maxToolName && (rest[0] == '_' || rest[0]|0x20 >= 'a')); is {
				return rest[:end]
			}
		}
	}
}

// cutQuote returns the text after the quote that it starts with, which may have backslashes, if is.
func cutQuote(text string, is bool) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimLeft(text, `\`), `"`)
	return rest, ok && is
}

// maxDefinitions bounds the bytes of a list of tools whose names are looked for.
const maxDefinitions = 4 << 20

// prefixValue returns the value at the start of a text, or as much of it as is read.
func prefixValue(text string) string {
	t := newTokens("", text[:min(len(text), maxDefinitions)])
	n, err := t.value(0)
	if err != nil {
		return text[:min(len(text), maxDefinitions)]
	}
	return text[:n.end]
}

// toolNames adds the names of tools in a value that is a list of calls or definitions, or one.
func (v *value) toolNames(names []string) []string {
	switch v.kind {
	case '[':
		for i := range v.kids {
			item := v.at(&v.kids[i])
			names = item.toolNames(names)
		}
	case '{':
		for _, key := range [...]string{"name", "function_name", "function", "functionDeclarations", "function_declarations", "toolSpec"} {
			switch m := v.member(key); {
			case m == nil:
			case m.kind == '"':
				if name := v.text[m.start:m.end]; strings.IndexByte(name, '\\') < 0 && len(name) < farName {
					return append(names, name)
				}
			default:
				inner := v.at(m)
				return inner.toolNames(names)
			}
		}
	}
	return names
}
