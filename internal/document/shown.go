package document

import (
	"cmp"
	encoding "encoding/json"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// Native returns the labels of a transcript in JSON whose agent is known to call tools natively,
// whatever the transcript shows.
func Native() *Labels { return &Labels{calls: native} }

// ShowsNative reports whether the transcript is known to have native calls.
func (l *Labels) ShowsNative() bool { return l != nil && l.calls&native != 0 }

// natives adds what the native calls and the definitions of tools in a transcript show.
func (l *Labels) natives(read *transcript.File) {
	if read.Native {
		l.calls |= native
	}
	if read.Defined {
		l.calls |= defined
	}
	l.tools = append(l.tools, read.Tools...)
	l.definitions = append(l.definitions, read.Definitions...)
}

// list adds the definitions of tools that a system prompt has between <tools> and </tools>, as templates of chats write
// them: a list, or one on each line. In a conversation of its own they are those of its native calls, some of all.
func (l *Labels) list(m *transcript.Message, all []transcript.Call) {
	_, list, _ := strings.Cut(m.Text().String(), "<tools>")
	list, _, closed := strings.Cut(list, "</tools>")
	if list = strings.TrimSpace(list); strings.HasPrefix(list, "{") {
		list = "[" + strings.ReplaceAll(list, "}\n{", "},\n{") + "]"
	}
	switch {
	case !closed || !encoding.Valid([]byte(list)):
	case m.Alone == 0:
		l.definitions = append(l.definitions, list)
	default:
		first, _ := slices.BinarySearchFunc(all, m.Alone-1, func(c transcript.Call, at int) int { return c.Start - at })
		for i := first; i < len(all) && all[i].Alone == m.Alone; i++ {
			all[i].Tools = cmp.Or(all[i].Tools, list)
		}
	}
}

// taughtTo returns what the text of a message to an agent shows about calls in text: that they run. A prompt
// that forbids them shows no such thing. Any other message has to have a [transcript.Candidate].
func taughtTo(role Role, text string) (shows callsShown) {
	switch role {
	case transcript.System:
		if transcript.Teaches(text) {
			shows = taught
		}
		return shows | taughtIn(textcall.Taught(text))
	case transcript.User, transcript.Tool:
		return taughtIn(textcall.Answered(text))
	}
	return shows
}
