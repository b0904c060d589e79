package live

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// This file implements the losses of the live runtime when it reads chunk by chunk. Its
// two readers run in sequence: the first removes thinking and passes on what a chunk
// lets it decide; the second looks for calls in each piece that it receives, and emits
// at most one call event per piece.

// joinChunks returns the chunks as one text and the end offset of each.
func joinChunks(chunks []string) (text string, ends []int) {
	ends = make([]int, 0, len(chunks))
	n := 0
	for _, c := range chunks {
		n += len(c)
		ends = append(ends, n)
	}
	return strings.Join(chunks, ""), ends
}

// releases returns, for each chunk, the offset up to which the first reader passes the
// text on: everything except a '<' without '>' at the end, which may become a thinking
// tag. The last release, at the end of the reply, is all of it.
func releases(text string, ends []int) []int {
	list := make([]int, 0, len(ends)+1)
	from, open := 0, -1
	for _, end := range ends {
		chunk := text[from:end]
		i := strings.LastIndexByte(chunk, '<')
		if i >= 0 {
			open = from + i
			chunk = chunk[i:]
		}
		if open >= 0 && strings.IndexByte(chunk, '>') >= 0 {
			open = -1
		}
		if open >= 0 {
			list = append(list, open)
		} else {
			list = append(list, end)
		}
		from = end
	}
	return append(list, len(text))
}

// loseChunks drops the calls and the prose that are lost when the text is passed on in
// the given releases, which are offsets in the reply's text.
func (r *reader) loseChunks(releases []int) {
	var ends []int // the pieces in r.rest: piece k ends at ends[k]
	for _, at := range releases {
		end := r.mapping.derived(at)
		if end > 0 && (len(ends) == 0 || end > ends[len(ends)-1]) {
			ends = append(ends, end)
		}
	}
	piece := func(at, from int) int { // the index of the piece that contains the byte before at
		for from < len(ends)-1 && ends[from] < at {
			from++
		}
		return from
	}
	// The last tag of a piece decides its fate. opener is the call whose <tool> is that
	// tag, -1 if it is another tag.
	opener := make([]int, len(ends))
	for k := range opener {
		opener[k] = -1
	}
	k, endedIn := 0, make([]int, len(r.calls))
	for i, c := range r.calls {
		k = piece(c.open.End, k)
		opener[k] = i
		endedIn[i] = -1
		if c.close.Len() > 0 {
			k = piece(c.close.End, k)
			opener[k] = -1
			endedIn[i] = k
		}
	}
	for i := range r.calls {
		// Any <tool> after the call's end in the same piece erases the call.
		if next := i + 1; endedIn[i] >= 0 && next < len(r.calls) && piece(r.calls[next].open.End, endedIn[i]) == endedIn[i] {
			r.calls[i].lost = true
			r.deviate(CallLost, r.original(r.calls[i].open), r.original(r.calls[next].open))
		}
	}
	r.loseProse(ends, opener)
}

// loseProse drops the prose that is passed on in a piece whose last tag is a <tool>.
func (r *reader) loseProse(ends, opener []int) {
	var kept []xmlcall.Span
	emit := func(s xmlcall.Span, k int) {
		switch {
		case s.Len() == 0:
		case k >= 0 && opener[k] >= 0:
			r.deviate(ProseLost, r.original(s), r.original(r.calls[opener[k]].open))
		default:
			kept = append(kept, s)
		}
	}
	k := 0
	for i, s := range r.prose {
		tag, last := s.End, i == len(r.calls)
		if !last {
			tag = r.calls[i].open.End
		}
		at := s.Start
		for k < len(ends) && ends[k] <= at {
			k++
		}
		for ; k < len(ends) && (ends[k] < tag || last && ends[k] == tag); k++ {
			// The second reader holds back a possible prefix of <tool>.
			end := ends[k] - lex.Partial(r.rest[at:ends[k]], lex.ToolOpen)
			emit(xmlcall.Span{Start: at, End: end}, k)
			at = end
		}
		if last {
			emit(xmlcall.Span{Start: at, End: s.End}, -1) // at the end of the reply nothing is lost
		} else {
			emit(xmlcall.Span{Start: at, End: s.End}, k)
		}
	}
	r.prose = kept
}
