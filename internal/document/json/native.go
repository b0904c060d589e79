package json

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
	return func(yield func(Span, bool) bool) {
		inner := innerStrings{text: text, quote: -1}
		for _, mark := range nativeMarks {
			for at := 0; ; at += len(mark) {
				n := strings.Index(text[at:], mark)
				if n < 0 {
					break
				}
				at += n
				if mark == callMark {
					after := text[at+len(mark):]
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
var nativeMarks = [...]string{`"tool`, callMark}

const callMark = "_call"

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
	n := strings.IndexByte(text[at+1:min(len(text), at+1+len(`tool_calls"`))], '"')
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
