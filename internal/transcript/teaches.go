package transcript

import (
	"iter"
	"slices"
	"strings"
)

// Showing reads the lines of a text that may show how agents call tools, and yields what it reads: those with native calls or
// definitions of tools, what begins like a result, system prompts with a candidate of another format or, as long as prompts
// reports true, with any [Candidate], and, as long as replies does, all. What is yielded is valid until the next one is.
func Showing(found Found, prompts, replies func() bool) iter.Seq[*File] {
	return func(yield func(*File) bool) {
		f := &File{}
		for _, at := range found.Lines {
			line := found.Text[at.Start:at.End]
			if !replies() && !HasNative(line) && !(hasSystem(line) && (prompts() || hasOther(line))) && !hasResult(line) {
				continue
			}
			*f = File{tokens: f.tokens}
			if f.line(line, 0); !yield(f) {
				return
			}
		}
	}
}

// Teaches reports whether a prompt shows how to write calls with <tool>, in the format of
// Forge: other programs have a <tool> with the name of the tool as text, or a <tool_input>.
func Teaches(text string) bool {
	has := func(word string) bool { return strings.Contains(text, word) }
	switch {
	case !has("<tool>"):
		return false
	case has("tool_name") && (has("arguments") || has("server_name")):
		return true
	}
	return !has("</tool>") && !has("<tool_")
}

// hasResult reports whether a line may have the result of a call in text.
func hasResult(line string) bool {
	return slices.ContainsFunc(resultWords[:], func(word string) bool { return strings.Contains(line, word) })
}

// resultWords are words of the openers of results.
var resultWords = [...]string{"_response", "_results", "_RESULTS", "|>functions.", "▁outputs"}

// hasSystem reports whether a line may have the name of the system's role: a member, or the value of one.
func hasSystem(line string) bool { return candidateFrom(line, 0, systemMatchers) >= 0 }

var systemMatchers = []matcher{{'"', func(text string, at int) int {
	if roles[strings.ToLower(nameAfter(text, at))] != System {
		return -1
	}
	return at
}}}

// nameAfter returns the name, of a role or a member, after a quote at an offset.
func nameAfter(text string, at int) string { return nameOf(text[at+1:]) }
