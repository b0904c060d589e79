package json

import (
	"iter"
	"strings"
)

// Hit returns the offset of the first place at which the JSON of a text may have a tag
// named tool, or the opener of a call in another text format, in any spelling that JSON
// allows, or -1. The place is after the "<", "&lt;" or "[".
//
// Prose and code have few "<", and escaped text has "\u003c" or "&lt;". So these are searched
// for, rather than a word of each format, which would be a pass over the text for each.
func Hit(text string) int {
	// In windows: a spelling that does not occur in the text would otherwise be
	// searched for up to its end for each hit of the other. A window fits into the L1
	// cache.
	for at, size := 0, 1<<10; at < len(text); size = min(2*size, 16<<10) {
		if hit := hitIn(text, at, min(at+size, len(text))); hit >= 0 {
			return hit
		}
		at += size
	}
	return -1
}

// HitLines iterates over the stretches of whole lines of a text that each have a [Hit], in
// order. The text between them has no calls.
func HitLines(text string) iter.Seq[Span] {
	return func(yield func(Span) bool) {
		var s Span
		for at := 0; ; {
			hit := Hit(text[at:])
			if hit < 0 {
				break
			}
			hit += at
			start := strings.LastIndexByte(text[at:hit], '\n') + 1 + at
			at = len(text)
			if n := strings.IndexByte(text[hit:], '\n'); n >= 0 {
				at = hit + n + 1
			}
			if start > s.End {
				if s.End > 0 && !yield(s) {
					return
				}
				s.Start = start
			}
			s.End = at
		}
		if s.End > 0 {
			yield(s)
		}
	}
}

// hitIn is Hit for a mark between two offsets.
func hitIn(text string, from, to int) int {
	first := -1
	for _, look := range [...]struct {
		mark byte // a rare byte: the "3" of "\u003c", since "u" is in every word
		hits func(text string, at int) int
	}{{'<', bare}, {'3', escaped}, {'&', referenced}, {'6', referenced}, {'[', bracketed}} {
		for at := from; at < to; at++ {
			n := strings.IndexByte(text[at:to], look.mark)
			if n < 0 {
				break
			}
			at += n
			if hit := look.hits(text, at); hit >= 0 {
				if first < 0 || hit < first {
					first = hit
				}
				break
			}
		}
	}
	return first
}

// bare returns the end of a tag's prefix whose "<" is at an offset, or -1 if it is not
// a hit.
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

// bracketed is like bare for the "[" of "[TOOL_CALLS]".
func bracketed(text string, at int) int {
	if strings.HasPrefix(text[at:], "[TOOL_CALLS]") {
		return at + 1
	}
	return -1
}

// openers are the beginnings of calls in text formats other than <tool>, after the "<" and
// the bar of special tokens, by their first byte.
var openers = [256][]string{
	'i': {"invoke"},
	'a': {"antml:"},
	'm': {"minimax:tool"},
	'f': {"function=", "function_call"},
	's': {"start_function_call"},
	'u': {"use_mcp_tool"},
	'D': {"DSML"},
	'p': {"python_tag"},
	'c': {"channel"},
	'S': {"START_ACTION"},
}

// opens reports whether the text after a "<" starts a tag named tool or the opener of a
// call.
func opens(after string) bool {
	if after == "" {
		return false
	}
	switch after[0] {
	case '/':
		return isTool(after[1:])
	case '\\':
		switch {
		case strings.HasPrefix(after, `\/`):
			return isTool(after[2:])
		case len(after) > 6 && strings.EqualFold(after[:6], `\u002f`):
			return isTool(after[6:])
		case len(after) > 6 && strings.EqualFold(after[:6], `\uff5c`):
			return opensToken(after[6:])
		}
		return false
	case '|':
		return opensToken(after[1:])
	case '\xef':
		return strings.HasPrefix(after, "｜") && opensToken(after[len("｜"):])
	}
	return isTool(after) || isPrefixedTool(after) || opensAny(after)
}

// opensToken is like opens for the text after the bar of a special token.
func opensToken(after string) bool { return isTool(after) || opensAny(after) }

func opensAny(after string) bool {
	if after != "" {
		for _, opener := range openers[after[0]] {
			if strings.HasPrefix(after, opener) {
				return true
			}
		}
	}
	return false
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

// HasTool reports whether the JSON of a text may have a tag named tool.
func HasTool(text string) bool {
	for at := 0; ; {
		n := Hit(text[at:])
		if n < 0 {
			return false
		}
		at += n
		if rest := strings.TrimLeft(text[at:], `\/u02Ff`); isTool(rest) {
			return true
		}
	}
}
