package transcript

import (
	"iter"
	"strings"
	"sync"
)

// Prompts iterates over the messages on the lines of a text that may show that calls in text run: what begins like a
// result, system prompts with a hit of another format or, as long as prompts reports true, with any [Hit], and, as
// long as replies does, replies with one.
func Prompts(found Found, prompts, replies func() bool) iter.Seq[*Message] {
	return func(yield func(*Message) bool) {
		for _, lines := range found.Lines {
			for line := range strings.Lines(found.Text[lines.Start:lines.End]) {
				if !replies() && !(namesSystem(line) && (prompts() || hasOther(line))) && !hasResult(line) {
					continue
				}
				f := &File{}
				f.line(line, 0)
				for i := range f.Messages {
					if m := &f.Messages[i]; m.Calls() && (m.Role != Agent || replies()) && !yield(m) {
						return
					}
				}
			}
		}
	}
}

// hasResult reports whether a line may have the result of a call in text.
func hasResult(line string) bool {
	return containsAny(line, []string{"tool_response", "function_results", "TOOL_RESULTS", "tool▁outputs", "|>functions."})
}

// namesSystem reports whether a line may have a message with the role [System].
func namesSystem(line string) bool { return containsAny(line, namesOf()[System]) }

// namesOf are the names of each role, as they are usually written: in lower case, with a capital, and in capitals.
var namesOf = sync.OnceValue(func() (list [Tool + 1][]string) {
	for name, role := range roles {
		list[role] = append(list[role], name, strings.ToUpper(name[:1])+name[1:], strings.ToUpper(name))
	}
	return list
})
