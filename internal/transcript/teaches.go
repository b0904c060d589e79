package transcript

import (
	"iter"
	"strings"
)

// Showing reads the lines of a text that may show how agents call tools, and yields what it reads: those with native calls or
// definitions of tools, what begins like a result, system prompts with a hit of another format or, as long as prompts
// reports true, with any [Hit], and, as long as replies does, all. What is yielded is valid until the next one is.
func Showing(found Found, prompts, replies func() bool) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		f := &File{}
		for _, lines := range found.Lines {
			for line := range strings.Lines(found.Text[lines.Start:lines.End]) {
				if !replies() && !HasNative(line) && !(names(line, System) && (prompts() || hasOther(line))) && !hasResult(line) {
					continue
				}
				*f = File{tokens: f.tokens}
				if f.line(line, 0); !yield(f) {
					return
				}
			}
		}
	}
}

// hasResult reports whether a line may have the result of a call in text.
func hasResult(line string) bool { return hitFrom(line, 0, resultLooks[:]) >= 0 }

// resultLooks find what openers of results have, from a rare byte on.
var resultLooks = [...]look{{'_', ofResult}, {'|', ofResult}, {"▁"[0], ofResult}}

func ofResult(text string, at int) int {
	for _, word := range [...]string{"_response", "_results", "_RESULTS", "|>functions.", "▁outputs"} {
		if strings.HasPrefix(text[at:], word) {
			return at
		}
	}
	return -1
}

// names reports whether a line may have the name of a role: a member, or the value of one.
func names(line string, role Role) bool {
	return hitFrom(line, 0, []look{{'"', func(text string, at int) int {
		if roles[strings.ToLower(nameAfter(text, at))] != role {
			return -1
		}
		return at
	}}}) >= 0
}

// nameAfter returns the name, of a role or a member, after a quote at an offset.
func nameAfter(text string, at int) string {
	const most = 24 // more than any that is looked for
	end := at + 1
	for end < len(text) && end-at < most && (isName(text[end]) || text[end] == '-') {
		end++
	}
	return text[at+1 : end]
}
