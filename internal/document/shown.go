package document

import (
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// callsShown is what a transcript in JSON shows about how its agents call tools.
type callsShown uint8

const (
	native callsShown = 1 << iota // there are native calls, or definitions of tools for them
	taught                        // a system prompt shows <tool>
	spoken                        // a reply has a call with the envelope
)

// shownLabels are the labels of all combinations: each item of a file has some, and each
// sum of items, so they are allocated once.
var shownLabels = func() (all [2 * spoken]*Labels) {
	for c := range all[1:] {
		all[c+1] = &Labels{calls: callsShown(c + 1)}
	}
	return all
}()

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

// findNative finds the places of a JSON file that show native calls.
func (f *File) findNative() {
	for span, shown := range json.NativeCalls(f.Text) {
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
	if anyIn(f.spoken, span) {
		shown |= spoken
	}
	return shown
}

// anyIn reports whether any of the places, sorted by position, is in a span.
func anyIn(places []int, span xmlcall.Span) bool {
	i := sort.SearchInts(places, span.Start)
	return i < len(places) && places[i] < span.End
}

// guessNative is the number of bytes of a text that a guess examines for native calls:
// that costs little, while reading the whole text again costs much.
const guessNative = 16 << 20

// guessShown is what the start of a text, where prompts are, shows.
func guessShown(text string, formats *json.Set) *Labels {
	f := readJSON(text[:min(len(text), maxGuess)], PartOptions{Part: len(text) > maxGuess, ReadOptions: ReadOptions{Formats: formats}, seams: true})
	shown := f.shownIn(xmlcall.Span{End: len(f.Text)})
	if shown&native == 0 && json.ShowsNative(text[:min(len(text), guessNative)]) {
		shown |= native
	}
	return shown.labels()
}

// CombinedLabels returns what the pieces of a transcript in JSON, each of whole lines, show
// together, and what is already known about it. A reader of a piece alone has to know it; see
// [PartOptions]. anyPiece reports whether a function is true of one of the pieces, which it may
// evaluate concurrently; it is called at most three times.
func CombinedLabels(known *Labels, anyPiece func(shows func(piece string) bool) bool, formats *json.Set) *Labels {
	shown := known.shown()
	if anyPiece == nil {
		return &Labels{calls: shown}
	}
	if shown&native == 0 && anyPiece(json.ShowsNative) {
		shown |= native
	}
	if shown&taught == 0 && anyPiece(func(piece string) bool { return json.Teaches(piece, formats) }) {
		shown |= taught
	}
	if shown&(taught|spoken) == 0 && anyPiece(func(piece string) bool { return json.HasEnvelope(piece, formats) }) {
		shown |= spoken
	}
	return &Labels{calls: shown}
}

// Contradicted returns what a piece of a transcript in JSON shows in addition to the
// labels that were assumed for the whole transcript, combined with them; nil for nothing.
func (l *Labels) Contradicted(piece string, formats *json.Set) *Labels {
	shown := l.shown()
	switch {
	case shown&native == 0 && json.ShowsNative(piece):
		shown |= native
	case shown&taught == 0 && json.Teaches(piece, formats):
		shown |= taught
	case shown&(taught|spoken) == 0 && json.HasEnvelope(piece, formats):
		shown |= spoken
	default:
		return nil
	}
	return shown.labels()
}
