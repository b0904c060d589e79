package transcript

import (
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/literal"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// Candidate returns the offset of the first place at which the JSON of a text may have a tag
// named tool, or the opener of a call in another text format, in any spelling that JSON
// allows, or -1. The place is after the "<", "&lt;" or "[".
//
// Prose and code have few "<", and escaped text has "\u003c" or "&lt;". So these are searched
// for, rather than a word of each format, which would be a pass over the text for each.
func Candidate(text string) int { return candidateFrom(text, 0, matchers[:]) }

// candidateFrom returns the first candidate of some matchers at or after an offset, or -1.
func candidateFrom(text string, at int, matchers []matcher) int {
	// In windows: otherwise a mark that does not occur would be searched for up to the end of the text after each
	// candidate with another one. A window fits into the L1 cache.
	for size := 1 << 10; at < len(text); size = min(2*size, 16<<10) {
		if found := candidateIn(text, matchers, at, min(at+size, len(text))); found >= 0 {
			return found
		}
		at += size
	}
	return -1
}

// Found is a text with the lines that may have calls.
type Found struct {
	Text string
	// Lines are the lines that have a [Candidate], a native call or the result of one, in order. The text between them has no
	// calls.
	Lines []Span
}

// Find finds the lines of a text that may have calls.
func Find(text string) Found { return Found{text, slices.Collect(CallLines(text, true))} }

// CallLines iterates over the lines of a text that may have a call, in text or native, or, if results, the result of
// a native one.
func CallLines(text string, results bool) iter.Seq[Span] {
	marks := called
	if results {
		marks |= answer
	}
	matchers := append(matchers[:], natively(marks))
	return func(yield func(Span) bool) {
		for at := 0; ; {
			found := candidateFrom(text, at, matchers)
			if found < 0 {
				return
			}
			start := at + strings.LastIndexByte(text[at:found], '\n') + 1
			line, _, _ := strings.Cut(text[found:], "\n")
			if at = min(found+len(line)+1, len(text)); !yield(Span{start, at}) {
				return
			}
		}
	}
}

// A matcher finds the candidates that have a byte.
type matcher struct {
	mark byte // a rare byte: the "3" of "\u003c", since "u" is in every word
	find func(text string, at int) int
}

// matchers find all candidates, those of tags first.
var matchers = [...]matcher{{'<', bare}, {'3', escaped}, {'&', referenced}, {'6', referenced}, {'[', bracketed}, {'{', braced}, worded('=', "to=functions."), worded('*', "*** Begin Patch")}

// tagMatchers is the number of matchers that find tags.
const tagMatchers = 4

// candidateIn returns the first candidate whose mark is between two offsets, or -1.
func candidateIn(text string, matchers []matcher, from, to int) int {
	first := -1
	for _, m := range matchers {
		for at := from; at < to; at++ {
			n := strings.IndexByte(text[at:to], m.mark)
			if n < 0 {
				break
			}
			at += n
			if found := m.find(text, at); found >= 0 {
				if first < 0 || found < first {
					first = found
				}
				break
			}
		}
	}
	return first
}

// bare returns the end of a tag's prefix whose "<" is at an offset, or -1 if it is not
// a candidate.
func bare(text string, at int) int {
	if opens(text[at+1:]) {
		return at + 1
	}
	return -1
}

// escaped is like bare for the "3" of a "\u003c": with one backslash, or with more in a
// string inside a string.
func escaped(text string, at int) int {
	end := at + len("3c")
	if strings.HasSuffix(text[:at], `\u00`) && end < len(text) && text[at+1]|0x20 == 'c' && opens(text[end:]) {
		return end
	}
	return -1
}

// referenced is like bare for the "&" of "&lt;tool", or the "6" of its "\u0026".
func referenced(text string, at int) int {
	if strings.HasPrefix(text[at+1:], "lt;tool") && (text[at] == '&' || strings.HasSuffix(text[:at], `\u002`)) {
		return at + len("&lt;")
	}
	return -1
}

// bracketed is like bare for the "[" of "[TOOL_CALLS]" or "[TOOL_RESULTS]", of "functools[", and of a list of calls in
// Python: "[f(".
func bracketed(text string, at int) int {
	if strings.HasPrefix(text[at:], "[TOOL_") || strings.HasSuffix(text[:at], "functools") {
		return at + 1
	}
	if name := nameOf(text[at+1:]); name != "" && strings.HasPrefix(text[at+1+len(name):], "(") && startsText(text, at) {
		return at + 1
	}
	return -1
}

// nameOf returns the name that a text starts with.
func nameOf(text string) string {
	n := 0
	for n < min(len(text), maxHead) && isName(text[n]) {
		n++
	}
	return text[:n]
}

func isName(c byte) bool {
	return c == '_' || c == '.' || c == '-' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// startsText reports whether the string of JSON around an offset starts there, or a line of it.
func startsText(text string, at int) bool {
	for at > 0 && (text[at-1] == ' ' || text[at-1] == '[') {
		at--
	}
	return at == 0 || text[at-1] == '"' || text[at-1] == 'n' || text[at-1] == '\n'
}

// braced is like bare for the "{" of a call that is JSON in a string, "{\"name\"", and of "call:Bash{".
func braced(text string, at int) int {
	rest := text[at+1:]
	if at > 0 && isName(text[at-1]) && strings.Contains(text[max(0, at-80):at], "call:") { // with a name of usual length
		return at + 1
	}
	for n := range min(len(rest), maxHead) {
		switch rest[n] {
		case '"':
			if n == 0 || rest[n-1] != '\\' || !startsText(text, at) {
				return -1
			}
			for _, key := range [...]string{"name", "type", "function", "tool", "id", "arguments", "parameters"} {
				if after, ok := strings.CutPrefix(rest[n+1:], key); ok && strings.HasPrefix(strings.TrimLeft(after, `\`), `"`) {
					return at + 1
				}
			}
			return -1
		case '\\', ' ', 'n', 'r', 't', '\n':
		default:
			return -1
		}
	}
	return -1
}

// worded returns the matcher that finds a word by a rare byte in it.
func worded(mark byte, word string) matcher {
	n := strings.IndexByte(word, mark)
	return matcher{mark, func(text string, at int) int {
		if strings.HasPrefix(text[at:], word[n:]) && strings.HasSuffix(text[:at], word[:n]) {
			return at + 1
		}
		return -1
	}}
}

// openers are the beginnings of the tags of calls and results in text formats other than <tool>, without the bars of special
// tokens, by their first byte.
var openers = sync.OnceValue(func() *[256][]string {
	var list [256][]string
	for _, word := range append(textcall.Tags(), "function_results") {
		list[word[0]] = append(list[word[0]], word)
	}
	return &list
})

// opens reports whether the text after a "<" starts a tag named tool, or the opener or the end of a call.
func opens(after string) bool {
	const bars = "/|｜‖ " // special tokens have them around their names: see [textcall]
	name := strings.TrimLeft(after, bars)
	if strings.HasPrefix(name, `\`) {
		name = strings.TrimLeft(unescaped(name), bars)
	}
	return opensAny(name) || len(name) == len(after) && (isPrefixedTool(after) || isDamaged(after) || opensElement(after))
}

// unescaped returns the beginning of a text without the escapes of JSON, in strings in strings.
func unescaped(text string) string {
	text = text[:min(len(text), 64)]
	for i := 0; i < maxEmbedded && strings.IndexByte(text, '\\') >= 0; i++ {
		text = literal.Decode(nil, text, 0, literal.JSON).String()
	}
	return text
}

// isDamaged reports whether the text after a "<" may be a damaged tag with the name of a tool:
// "rivoke name=".
func isDamaged(after string) bool {
	tag := after[:min(len(after), 32)]
	n := strings.Index(tag, "name=")
	return n > 0 && strings.Trim(tag[:n], " :abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// opensElement reports whether the text after a "<" has the tag of a tool, directly before another
// one: "read_file>\n<". Names without "_" are those of HTML.
func opensElement(after string) bool {
	name := nameOf(after)
	if strings.IndexByte(name, '_') <= 0 {
		return false
	}
	rest, ok := strings.CutPrefix(unescaped(after[len(name):]), ">")
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " \r\n"), "<")
}

// opensAny reports whether a text starts with one of the openers, in any case.
func opensAny(text string) bool {
	return text != "" && slices.ContainsFunc(openers()[text[0]|0x20], func(opener string) bool {
		return len(text) >= len(opener) && strings.EqualFold(text[:len(opener)], opener)
	})
}

// isTool reports whether a text starts with "tool" in any case.
func isTool(text string) bool {
	return len(text) >= len("tool") && strings.EqualFold(text[:len("tool")], "tool")
}

// isPrefixedTool is like isTool for a name with a namespace prefix.
func isPrefixedTool(text string) bool {
	n := strings.IndexByte(text[:min(len(text), 32)], ':')
	return n > 0 && isTool(text[n+1:])
}

// HasTool reports whether the JSON of a text may have a tag named tool, with a prefix or without.
func HasTool(text string) bool {
	return anyCandidate(text, matchers[:tagMatchers], func(after string) bool {
		return isTool(strings.TrimLeft(after, `\/u02Ff`)) || isPrefixedTool(after)
	})
}

// hasOther reports whether the JSON of a text may have a candidate that is not a tag of Forge: <tool> or <tool_name>.
func hasOther(text string) bool {
	return anyCandidate(text, matchers[:], func(after string) bool {
		rest, own := strings.CutPrefix(strings.TrimLeft(after[:min(len(after), 32)], `\/u02Ff`), "tool")
		rest = strings.TrimPrefix(rest, "_name")
		return !own || !strings.HasPrefix(rest, ">") && !strings.HasPrefix(rest, `\u003e`)
	})
}

// anyCandidate reports whether something is true of the text after one of the candidates of some matchers.
func anyCandidate(text string, matchers []matcher, is func(after string) bool) bool {
	at := candidateFrom(text, 0, matchers)
	for at >= 0 && !is(text[at:]) {
		at = candidateFrom(text, at, matchers)
	}
	return at >= 0
}
