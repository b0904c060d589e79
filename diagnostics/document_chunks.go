package diagnostics

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/cores"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/transcript"
)

// read cuts the text into chunks and reads them. It takes from an older version what has not changed.
func (d *Document) read(old *Document, changes changes) {
	all := d.text.String()
	if d.kind = document.Resolve(d.asked, all); d.kind == document.JSON {
		if d.layout = transcript.Lines; d.given == nil {
			d.layout = transcript.LayoutIn(all)
		}
	}
	d.relevant = d.kind != document.JSON || d.given != nil || document.Relevant(all, document.JSON)
	if old != nil && (old.kind != d.kind || old.layout != d.layout || old.relevant != d.relevant) {
		old = nil
	}
	var was []chunk
	switch d.labels = d.given; {
	case old != nil:
		d.labels, was = old.labels, old.chunks
	case d.given == nil && (d.kind.Labelled() || d.layout == transcript.Lines):
		d.labels = document.GuessLabels(all, d.kind)
	}
	d.cut(all, was, changes)
	if d.kind.Labelled() {
		var shown *document.Labels
		for i := range d.chunks {
			shown = shown.Add(d.chunks[i].Labels)
		}
		same := shown.Same(d.labels, d.kind)
		if d.labels = shown; !same {
			d.cut(all, nil, nil)
		}
	}
	d.settle(all, old != nil)
	d.count()
}

// cut cuts the text into chunks. One that was in an older version stays if it starts at the same place in the same
// state, and no change is in what was examined of the text in order to find its end.
func (d *Document) cut(all string, was []chunk, changes changes) {
	s := document.NewScanner(all, d.kind, d.labels, d.layout == transcript.Lines, d.options.ReadOptions())
	d.chunks = make([]chunk, 0, len(was)+16)
	at, state, shift := 0, document.State{}, 0
	for at < len(all) {
		for ; len(was) > 0; was = was[1:] { // those before the place, or in a change
			for ; len(changes) > 0 && changes[0].end <= was[0].start; changes = changes[1:] {
				shift += changes[0].length - (changes[0].end - changes[0].start)
			}
			if changed := len(changes) > 0 && changes[0].start < was[0].start; !changed && was[0].start+shift >= at {
				break
			}
		}
		here := len(was) > 0 && was[0].start+shift == at && was[0].State == state
		if here && (len(changes) == 0 || changes[0].start > was[0].start+was[0].Looked) {
			kept := was[0]
			kept.start = at
			d.chunks = append(d.chunks, kept)
			at += kept.Bytes
			if was = was[1:]; len(was) > 0 {
				state = was[0].State
			}
			continue
		}
		d.options.interrupt.check()
		next := chunk{start: at}
		next.Chunk, state = s.Next(at, state)
		keepCues(next.Headings)
		if here && next.Bytes == was[0].Bytes && next.Long == was[0].Long && (len(changes) == 0 || changes[0].start >= was[0].end()) {
			next.result = was[0].result
		}
		d.chunks = append(d.chunks, next)
		at += next.Bytes
	}
}

// settle reads the chunks that are new, or whose context has changed. edited reports whether an older version of the
// text was read.
func (d *Document) settle(all string, edited bool) {
	for {
		var stale []int
		var in []document.Context
		for i, context := range d.contexts {
			c := &d.chunks[i]
			switch {
			case !d.relevant:
				c.result = nothing
			case c.result == nil || !c.result.stands(&context):
				stale, in = append(stale, i), append(in, context)
			}
		}
		cores.Each(len(stale), func(k int) {
			d.options.interrupt.check()
			c := &d.chunks[stale[k]]
			source := all[c.start:c.end()]
			if c.result = nothing; d.kind != document.JSON && !document.Relevant(source, d.kind) {
				return
			}
			if edited && len(source) < len(all) {
				source = strings.Clone(source) // otherwise it would keep this version of the whole text
			}
			if file := document.ReadIn(source, d.kind, in[k]); d.layout != transcript.Lines || !file.Empty() {
				c.result = d.options.read(file)
			}
		})
		if d.layout != transcript.Lines || d.given != nil {
			return
		}
		shown := document.SumOf(func(yield func(*document.Labels) bool) {
			for i := 0; i < len(d.chunks) && yield(d.chunks[i].File.Labels()); i++ {
			}
		})
		if shown.Same(d.labels, d.kind) {
			return
		}
		d.labels = shown
	}
}

// contexts iterates over the contexts of the chunks: what each needs to know of those before it, or of all.
func (d *Document) contexts(yield func(int, document.Context) bool) {
	labels := d.labels
	if labels == nil && d.layout != transcript.Document { // which is one chunk
		labels = &document.Labels{}
	}
	headings := ""
	in := document.Context{
		Foreign: d.asked == document.Auto, Labels: labels, Guess: d.given == nil, Layout: d.layout, ReadOptions: d.options.ReadOptions(),
	}
	for i := 0; i < len(d.chunks) && !in.Forge; i++ {
		in.Forge = d.chunks[i].Forge
	}
	for i := range d.chunks {
		c := &d.chunks[i]
		if in.Headings = headings; !yield(i, in.In(&c.Chunk)) {
			return
		}
		for _, h := range c.Headings {
			headings = h.Below(headings)
		}
	}
}

// keepCues drops the titles of headings that say nothing about the examples below them.
func keepCues(headings []document.Heading) {
	for i := range headings {
		if found, _ := judgeHeadings(headings[i].Title); found == noCue {
			headings[i].Title = ""
		}
	}
}

// stands reports whether the result is the same in another context.
func (r *result) stands(in *document.Context) bool {
	switch file := r.File; {
	case r == nothing:
		return true
	case file.Kind == document.JSON:
		return file.Stands(in.Labels)
	case file.Kind == document.Document:
		// A text may have its first call, or lose the last one.
		was := file.Context()
		return was.Forge == in.Forge && (len(r.Calls) == 0 || was.Headings == in.Headings)
	}
	return true
}

// count counts what the chunks have, and places them.
func (d *Document) count() {
	start := 0
	d.sum = sum{}
	for i := range d.chunks {
		c := &d.chunks[i]
		c.start, c.calls, c.messages = start, d.sum.calls, d.sum.messages
		d.sum.tally.Add(c.tally)
		d.sum.calls += len(c.Calls)
		d.sum.directives += len(c.directives)
		if start += c.Bytes; d.kind == document.JSON {
			d.sum.messages += c.File.MessagesBefore(c.Bytes)
		} else {
			d.sum.messages += c.Messages
		}
	}
}
