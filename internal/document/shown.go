package document

import (
	encoding "encoding/json"
	"iter"
	"slices"
	"strings"
	"unique"

	"github.com/entrhq/forge-lsp/internal/transcript"
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

// A shown is what a stretch of a transcript in JSON shows.
type shown struct {
	calls callsShown
	tools textSet // the names of the tools that are defined or called
	// definitions are the definitions of tools that are beside no call, as JSON.
	definitions textSet
}

// A shownAt is what a place in the text of a file shows.
type shownAt struct {
	calls callsShown
	tool  string // "" for none

	definitions string // "" for none
}

// A textSet is a set of texts, comparable: sorted, with a NUL between them.
type textSet struct{ joined unique.Handle[string] }

// maxTexts bounds the texts of a set; those that are first in order are kept, so that the order of
// adding does not matter.
const maxTexts = 1000

func (l textSet) list() []string {
	if l == (textSet{}) {
		return nil
	}
	return strings.Split(l.joined.Value(), "\x00")
}

// textSetOf returns the set of some texts, which it sorts.
func textSetOf(texts []string) textSet {
	if len(texts) == 0 {
		return textSet{}
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	return textSet{unique.Make(strings.Join(texts[:min(len(texts), maxTexts)], "\x00"))}
}

func (l textSet) add(o textSet) textSet {
	switch {
	case l == o || o == textSet{}:
		return l
	case l == textSet{}:
		return o
	}
	return textSetOf(slices.Concat(l.list(), o.list()))
}

// SumOf returns the sum of the labels of the parts of a transcript in JSON. Adding one after the other would sort
// what is shown again for each.
func SumOf(parts iter.Seq[*Labels]) *Labels {
	var sum shown
	var tools, definitions []string
	for l := range parts {
		s := l.shown()
		sum.calls |= s.calls
		tools, definitions = append(tools, s.tools.list()...), append(definitions, s.definitions.list()...)
	}
	sum.tools, sum.definitions = textSetOf(tools), textSetOf(definitions)
	return sum.labels()
}

func (s shown) add(o shown) shown {
	return shown{s.calls | o.calls, s.tools.add(o.tools), s.definitions.add(o.definitions)}
}

// labels returns the labels of what is shown; those of nothing are nil.
func (s shown) labels() *Labels {
	if s == (shown{}) {
		return nil
	}
	return &Labels{shows: s}
}

// evidence returns what is shown as [textCalls] asks for it. Where no calls are native, a <tool> is one of Forge.
func (s shown) evidence() *evidence {
	if s.calls&native == 0 {
		s.calls |= taught
	}
	return &evidence{s.calls, s.tools.list()}
}

// nativeAt returns what a place with native calls shows.
func nativeAt(text string, span transcript.Span) []shownAt {
	names, definitions := transcript.ToolNames(text, span)
	list := []shownAt{{calls: native}}
	if definitions {
		list[0].calls |= defined
	}
	for i, name := range names {
		if i > 0 {
			list = append(list, shownAt{})
		}
		list[i].tool = name
	}
	return list
}

// listTools returns what the definitions of tools in a system prompt show of the whole. In a conversation of its own
// they are those of its calls.
func (f *File) listTools(m *transcript.Message) []shownAt {
	listed := listedTools(m)
	if m.Alone == 0 || len(listed) == 0 {
		return listed
	}
	first, _ := slices.BinarySearchFunc(f.Native, m.Alone-1, func(c transcript.Call, at int) int { return c.Start - at })
	for i := first; i < len(f.Native) && f.Native[i].Alone == m.Alone; i++ {
		if f.Native[i].Tools == "" {
			f.Native[i].Tools = listed[0].definitions
		}
	}
	return nil
}

// listedTools returns the definitions of tools that a system prompt has between <tools> and </tools>, as
// templates of chats write them: a list, or one on each line.
func listedTools(m *transcript.Message) []shownAt {
	_, list, found := strings.Cut(m.Text().String(), "<tools>")
	list, _, closed := strings.Cut(list, "</tools>")
	list = strings.TrimSpace(list)
	switch {
	case !found || !closed || list == "":
		return nil
	case list[0] == '{':
		list = "[" + strings.ReplaceAll(list, "}\n{", "},\n{") + "]"
	}
	if !encoding.Valid([]byte(list)) {
		return nil
	}
	return []shownAt{{definitions: list}}
}

func sumOf(list []shownAt) (sum shown) {
	var names, definitions []string
	for i, s := range list {
		if s.definitions != "" {
			definitions = append(definitions, s.definitions)
		}
		sum.calls |= s.calls
		if s.tool != "" && (i == 0 || s.tool != list[i-1].tool) {
			names = append(names, s.tool)
		}
	}
	sum.tools, sum.definitions = textSetOf(names), textSetOf(definitions)
	return sum
}

// guessNative is the number of bytes of a text that a guess examines for native calls:
// that costs little, while reading the whole text again costs much.
const guessNative = 16 << 20

// maxGuess is the number of bytes of a text that a guess reads.
const maxGuess = 256 << 10

// GuessLabels returns an estimate, from the start of a text, where prompts are, of the labels of the whole.
func GuessLabels(text string, kind Kind) *Labels {
	start := text[:min(len(text), maxGuess)]
	if kind != JSON {
		return labelsOf(start)
	}
	shown, _ := nativeShown(text[:min(len(text), guessNative)])
	if text = start[:strings.LastIndexByte(start, '\n')+1]; text != "" {
		shown = shown.add(ReadIn(text, JSON, Context{Layout: transcript.Lines}).shows)
	}
	return shown.labels()
}

// nativeShown returns what native calls in a text show, but for those in strings; inner reports whether there may be any.
func nativeShown(text string) (sum shown, inner bool) {
	var list []shownAt
	for span, mark := range transcript.Marks(text) {
		inner = inner || mark == transcript.Inner
		if mark == transcript.Shown {
			list = append(list, nativeAt(text, span)...)
		}
	}
	return sumOf(list), inner
}

// innerShown returns what was read shows besides: native calls in strings, and definitions of tools that are beside no call.
func innerShown(read *transcript.File) (list []shownAt) {
	for i := range read.Calls {
		if c := &read.Calls[i]; c.Inner() {
			list = append(list, shownAt{calls: native, tool: c.Tool})
		}
	}
	for _, d := range read.Definitions {
		list = append(list, shownAt{calls: native, definitions: d.Text})
	}
	return list
}

// ShownBy returns what lines of a transcript in JSON show of what the others, whose labels are known, leave open;
// nil for nothing.
func ShownBy(found transcript.Found, known *Labels) *Labels {
	var more shown
	if found.Native {
		more = nativeIn(found.Text)
	}
	more.calls |= shownIn(found, known.shown().calls|more.calls)
	return more.labels()
}

// shownIn returns what prompts, results and replies on the lines of a text show, given what is known.
func shownIn(found transcript.Found, known callsShown) (more callsShown) {
	prompts := func() bool { return (known|more)&taught == 0 }
	replies := func() bool { return !(known | more).isForge() && known&native == 0 }
	for m := range transcript.Prompts(found, prompts, replies) {
		more |= taughtBy(m)
	}
	return more
}

// isForge reports whether each <tool> of the transcript is one of Forge, unless calls are native.
func (c callsShown) isForge() bool { return c&(taught|spoken) != 0 }

// ShowsNative reports whether the transcript is known to have native calls.
func (l *Labels) ShowsNative() bool { return l.shown().calls&native != 0 }

// nativeIn returns what native calls on the lines of a text show, with the definitions of tools that are beside
// no call.
func nativeIn(text string) shown {
	more, inner := nativeShown(text)
	if more.calls&defined == 0 && !inner {
		return more
	}
	return more.add(sumOf(innerShown(transcript.Read(text, transcript.Lines))))
}
