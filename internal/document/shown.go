package document

import (
	"slices"
	"strings"
	"sync"
	"unique"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callsShown is what a transcript in JSON shows about how its agents call tools.
type callsShown uint32

const (
	native  callsShown = 1 << iota // there are native calls, or definitions of tools for them
	taught                         // a system prompt shows <tool>
	defined                        // there are definitions of tools
	spoken                         // a reply has a call with the envelope of Forge
	// A prompt, or a result, shows that calls in a text format run.
	taughtClaude
	taughtHermes
	taughtFunction
	taughtKimi
	taughtDeepSeek
	taughtMistral
	taughtHarmony
	taughtGemma
	taughtCline
	taughtObject
	taughtList
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
	tools nameList // the tools that are defined or called
}

// A shownAt is what a place in the text of a file shows.
type shownAt struct {
	at    int
	calls callsShown
	tool  string // "" for none
}

// A nameList is a set of names, comparable: the sorted names, one per line.
type nameList struct{ joined unique.Handle[string] }

// maxNames bounds the names of a list; those that are first in order are kept, so that the order of
// adding does not matter.
const maxNames = 1000

func (l nameList) names() []string {
	if l == (nameList{}) {
		return nil
	}
	return strings.Split(l.joined.Value(), "\n")
}

// nameListOf returns the set of some names, which it sorts.
func nameListOf(names []string) nameList {
	if len(names) == 0 {
		return nameList{}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return nameList{unique.Make(strings.Join(names[:min(len(names), maxNames)], "\n"))}
}

func (l nameList) add(o nameList) nameList {
	switch {
	case l == o || o == nameList{}:
		return l
	case l == nameList{}:
		return o
	}
	return nameListOf(slices.Concat(l.names(), o.names()))
}

func (s shown) add(o shown) shown { return shown{s.calls | o.calls, s.tools.add(o.tools)} }

// labels returns the labels of what is shown; those of nothing are nil.
func (s shown) labels() *Labels {
	if s == (shown{}) {
		return nil
	}
	return &Labels{shows: s}
}

// evidence returns what is shown as [leaks] asks for it.
func (s shown) evidence() *evidence {
	e := &evidence{calls: s.calls}
	if names := s.tools.names(); names != nil {
		e.tool = func(name string) bool {
			_, ok := slices.BinarySearch(names, name)
			return ok
		}
	}
	return e
}

// findNative finds the places of a JSON file that show native calls.
func (f *File) findNative() {
	for span, shown := range json.NativeCalls(f.Text) {
		if !f.Lines || span.End == len(f.Text) || strings.Contains(f.Text[span.Start:span.End], "\n") {
			f.bound.add(span.Start, span.End)
		}
		if shown {
			f.shows = append(f.shows, nativeAt(f.Text, span)...)
		}
	}
	slices.SortStableFunc(f.shows, func(a, b shownAt) int { return a.at - b.at })
}

// nativeAt returns what a place with native calls shows.
func nativeAt(text string, span json.Span) []shownAt {
	names, definitions := json.ToolNames(text, span)
	list := []shownAt{{at: span.Start, calls: native}}
	if definitions {
		list[0].calls |= defined
	}
	for i, name := range names {
		if i > 0 {
			list = append(list, shownAt{at: span.Start})
		}
		list[i].tool = name
	}
	return list
}

// shownIn returns what a stretch of the file's text shows.
func (f *File) shownIn(span xmlcall.Span) shown {
	from, _ := slices.BinarySearchFunc(f.shows, span.Start, func(s shownAt, at int) int { return s.at - at })
	to := from
	for to < len(f.shows) && f.shows[to].at < span.End {
		to++
	}
	return sumOf(f.shows[from:to])
}

func sumOf(list []shownAt) (sum shown) {
	var names []string
	for i, s := range list {
		sum.calls |= s.calls
		if s.tool != "" && (i == 0 || s.tool != list[i-1].tool) {
			names = append(names, s.tool)
		}
	}
	sum.tools = nameListOf(names)
	return sum
}

// guessNative is the number of bytes of a text that a guess examines for native calls:
// that costs little, while reading the whole text again costs much.
const guessNative = 16 << 20

// guessShown is what the start of a text, where prompts are, shows.
func guessShown(text string, formats *json.Set) *Labels {
	f := readJSON(text[:min(len(text), maxGuess)], PartOptions{Part: len(text) > maxGuess, ReadOptions: ReadOptions{Formats: formats}, seams: true})
	shown := f.shownIn(xmlcall.Span{End: len(f.Text)})
	return shown.add(nativeShown(text[:min(len(text), guessNative)])).labels()
}

// nativeShown returns what native calls in a text show.
func nativeShown(text string) shown {
	var list []shownAt
	for span, shown := range json.NativeCalls(text) {
		if shown {
			list = append(list, nativeAt(text, span)...)
		}
	}
	return sumOf(list)
}

// taughtIn returns what is known, and what prompts, results and replies on the lines of a text show.
func taughtIn(text string, formats *json.Set, known callsShown) callsShown {
	unknown := func() bool { return !known.isForge() }
	for m := range json.Prompts(text, formats, unknown) {
		known |= taughtBy(m)
	}
	return known
}

// isForge reports whether each <tool> of the transcript is one of Forge, unless calls are native.
func (c callsShown) isForge() bool { return c&(taught|spoken) != 0 }

// CombinedLabels returns what the pieces of a transcript in JSON, each of whole lines, show
// together, and what is already known about it. A reader of a piece alone has to know it; see
// [PartOptions]. anyPiece reports whether a function is true of one of the pieces, which it may
// evaluate concurrently; it is called at most once.
func CombinedLabels(known *Labels, anyPiece func(shows func(piece string) bool) bool, formats *json.Set) *Labels {
	all := known.shown()
	if anyPiece == nil {
		return &Labels{shows: all}
	}
	var mu sync.Mutex
	anyPiece(func(piece string) bool {
		more := nativeShown(piece)
		mu.Lock()
		shows := all.calls
		mu.Unlock()
		more.calls |= taughtIn(piece, formats, shows)
		mu.Lock()
		defer mu.Unlock()
		all = all.add(more)
		return false // all pieces have to be examined
	})
	return &Labels{shows: all}
}

// Contradicted returns what a piece of a transcript in JSON shows in addition to the
// labels that were assumed for the whole transcript, combined with them; nil for nothing. The names
// of further tools are not examined.
func (l *Labels) Contradicted(piece string, formats *json.Set) *Labels {
	known := l.shown()
	more := known
	if known.calls&native == 0 && json.ShowsNative(piece) {
		more = more.add(nativeShown(piece))
	}
	if more.calls |= taughtIn(piece, formats, known.calls); more.calls == known.calls {
		return nil
	}
	return more.labels()
}
