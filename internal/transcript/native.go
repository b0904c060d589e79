package transcript

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// NativeCalls iterates over the stretches of a text at which its JSON may show native calls of
// a model, in the form of its API rather than in text, or definitions of tools that the
// model was given, and reports whether each does. The content of strings, whose quotes are
// escaped, is skipped, except for JSON in strings. The stretches are
// in no particular order.
//
// The results for the parts of a text are those for the text, unless a stretch is cut.
func NativeCalls(text string) iter.Seq2[Span, bool] {
	return func(yield func(Span, bool) bool) { nativeMarksIn(text, yield, func(int) {}) }
}

// nativeMarksIn is NativeCalls that also calls answered at places that may be in the result of a call.
func nativeMarksIn(text string, yield func(Span, bool) bool, answered func(at int)) {
	for _, mark := range nativeMarks {
		inner := innerStrings{text: text}
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
			escaped := mark[0] == '"' && at > 0 && text[at-1] == '\\' || mark == callMark && strings.HasPrefix(after, `\`)
			switch start, end := quoted(text, at); {
			case escaped:
				if span, shown := inner.native(at); shown && !yield(span, true) {
					return
				}
			case mark == `"tool` && strings.HasPrefix(after, "-") && isType(text, at) && !strings.HasPrefix(after, `-result"`): // of the AI SDK
				if !yield(Span{at, at + len(mark)}, true) {
					return
				}
			case end > 0 && (mark != callMark || strings.HasPrefix(after, `"`)):
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

// ToolNames returns the names of the tools at a place of [NativeCalls]: those that are called, or
// the ones that are defined.
func ToolNames(text string, at Span) (names []string, definitions bool) {
	word := strings.Trim(text[at.Start:min(len(text), at.Start+len(`"custom_tool_call"`))], `"`)
	word, _, _ = strings.Cut(word, `"`)
	colon := strings.IndexByte(text[at.Start:at.End], ':')
	switch word {
	case `tools\`: // in a string
		definitions = true
	case "tools", "tool_calls", "toolCalls", "toolRequests", "function_call", "functionCall", "toolUse":
		if colon >= 0 {
			n, _, _ := parse(prefixValue(text[at.Start+colon+1:]))
			list := value{node: &n, text: text[at.Start+colon+1:]}
			return list.toolNames(nil), word == "tools"
		}
	}
	if name := nameOfTool(text[at.Start:min(len(text), at.Start+farName)]); name != "" {
		return []string{name}, definitions
	}
	return nil, definitions
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
	last  int                  // the last place that was queried
	quote [maxEmbedded + 1]int // starts plus 1 of the strings around it, the outermost first; 0 for none
}

// innerWords are the words of [native] that start with a mark.
var innerWords = []string{"tool_calls", "tool_use", "tool_call", "tool-call", "toolCall", "toolCalls", "tools", "toolRequests", "toolUse", "toolName", "tool"}

// native reports whether a mark at an offset shows a native call in JSON that is in a string, which is in JSON in a
// string itself, and so on. span starts with the word that has the mark.
func (s *innerStrings) native(at int) (span Span, shown bool) {
	const near = 64
	word := s.text[at+1 : min(len(s.text), at+near)]
	if n := strings.IndexByte(word, '\\'); s.text[at] == '"' && (n < 0 || !slices.Contains(innerWords, word[:n])) {
		return Span{}, false // as most
	}
	from, to := max(0, at-near), min(len(s.text), at+near)
	from += strings.LastIndexByte(s.text[from:at], '\n') + 1
	if n := strings.IndexByte(s.text[at:to], '\n'); n >= 0 {
		to = at + n
	}
	before := unescaped(s.text[from:at])
	around := before + unescaped(s.text[at:to])
	start, end := quoted(around, len(before))
	if end == 0 {
		return Span{}, false
	}
	if _, shown = native(around, around[start+1:end-1], start, end); !shown {
		return Span{}, false
	}
	level := s.advance(at)
	for i := range level {
		quote := s.quote[i] - 1
		if quote < 0 || strings.IndexByte("[{", strings.TrimLeft(s.text[quote+1:], ` \`)[0]) < 0 {
			return Span{}, false
		}
		key := strings.TrimRight(s.text[max(0, quote-near):quote], " \t:\\")
		key = strings.TrimRight(strings.TrimSuffix(key, `"`), `\`)
		if isText(key[strings.LastIndexByte(key, '"')+1:]) {
			return Span{}, false
		}
	}
	return Span{strings.LastIndexByte(s.text[:at+1], '"'), to}, level > 0
}

// advance goes on to an offset, in JSON in strings, and returns how many of them are around it, 0 if that is not clear.
func (s *innerStrings) advance(at int) (level int) {
	if n := strings.LastIndexByte(s.text[s.last:at], '\n'); n >= 0 {
		s.last, s.quote = s.last+n+1, [maxEmbedded + 1]int{}
	}
	for {
		n := strings.IndexByte(s.text[s.last:at], '"')
		if n < 0 {
			break
		}
		s.last += n + 1
		if level := levelOf(s.text[:s.last-1]); level < len(s.quote) {
			open := s.quote[level] > 0
			clear(s.quote[level:])
			if !open {
				s.quote[level] = s.last
			}
		}
	}
	s.last = at
	for level < len(s.quote) && s.quote[level] > 0 {
		level++
	}
	return min(level, maxEmbedded)
}

// levelOf returns in how many strings a quote after a text is: each doubles the backslashes at its end, and adds one.
func levelOf(before string) int {
	return bits.TrailingZeros(uint(len(before) - len(strings.TrimRight(before, `\`)) + 1))
}

// unescaped returns a text of JSON in strings without backslashes, and with blanks for its line ends and tabs.
func unescaped(text string) string {
	var b strings.Builder
	for escaped := false; text != ""; text = text[1:] {
		switch c := text[0]; {
		case c == '\\':
			escaped = true
			continue
		case escaped && strings.IndexByte("nrt", c) >= 0:
			b.WriteByte(' ')
		default:
			b.WriteByte(c)
		}
		escaped = false
	}
	return b.String()
}
