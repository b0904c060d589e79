package lex

import (
	"slices"
	"strings"
)

// The tags that the runtime looks for, byte for byte.
const (
	ToolOpen      = "<tool>"
	ToolClose     = "</tool>"
	ThinkingOpen  = "<thinking>"
	ThinkingClose = "</thinking>"
)

// Find returns the offset of the first what at or after i, or -1.
func Find(s string, i int, what string) int {
	if n := strings.Index(s[i:], what); n >= 0 {
		return i + n
	}
	return -1
}

// FindThinking returns the first <thinking> or </thinking> at or after i, or an empty
// span. It searches for '<', which is rarer than the letters of the name.
func FindThinking(s string, i int) (tag Span, closes bool) {
	for i = NextMarkup(s, i); i < len(s); i = NextMarkup(s, i+1) {
		for _, tag := range [...]string{ThinkingOpen, ThinkingClose} {
			if strings.HasPrefix(s[i:], tag) {
				return Span{i, i + len(tag)}, tag == ThinkingClose
			}
		}
	}
	return Span{}, false
}

// A LooseTag is a tag that is, or was meant to be, <tool> or </tool>.
type LooseTag struct {
	Name  Span // "tool", in any case, with its prefix if it has one
	End   int  // after the '>'
	IsEnd bool
}

// LooseTool reads the tag at s[i] that is, or was meant to be, <tool> or
// </tool>: the name in any case, with or without a namespace prefix, and anything but a
// '<' up to the '>', which also bounds the search.
func LooseTool(s string, i int) (t LooseTag, ok bool) {
	if i < 0 || i >= len(s) || s[i] != '<' {
		return LooseTag{}, false
	}
	name := i + 1
	isEnd := name < len(s) && s[name] == '/'
	if isEnd {
		name++
	}
	if name == len(s) || !plainName[s[name]] {
		return LooseTag{}, false // as in "a < b"
	}
	end, ok := ToolName(s, name)
	if !ok || end == len(s) {
		return LooseTag{}, false
	}
	n := strings.IndexAny(s[end:], "<>")
	if n < 0 || s[end+n] == '<' {
		return LooseTag{}, false
	}
	return LooseTag{Span{name, end}, end + n + 1, isEnd}, true
}

// otherTools are names that other formats have for the element around a call.
var otherTools = []string{
	"tool_call", "toolcall", "tool_use", "tooluse", "tool_code", "tool_request", "tool_invocation", "forge_tool",
	"use_tool", "execute_tool", "run_tool", "function_call", "function", "call", "invoke",
}

// OtherTool reads the start tag at s[i] that other formats have in place of <tool>, and returns the end of its end
// tag, -1 for none.
func OtherTool(s string, i int) (t LooseTag, end int, ok bool) {
	if i >= len(s) || s[i] != '<' {
		return LooseTag{}, -1, false
	}
	n := PlainTag(s, i)
	if n == 0 || !slices.Contains(otherTools, strings.ToLower(s[i+1:n])) {
		return LooseTag{}, -1, false
	}
	closer := "</" + s[i+1:n+1]
	if end = Find(s, n, closer); end >= 0 {
		end += len(closer)
	}
	return LooseTag{Span{i + 1, n}, n + 1, false}, end, true
}

// ToolName returns the end of the name at s[i] if it is "tool", in any case, with or
// without a namespace prefix.
func ToolName(s string, i int) (end int, ok bool) {
	end = i
	for end < len(s) && plainName[s[end]] {
		end++
	}
	if i < end && end < len(s) && s[end] == ':' {
		i = end + 1
		for end = i; end < len(s) && plainName[s[end]]; {
			end++
		}
	}
	return end, end-i == len("tool") && strings.EqualFold(s[i:end], "tool") && (end == len(s) || !nameBytes[s[end]])
}

// The tags of a call that is escaped as a whole, without the '>', which is often written
// as it is.
const (
	escapedOpen  = "&lt;tool"
	escapedClose = "&lt;/tool"
)

// EscapedTool returns the first <tool> at or after i that is escaped, or an empty span.
func EscapedTool(s string, i int) Span { return escapedTag(s, i, escapedOpen) }

// EscapedToolEnd is like EscapedTool for </tool>.
func EscapedToolEnd(s string, i int) Span { return escapedTag(s, i, escapedClose) }

func escapedTag(s string, i int, tag string) Span {
	for at := Find(s, i, tag); at >= 0; at = Find(s, i, tag) {
		i = at + len(tag)
		for _, greater := range [...]string{"&gt;", ">"} {
			if strings.HasPrefix(s[i:], greater) {
				return Span{at, i + len(greater)}
			}
		}
	}
	return Span{}
}

// LooseToolEnd returns the offset after the first tag at or after from that is, or was
// meant to be, </tool>: in any case, with a prefix, with white space before the '>'. A tag that is
// first on its line or follows another tag is preferred to one in the middle of text.
// It returns -1 if there is none.
func LooseToolEnd(s string, from int) int {
	firstEnd := -1
	for i := Find(s, from, "</"); i >= 0; i = Find(s, i+2, "</") {
		end, ok := ToolName(s, i+2)
		if !ok {
			continue
		}
		if end = SkipSpace(s, end); end == len(s) || s[end] != '>' {
			continue
		}
		// After other text it is more likely part of a value.
		before := strings.TrimRight(s[from:i], " \t")
		if before == "" || strings.HasSuffix(before, ">") || strings.HasSuffix(before, "\n") || strings.HasSuffix(before, "\r") {
			return end + 1
		}
		if firstEnd < 0 {
			firstEnd = end + 1
		}
	}
	return firstEnd
}
