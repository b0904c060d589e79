package diagnostics

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// replyFacts are the effects of the live runtime, which reads a message as a whole, on
// its calls beyond its effect on each. There are none if calls are independent.
type replyFacts struct {
	seg     *document.Segment
	options *Options

	liveReading                        // of the whole message
	single      bool                   // whether there is one call, and no other <tool>
	spoils      map[int][]xmlcall.Span // calls that do not run because of another one, by its start
	further     []int                  // starts of the later calls, as far as they are reported
	merged      string                 // what is wrong with these calls
	becomes     string                 // what becomes of them
	thoughts    []xmlcall.Span         // see document.Segment.Thoughts
}

// A liveReading is what the live runtime makes of a reply.
type liveReading struct {
	live *live.Reply // nil if not computed yet: see replyFacts.readLive
	base int         // where the reply starts in the segment
	runs *call.Call  // the facts about the call that runs; nil if not needed yet
}

// replyOf examines a segment with the given calls, which are those of some blocks, as a whole.
func replyOf(seg *document.Segment, calls []Call, blocks []*xmlcall.Block, o *Options) *replyFacts {
	f := &replyFacts{seg: seg, options: o}
	if len(calls) == 0 || seg.Scope == document.Apart {
		return f
	}
	f.thoughts = seg.Thoughts()
	f.single = len(calls) == 1 && calls[0].end == calls[0].within.End
	var runs []int
	for i := range calls {
		start := calls[i].within.Start
		if _, thought := seg.ThinkingAround(start); !thought && isRunnable(blocks[i]) {
			runs = append(runs, start)
		}
	}
	if seg.Long || len(runs) < 2 {
		return f
	}
	if seg.Scope == document.Messages {
		// One cause, one finding: the ends of messages are not known.
		f.further = runs[1:2]
		f.merged = thousands.Count(len(runs), "call") + ", and nothing shows where a reply ends; write one `<tool>` per reply"
		f.becomes = "The runtime runs one call of a reply"
		return f
	}
	f.readLive()
	for _, d := range f.live.Deviations {
		if d.Kind != live.CallMerged {
			continue
		}
		if _, ok := slices.BinarySearch(runs, d.Span.Start); ok {
			f.further = append(f.further, d.Span.Start)
		}
	}
	if len(f.further) > 0 {
		f.merged = thousands.Count(len(f.further)+1, "call") + " in one reply; write one `<tool>` per reply"
		f.becomes = mergedTo(f.live)
	}
	return f
}

// mergedTo describes the result of the live runtime for several calls.
func mergedTo(reply *live.Reply) string {
	if !reply.Runs() {
		return "The runtime reads them as one call, and refuses it"
	}
	var from []string // the parts of the running call that come from earlier ones
	for _, d := range reply.Deviations {
		if d.Kind != live.FieldInherited {
			continue
		}
		name := reply.Text[d.Span.Start+len("<"):]
		name = name[:strings.IndexAny(name, " />\t\r\n")]
		if !strings.HasSuffix(name, "server_name") { // which is not used for routing
			from = append(from, "`<"+name+">`")
		}
	}
	if len(from) > 0 {
		return "The runtime reads them as one call: `" + rules.Clip(reply.Tool) + "` with the " + strings.Join(from, " and ") + " of an earlier one"
	}
	return "The runtime runs the last one, `" + rules.Clip(reply.Tool) + "`, and drops the others"
}

// isRunnable reports whether a block is a call that the live runtime could run: it
// supplies a missing </tool>, and ignores a call with nothing in it. A <tool> in prose
// is not one.
func isRunnable(b *xmlcall.Block) bool {
	switch b.Delimiters {
	case xmlcall.Closed:
		return strings.TrimSpace(b.Slice(b.Element(0).Content())) != ""
	case xmlcall.Unclosed:
		_, named := b.Child(b.Envelope(), "tool_name")
		return named || b.Arguments() != xmlcall.NoElement
	}
	return false
}

// surroundings returns those that all calls of a segment have.
func surroundings(seg *document.Segment, file *document.File) call.Surroundings {
	return call.Surroundings{Document: seg.IsDocument(), Placeholders: seg.Placeholders, Computed: seg.Computed, Source: file.Kind.Source()}
}

// around returns the surroundings of one of the segment's calls.
func (f *replyFacts) around(calls []Call, index int, file *document.File) call.Surroundings {
	start := calls[index].within.Start
	s := surroundings(f.seg, file)
	s.MaxSize = cmp.Or(f.options.MaxSize, xmlcall.MaxSize)
	if f.seg.Scope != document.Apart {
		before := 0
		if index > 0 {
			before = calls[index-1].end
		}
		if s.StrayEnds = f.strays(before, start); index == len(calls)-1 {
			s.StrayEnds = append(s.StrayEnds, f.strays(calls[index].end, len(f.seg.Text))...)
		}
	}
	s.Thinking, s.InThinking = f.seg.ThinkingAround(start)
	if i := slices.IndexFunc(f.thoughts, func(t xmlcall.Span) bool { return t.Start <= start && start < t.End }); i >= 0 && !s.InThinking {
		s.Thought = f.thoughts[i]
	}
	s.ThinkingOpen = s.InThinking && s.Thinking.End == len(f.seg.Text)
	s.Long, s.CutOff = f.seg.Long, f.seg.Cut && index == len(calls)-1
	if i, found := slices.BinarySearch(f.further, start); found {
		s.Merged, s.MergedNote, s.Unbounded = f.merged, f.becomes, f.seg.Scope == document.Messages
		// The last is the one that is not followed by a call that could run.
		if i == len(f.further)-1 && (!s.Unbounded || index == len(calls)-1) {
			s.Earlier = f.earlier(calls[:index])
		}
	}
	return s
}

// strays returns each </tool> of a stretch of text that the runtime shows: it removes thinking with its content.
func (f *replyFacts) strays(from, to int) (spans []xmlcall.Span) {
	const end = "</tool>"
	for {
		n := strings.Index(f.seg.Text[from:to], end)
		if n < 0 {
			return spans
		}
		span := xmlcall.Span{Start: from + n, End: from + n + len(end)}
		if _, thought := f.seg.ThinkingAround(span.Start); !thought {
			spans = append(spans, span)
		}
		from = span.End
	}
}

// earlier returns the calls that could run in place of a later one.
func (f *replyFacts) earlier(calls []Call) []xmlcall.Span {
	var spans []xmlcall.Span
	for i := range calls {
		c := &calls[i]
		if _, thought := f.seg.ThinkingAround(c.within.Start); !thought && c.form == xmlcall.Closed {
			spans = append(spans, c.within)
		}
	}
	return spans
}

// readLive reads the segment as the live runtime does: on first use, and once for all calls.
func (f *replyFacts) readLive() {
	if f.live == nil {
		f.live = live.Read(f.seg.Text, xmlcall.Options{MaxSize: f.options.MaxSize})
	}
}

// part returns the index of the part of the reply around an offset of the segment, -1 if there is
// none, and whether it starts there.
func (r *liveReading) part(at int) (part int, opens bool) {
	at -= r.base
	parts := r.live.Parts
	part = sort.Search(len(parts), func(i int) bool { return at < parts[i].Close.Start })
	if part == len(parts) || at < parts[part].Open.Start {
		return -1, false
	}
	return part, parts[part].Open.Start == at
}
