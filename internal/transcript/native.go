package transcript

import (
	"iter"
	"strings"
)

// NativeCalls iterates over the stretches of a text at which its JSON may show native calls of
// a model, in the form of its API rather than in text, or definitions of tools that the
// model was given, and reports whether each does. The content of strings, whose quotes are
// escaped, is skipped, except for the JSON in strings of OpenTelemetry. The stretches are
// in no particular order.
//
// The results for the parts of a text are those for the text, unless a stretch is cut.
func NativeCalls(text string) iter.Seq2[Span, bool] {
	return func(yield func(Span, bool) bool) { nativeMarksIn(text, yield, func(int) {}) }
}

// nativeMarksIn is NativeCalls that also calls answered at places that may be in the result of a call.
func nativeMarksIn(text string, yield func(Span, bool) bool, answered func(at int)) {
	inner := innerStrings{text: text, quote: -1}
	for _, mark := range nativeMarks {
		for at := 0; ; at += len(mark) {
			n := strings.Index(text[at:], mark)
			if n < 0 {
				break
			}
			at += n
			after := text[at+len(mark):]
			if mark == answerMark || answers(after) {
				answered(at)
			}
			if mark == callMark {
				if strings.HasPrefix(after, `\"`) {
					if start, shown := inner.native(at); shown && !yield(Span{start, at + len(mark)}, true) {
						return
					}
				}
				if !strings.HasPrefix(after, `"`) {
					continue
				}
			}
			if start, end := quoted(text, at); end > 0 {
				to, shown := native(text, text[start+1:end-1], start, end)
				if !yield(Span{start, to}, shown) {
					return
				}
			}
		}
	}
}

// ShowsNative reports whether the JSON of a text shows native calls, see [NativeCalls].
func ShowsNative(text string) bool {
	for _, shown := range NativeCalls(text) {
		if shown {
			return true
		}
	}
	return false
}

// nativeMarks are the words that are searched for: the few that most members contain.
var nativeMarks = [...]string{`"tool`, callMark, `"functionCall"`, answerMark}

const callMark, answerMark = "_call", `"functionResponse"`

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
	case "tool_calls", "toolCalls", "tools":
		at, ok := after(text, end, ":[{")
		return at, ok
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

// ToolNames returns the names of the tools at a place of [NativeCalls]: those that are called, or
// the ones that are defined.
func ToolNames(text string, at Span) (names []string, definitions bool) {
	word := strings.Trim(text[at.Start:min(len(text), at.Start+len(`"custom_tool_call"`))], `"`)
	word, _, _ = strings.Cut(word, `"`)
	colon := strings.IndexByte(text[at.Start:at.End], ':')
	switch word {
	case "tools", "tool_calls", "toolCalls", "function_call", "functionCall", "toolUse":
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

// innerStrings finds native calls in the JSON in strings of a text. Places must be queried
// in ascending order. A string is on one line.
type innerStrings struct {
	text  string
	last  int // the last place that was queried
	quote int // start of the string that contains it; negative for none
}

// native reports whether a mark at an offset is in the type of a tool call, in JSON that
// OpenTelemetry has in a string: "stringValue":"[{\"parts\":[{\"type\":\"tool_call\". start is
// the start of the text that it examined.
func (s *innerStrings) native(at int) (start int, shown bool) {
	const typed, value, most = `\"type\"`, `"stringValue"`, 32
	before, ok := strings.CutSuffix(s.text[max(0, at-most):at], `\"tool`)
	if ok {
		before, ok = strings.CutSuffix(strings.TrimRight(before, " "), ":")
	}
	if !ok || !strings.HasSuffix(strings.TrimRight(before, " "), typed) {
		return 0, false
	}
	quote := s.start(at)
	if quote < 0 || strings.IndexByte("[{", s.text[quote+1]) < 0 {
		return 0, false
	}
	before, ok = strings.CutSuffix(strings.TrimRight(s.text[max(0, quote-most):quote], " \t"), ":")
	before = strings.TrimRight(before, " \t")
	return quote, ok && strings.HasSuffix(before, value)
}

// start returns the start of the string that contains an offset: its quote.
func (s *innerStrings) start(at int) int {
	if n := strings.LastIndexByte(s.text[s.last:at], '\n'); n >= 0 {
		s.last, s.quote = s.last+n+1, -1
	}
	for from := at; from > s.last; {
		n := strings.LastIndexByte(s.text[s.last:from], '"')
		if n < 0 {
			break
		}
		from = s.last + n
		if before := s.text[s.last:from]; (len(before)-len(strings.TrimRight(before, `\`)))%2 == 0 {
			s.quote = from
			break
		}
	}
	s.last = at
	return s.quote
}
