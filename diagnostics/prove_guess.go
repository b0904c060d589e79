package diagnostics

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/facts"
	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// poor reports whether a fix that is not safe is a poor guess: it changes a value of a call that
// runs with what is written, or leaves rubble ([intent.Rubble]). Such a fix is offered last, and
// applied only by hand. So is one that is too expensive to judge.
func (p *prover) poor(edits []Edit) bool {
	sound := p.sound()
	if m := p.message; sound && m != nil && !m.seg.Long {
		sound = false // the message shows whether it is still
		if m.budget.Add(-int64(len(m.seg.Text))) < 0 || !m.run(Apply(m.seg.Text, edits)).Same(m.live) {
			return true
		}
	}
	moved, outside := p.inCall(edits)
	if outside >= 0 {
		e := edits[outside]
		return sound || drops(p.call.Segment.Text[e.Span.Start:e.Span.End], e.Text)
	}
	text := Apply(p.text, moved)
	p.budget.Add(-int64(len(text)))
	o := p.facts
	var ok bool
	if o.Holes, ok = facts.MoveSpans(o.Holes, moved); !ok || p.budget.Load() <= 0 {
		return true
	}
	if strings.TrimSpace(text) == "" {
		return true // the whole call is gone
	}
	if !startsCall(text) || !strings.HasPrefix(text, "<tool>") {
		return sound
	}
	if fields := p.fields(); slices.ContainsFunc(p.intended.Doubts, func(d intent.Doubt) bool {
		path, ok := fields.At(moved[0].Span)
		return ok && path == d.Path && (d.Why == intent.EscapedInPart || d.Why == intent.SeveralSections && !p.doubled(fields, moved[0].Span))
	}) {
		return true
	}
	ran := intent.RunOf(text, o)
	switch {
	case sound && !ran.Same(p.ran):
		return true
	case ran.OK && p.intended.Certain() && p.call.tool != ToolUnknown:
		return true // it would be safe if it were right
	}
	return p.rubble().Leaves(text, ran.OK, o)
}

// doubled reports whether the value around a span starts with two openers of CDATA: one of them is
// too many.
func (p *prover) doubled(fields *intent.Fields, span xmlcall.Span) bool {
	content, ok := fields.Content(span)
	return ok && strings.HasPrefix(strings.TrimSpace(p.text[content.Start:content.End]), "<![CDATA[<![CDATA[")
}

// sound reports whether the call runs with what is written.
func (p *prover) sound() bool {
	o := p.call.Outcome()
	return o == facts.Runs || o == facts.Repaired
}
