package document

import (
	"cmp"
	encoding "encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/transcript"
	"github.com/entrhq/forge-lsp/internal/transcript/textcall"
)

// callsShown is what a transcript in JSON shows about how its agents call tools.
type callsShown uint32

const (
	native  callsShown = 1 << iota // there are native calls, or definitions of tools for them
	taught                         // a system prompt shows <tool>
	defined                        // there are definitions of tools
	spoken                         // a reply has a call with the envelope of Forge
	// A prompt, or a result, shows that calls in a text format run.
	taughtShift = iota // of the bits of a [textcall.Set]
)

// Native returns the labels of a transcript in JSON whose agent is known to call tools natively,
// whatever the transcript shows.
func Native() *Labels { return &Labels{shows: shown{calls: native}} }

func (l *Labels) shown() shown {
	if l == nil {
		return shown{}
	}
	return l.shows
}

// A shown is what a stretch of a transcript in JSON shows. Of a sum the texts are sorted, and each is there once.
type shown struct {
	calls callsShown
	tools []string // the names of the tools that are defined or called
	// definitions are the definitions of tools that are beside no call, as JSON.
	definitions []string
}

func (s *shown) add(o shown) {
	s.calls |= o.calls
	s.tools, s.definitions = append(s.tools, o.tools...), append(s.definitions, o.definitions...)
}

// sum returns what was added. It sorts the texts: to do so for each stretch that is added would take long.
func (s *shown) sum() shown { return shown{s.calls, setOf(s.tools), setOf(s.definitions)} }

func (s shown) equal(o shown) bool {
	return s.calls == o.calls && slices.Equal(s.tools, o.tools) && slices.Equal(s.definitions, o.definitions)
}

// maxTexts bounds the texts of a set; those that are first in order are kept, so that the order of
// adding does not matter.
const maxTexts = 1000

// setOf returns the set of some texts, which it sorts.
func setOf(texts []string) []string {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	return texts[:min(len(texts), maxTexts)]
}

// SumOf returns the sum of the labels of the parts of a transcript in JSON.
func SumOf(parts iter.Seq[*File]) *Labels {
	var all shown
	for f := range parts {
		all.add(f.shows)
	}
	return all.sum().labels()
}

// labels returns the labels of what is shown; those of nothing are nil.
func (s shown) labels() *Labels {
	if s.equal(shown{}) {
		return nil
	}
	return &Labels{shows: s}
}

// list adds the definitions of tools that a system prompt has between <tools> and </tools>, as templates of chats write
// them: a list, or one on each line. In a conversation of its own they are those of its calls.
func (s *shown) list(f *File, m *transcript.Message) {
	_, list, _ := strings.Cut(m.Text().String(), "<tools>")
	list, _, closed := strings.Cut(list, "</tools>")
	if list = strings.TrimSpace(list); strings.HasPrefix(list, "{") {
		list = "[" + strings.ReplaceAll(list, "}\n{", "},\n{") + "]"
	}
	switch {
	case !closed || !encoding.Valid([]byte(list)):
	case m.Alone == 0:
		s.definitions = append(s.definitions, list)
	default:
		first, _ := slices.BinarySearchFunc(f.Native, m.Alone-1, func(c transcript.Call, at int) int { return c.Start - at })
		for i := first; i < len(f.Native) && f.Native[i].Alone == m.Alone; i++ {
			f.Native[i].Tools = cmp.Or(f.Native[i].Tools, list)
		}
	}
}

// maxGuess is the number of bytes of a text that a guess reads.
const maxGuess = 256 << 10

// GuessLabels returns an estimate, from the start of a text, where prompts are, of the labels of the whole.
func GuessLabels(text string, kind Kind) *Labels {
	start := text[:min(len(text), maxGuess)]
	if kind != JSON {
		return labelsOf(start)
	}
	return ReadIn(start, JSON, Context{}).shows.labels()
}

// natives adds what the native calls and the definitions of tools in a transcript show.
func (s *shown) natives(read *transcript.File) {
	if read.Native {
		s.calls |= native
	}
	if read.Defined {
		s.calls |= defined
	}
	s.tools = append(s.tools, read.Tools...)
	s.definitions = append(s.definitions, read.Definitions...)
}

// ShownBy returns what lines of a transcript in JSON show of what the others, whose labels are known, leave open;
// nil for nothing.
func ShownBy(found transcript.Found, known *Labels) *Labels {
	var more shown
	before := known.shown().calls
	prompts := func() bool { return (before|more.calls)&taught == 0 }
	replies := func() bool { return !(before | more.calls).isForge() && (before|more.calls)&native == 0 }
	for read := range transcript.Showing(found, prompts, replies) {
		more.natives(read)
		for i := range read.Messages {
			if m := &read.Messages[i]; m.Calls() && (m.Role != transcript.Agent || replies()) {
				if m.Role != transcript.Agent {
					more.calls |= taughtTo(m.Role, m.Text().String())
				} else if callsIn(m).forge {
					more.calls |= spoken
				}
			}
		}
	}
	return more.sum().labels()
}

// isForge reports whether each <tool> of the transcript is one of Forge, unless calls are native.
func (c callsShown) isForge() bool { return c&(taught|spoken) != 0 }

// ShowsNative reports whether the transcript is known to have native calls.
func (l *Labels) ShowsNative() bool { return l.shown().calls&native != 0 }

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

// taughtIn returns that calls in some formats run.
func taughtIn(formats textcall.Set) callsShown { return callsShown(formats) << taughtShift }
