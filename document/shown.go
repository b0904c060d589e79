package document

import (
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

// Native returns the labels of a transcript in JSON whose agent is known to call tools natively,
// whatever the transcript shows.
func Native() *Labels { return native.labels() }

func (l *Labels) shown() callsShown {
	if l == nil {
		return 0
	}
	return l.calls
}

// findNative finds where a file of JSON shows native calls.
func (f *File) findNative() {
	for span, shown := range json.Natives(f.Text) {
		if !f.Lines || span.End == len(f.Text) || strings.Contains(f.Text[span.Start:span.End], "\n") {
			f.bound.add(span.Start, span.End)
		}
		if shown {
			f.native = append(f.native, span.Start)
		}
	}
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
	f := readJSON(text[:min(len(text), maxGuess)], From{Part: len(text) > maxGuess, Reading: Reading{Formats: formats}, seams: true})
	shown := f.shownIn(xmlcall.Span{End: len(f.Text)})
	if shown&native == 0 && json.ShowsNative(text[:min(len(text), guessNative)]) {
		shown |= native
	}
	return shown.labels()
}

// ShownIn returns what the pieces of a transcript in JSON, each of whole lines, show
// together, and what is known of it already. Somebody who reads a piece alone has to know it;
// see [From]. anyPiece reports whether a function is true of one of the pieces, which it may
// ask about at the same time; it is called twice at most.
func ShownIn(known *Labels, anyPiece func(shows func(piece string) bool) bool, formats *json.Set) *Labels {
	shown := known.shown()
	if anyPiece == nil {
		return &Labels{calls: shown}
	}
	// What a prompt teaches matters beside native calls alone: mostly one look at each piece
	// is enough, because the others are at the start.
	if shown&native == 0 && anyPiece(json.ShowsNative) {
		shown |= native
	}
	if shown == native && anyPiece(func(piece string) bool { return json.Teaches(piece, formats) }) {
		shown |= taught
	}
	return &Labels{calls: shown}
}

// Contradicted returns what a piece of a transcript in JSON shows besides the labels that
// were assumed of all of it, with them; nil for nothing.
func (l *Labels) Contradicted(piece string, formats *json.Set) *Labels {
	shown := l.shown()
	switch {
	case shown&native == 0 && json.ShowsNative(piece):
		shown |= native
	case shown == native && json.Teaches(piece, formats):
		shown |= taught
	default:
		return nil
	}
	return shown.labels()
}
