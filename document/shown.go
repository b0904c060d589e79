package document

import (
	"iter"
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callsShown is what a transcript in JSON shows of how its agents call tools.
type callsShown uint8

const (
	native callsShown = 1 << iota // there are calls as an API has them, or tools that it was given
	taught                        // a system prompt shows <tool>
)

// shownLabels are the labels of all combinations: each item of a file has some, and each
// sum of items, so none is ever made again.
var shownLabels = [...]*Labels{nil, {calls: native}, {calls: taught}, {calls: native | taught}}

func (c callsShown) labels() *Labels { return shownLabels[c] }

func (l *Labels) shown() callsShown {
	if l == nil {
		return 0
	}
	return l.calls
}

// findNative finds where a file of JSON shows native calls.
func (f *File) findNative() {
	json.Natives(f.Text, func(span json.Span, shown bool) {
		if span.End == len(f.Text) || strings.Contains(f.Text[span.Start:span.End], "\n") {
			f.bound.add(span.Start, span.End)
		}
		if shown {
			f.native = append(f.native, span.Start)
		}
	})
	slices.Sort(f.native)
}

// shownIn returns what a stretch of the file's text shows.
func (f *File) shownIn(span xmlcall.Span) (shown callsShown) {
	if anyIn(f.native, span) {
		shown |= native
	}
	if anyIn(f.taught, span) {
		shown |= taught
	}
	return shown
}

// anyIn reports whether any of some places, by position, is in a span.
func anyIn(places []int, span xmlcall.Span) bool {
	i := sort.SearchInts(places, span.Start)
	return i < len(places) && places[i] < span.End
}

// guessNative is how many bytes of a text a guess looks at for native calls: that costs
// little, and to read all of the text again much.
const guessNative = 16 << 20

// guessShown is what the start of a text shows, where prompts are.
func guessShown(text string, formats *json.Set) *Labels {
	f := readJSON(text[:min(len(text), maxGuess)], From{Part: len(text) > maxGuess, Formats: formats, seams: true})
	shown := f.shownIn(xmlcall.Span{End: len(f.Text)})
	if shown&native == 0 {
		json.Natives(text[:min(len(text), guessNative)], func(_ json.Span, is bool) {
			if is {
				shown |= native
			}
		})
	}
	return shown.labels()
}

// Complete reports whether no further piece of a transcript in JSON can show anything more.
func (l *Labels) Complete() bool { return l.shown() == native|taught }

// ShownIn returns what the pieces of a transcript in JSON, each of whole lines, show
// together. Somebody who reads a piece alone has to know it; see [From].
func ShownIn(pieces iter.Seq[string], formats *json.Set) *Labels {
	var shown callsShown
	if pieces == nil {
		return &Labels{}
	}
	for piece := range pieces {
		if shown&native == 0 {
			json.Natives(piece, func(_ json.Span, is bool) {
				if is {
					shown |= native
				}
			})
		}
		if shown&taught == 0 && json.Teaches(piece, formats) {
			shown |= taught
		}
		if shown == native|taught {
			break
		}
	}
	return &Labels{calls: shown}
}
