package diagnostics

import (
	"maps"
	"sort"

	"github.com/entrhq/forge-lsp/transcript"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Rerun is [Options.Run] for a text of which prev is a result of an earlier
// version. What it returns is the same as Run would return; it takes over from
// prev that there is nothing to say of a call, for each call whose text has
// stayed, and so costs little where most calls are sound. prev may be nil, or be
// a result of any other text, kind or options: it then costs what Run costs.
func (o Options) Rerun(prev *Result, text string, kind transcript.Kind) *Result {
	if prev == nil || prev.File == nil || prev.File.ReadAs() != kind {
		return o.Run(transcript.Read(text, kind))
	}
	file, change := prev.File.Reread(text)
	if !prev.options.equal(o) {
		return o.Run(file)
	}
	return o.run(file, &earlier{Result: prev, change: change})
}

// equal reports whether the options say the same. Tools are the same only if they
// are one set.
func (o Options) equal(other Options) bool {
	return o.Tools == other.Tools && maps.Equal(o.Rules, other.Rules) &&
		o.MaxSize == other.MaxSize && o.Strict == other.Strict && o.Intended == other.Intended
}

// earlier is a result of the version of a file before a change.
type earlier struct {
	*Result
	change transcript.Change
	next   int // the call that is looked at next
}

// plainAt returns the call whose block starts at an offset of a segment, if it was
// there before and is known to be plain, and nil otherwise.
func (e *earlier) plainAt(seg *transcript.Segment, start int) *Call {
	if e == nil {
		return nil
	}
	at, ok := e.change.Before(seg.FileSpan(xmlcall.Span{Start: start, End: start}).Start)
	if !ok {
		return nil
	}
	c := e.callAt(at)
	if c == nil || !c.plain {
		return nil
	}
	// Its own text is compared, and not only where it stands: what is stripped
	// from the lines of a quote depends on what is around it.
	block := c.Segment.Text[c.within.Start:c.within.End]
	if len(seg.Text)-start < len(block) || seg.Text[start:start+len(block)] != block {
		return nil
	}
	if placeholderIn(seg, xmlcall.Span{Start: start, End: start + len(block)}) {
		return nil
	}
	return c
}

// callAt returns the call that started at an offset of the file, nil if none
// did. It is mostly asked for one call after the other.
func (e *earlier) callAt(at int) *Call {
	i := e.next
	if i == len(e.Calls) || e.Calls[i].Span.Start != at {
		i = sort.Search(len(e.Calls), func(i int) bool { return e.Calls[i].Span.Start >= at })
	}
	if i == len(e.Calls) || e.Calls[i].Span.Start != at {
		return nil
	}
	e.next = i + 1
	return &e.Calls[i]
}

// placeholderIn reports whether a template placeholder stands in a span.
func placeholderIn(seg *transcript.Segment, span xmlcall.Span) bool {
	list := seg.Placeholders
	i := sort.Search(len(list), func(i int) bool { return list[i].End > span.Start })
	return i < len(list) && list[i].Start < span.End
}

// sound reports whether the block has an end and the runtime takes it as it is
// written, so that nothing behind it can have a part in what is said of it.
func sound(b *xmlcall.Block) bool {
	return b.Form == xmlcall.Closed && b.Verdict().Outcome == xmlcall.Runs && len(b.Problems) == 0 && b.Rest.Len() == 0
}
