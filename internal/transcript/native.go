package transcript

import (
	"iter"
	"slices"
	"strings"
)

// A Mark is what a place in JSON has to do with native calls of a model, in the form of its API rather than in text.
type Mark uint8

const (
	Shown  Mark = 1 << iota // there is a call, or there are definitions of tools that the model was given
	Inner                   // there may be one in JSON in a string, which only reading it shows
	Answer                  // there may be the result of one
)

// Marks iterates over the places of a text at which its JSON may have to do with native calls, in order: the starts of
// names and types.
func Marks(text string) iter.Seq2[int, Mark] {
	return func(yield func(int, Mark) bool) {
		for at := hitFrom(text, 0, nativeLooks[:]); at >= 0; at = hitFrom(text, at+1, nativeLooks[:]) {
			if start, mark := markAt(text, at); mark != 0 && !yield(start, mark) {
				return
			}
		}
	}
}

// nativeMarks are the words that are searched for: the few that most members contain.
var nativeMarks = [...]string{toolMark, callMark, `"ToolUse`, `"functionCall`, answerMark}

const toolMark, callMark, answerMark = `"tool`, "_call", `"functionResponse`

// nativeLooks find nativeMarks: one look for those with a quote.
var nativeLooks = [...]look{{'"', marked}, {'_', marked}}

// marked returns the offset if one of nativeMarks is there, otherwise -1.
func marked(text string, at int) int {
	if wordAt(text, at) == "" {
		return -1
	}
	return at
}

// wordAt returns the one of nativeMarks that is at an offset, or "".
func wordAt(text string, at int) string {
	if at+1 == len(text) || strings.IndexByte("tcfT", text[at+1]) < 0 {
		return ""
	}
	for _, word := range nativeMarks {
		if strings.HasPrefix(text[at:], word) {
			return word
		}
	}
	return ""
}

// markAt returns the mark that one of nativeMarks makes, and the start of its string.
func markAt(text string, at int) (start int, mark Mark) {
	word := wordAt(text, at)
	after := text[at+len(word):]
	if word == answerMark || answers(after) {
		mark = Answer
	}
	start, end := quoted(text, at)
	switch inString := word == callMark && strings.HasPrefix(after, `\`) || text[at] == '"' && at > 0 && text[at-1] == '\\'; {
	case inString:
		if word != answerMark && inner(after) {
			mark |= Inner
		}
	case word == toolMark && strings.HasPrefix(after, "-") && !strings.HasPrefix(after, `-result"`) && isType(text, at): // of the AI SDK
		mark |= Shown
	case end > 0 && (word != callMark || strings.HasPrefix(after, `"`)):
		if native(text, text[start+1:end-1], start, end) {
			mark |= Shown
		}
		return start, mark
	}
	return at, mark
}

// inner reports whether the text after a mark in a string ends the name of a list of calls, or the type of one.
func inner(after string) bool {
	rest := strings.TrimLeft(after, "-_csCauleRqt")
	return strings.HasPrefix(rest, `\`) && slices.Contains(innerWords, after[:len(after)-len(rest)])
}

// innerWords are the ends of the words of [native] after [nativeMarks].
var innerWords = []string{"", "s", "_use", "Use", "_call", "_calls", "-call", "Call", "Calls", "Requests"}

// HasNative reports whether the JSON of a text may have native calls, or definitions of tools for them.
func HasNative(text string) bool {
	for _, mark := range Marks(text) {
		if mark&(Shown|Inner) != 0 {
			return true
		}
	}
	return false
}

// quoted returns the range, with quotes, of the string that has a mark at an offset; end
// is 0 if the mark is in another string, or the string is too long.
func quoted(text string, at int) (start, end int) {
	start = at
	if text[at] != '"' {
		from := max(0, at-len(`"invalid_tool`))
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
// the value that it is the name of.
func native(text, word string, from, end int) bool {
	switch word {
	case "tool": // of OpenCode
		return isType(text, from) && (follow(text, end, `,"tool":"`) || follow(text, end, `,"callID":"`))
	case "tool_use", "tool-call", "custom_tool_call", "local_shell_call", "invalid_tool_call":
		return isValue(text, from)
	case "functionCall", "toolUse", "ToolUse":
		return follow(text, end, ":{")
	case "function_call", "tool_call", "toolCall":
		return isValue(text, from) || follow(text, end, ":{")
	case "tool_calls", "toolCalls", "tools", "toolRequests", "invalid_tool_calls":
		return strings.HasSuffix(strings.TrimRight(text[max(0, from-16):from], " \t:"), `reason"`) || follow(text, end, ":[{")
	case "toolName": // of the AI SDK
		return strings.Contains(text[max(0, from-64):from], `"dynamic-tool"`)
	}
	return false
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

// follow reports whether characters follow, with only white space between them.
func follow(text string, at int, want string) bool {
	for i := range len(want) {
		for at < len(text) && strings.IndexByte(" \t\r\n", text[at]) >= 0 {
			at++
		}
		if at == len(text) || text[at] != want[i] {
			return false
		}
		at++
	}
	return true
}

// ToolNames returns the names of the tools at a place of [Marks]: those that are called, or
// the ones that are defined.
func ToolNames(text string, at int) (names []string, definitions bool) {
	text = text[at:]
	word, rest, _ := strings.Cut(strings.TrimPrefix(text, `"`), `"`)
	switch word {
	case "tools", "tool_calls", "toolCalls", "toolRequests", "invalid_tool_calls", "tool_call", "toolCall", "function_call", "functionCall", "toolUse", "ToolUse":
		if rest, ok := strings.CutPrefix(strings.TrimLeft(rest, " \t\r\n"), ":"); ok {
			n, _ := newTokens(rest[:min(len(rest), maxDefinitions)]).value(0)
			list := value{node: &n, text: rest}
			return list.toolNames(nil), word == "tools"
		}
	}
	if name := nameOfTool(text[:min(len(text), farName)]); name != "" {
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
