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
			if !replies() && !HasNative(line) && !(has(line, systemWords) && (prompts() || hasOther(line))) && !has(line, resultWords) {
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
	switch {
	case !strings.Contains(text, "<tool>"):
		return false
	case strings.Contains(text, "tool_name") && has(text, []string{"arguments", "server_name"}):
		return true
	}
	return !has(text, []string{"</tool>", "<tool_"})
}

// has reports whether a line has one of some words.
func has(line string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(line, word) })
}

var (
	// resultWords are words of the openers of the results of calls in text.
	resultWords = []string{"_response", "_results", "_RESULTS", "|>functions.", "▁outputs"}
	// systemWords are the starts of names of the system's role: a member, or the value of one.
	systemWords = []string{`"system`, `"System`, `"developer`, `"instructions`}
)
