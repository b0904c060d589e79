package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// replyFacts are what the live runtime, which reads a reply as a whole, does
// with its calls beside what it does with each. Documents have none.
type replyFacts struct {
	inThinking map[int]bool           // the calls in thinking, by where their <tool> stands
	further    []int                  // where each call behind the first one starts
	stray      map[int][]xmlcall.Span // each </tool> outside of any block, by the call behind it
}

// maxCalls is how many calls a reply has at most. A file with more of them is a
// transcript of many replies.
const maxCalls = 50

// factsOf looks at a segment with the given blocks as a whole.
func factsOf(text string, calls []Call) *replyFacts {
	facts := &replyFacts{inThinking: map[int]bool{}, stray: map[int][]xmlcall.Span{}}
	if strings.Contains(text, "<thinking>") {
		for _, d := range xmlcall.ReadReply(text).Deviations {
			if d.Kind == xmlcall.CallInThinking {
				facts.inThinking[d.Span.Start] = true
			}
		}
	}
	first, at, start := true, 0, 0
	for i := range calls {
		c := &calls[i]
		start = c.within.Start
		facts.strays(start, text, at, start)
		at = c.end()
		if !c.closed() || facts.inThinking[start] {
			continue
		}
		if !first {
			facts.further = append(facts.further, start)
		}
		first = false
	}
	if len(calls) > 0 { // what stands behind the last one is told with it
		facts.strays(start, text, at, len(text))
	}
	if len(facts.further) >= maxCalls {
		facts.further = nil
	}
	return facts
}

func (f *replyFacts) strays(call int, text string, from, to int) {
	const end = "</tool>"
	for {
		n := strings.Index(text[from:to], end)
		if n < 0 {
			return
		}
		f.stray[call] = append(f.stray[call], xmlcall.Span{Start: from + n, End: from + n + len(end)})
		from += n + len(end)
	}
}

// mention reports whether there is anything to say of the call at an offset
// that its own text does not say.
func (f *replyFacts) mention(call int) bool {
	_, further := slices.BinarySearch(f.further, call)
	return further || f.inThinking[call] || len(f.stray[call]) > 0
}
