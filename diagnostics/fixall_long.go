package diagnostics

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// maxWhole is about the number of bytes that a round of fix-all reads to prove fixes in a reply
// that is too long to be read whenever a single fix is proven.
const maxWhole = 32 << 20

// inLongReply reports whether a call is in a reply that is too long to be read for each proof, but is known
// as a whole.
func (r *reading) inLongReply(p *prover) bool {
	m := p.message
	return m != nil && m.seg.Long && m.seg.Scope == document.Message && r.File.Kind == document.Reply
}

// longEdits returns the edits of a call of a long reply that are proven apart from their effect on
// the other calls, which only the whole reply shows.
func (r *reading) longEdits(p *prover, c callFindings, whole bool, round int) []Edit {
	if !r.inLongReply(p) {
		return nil
	}
	of, own := r.callEdits(c, whole, round, p.leadsAlone)
	if own == nil || p.message.closesEarlier(p, own) {
		return nil
	}
	return of
}

// keptInReply returns those of the calls' edits with which the live runtime, after other edits that
// are made anyway, runs the same call of the reply that the text is as before, or, where none ran
// and now one does, one that is certain.
func (d *Document) keptInReply(made []Edit, calls [][]Edit, round int) (all []Edit) {
	source := d.text.String()
	before := d.replyRun(Apply(source, made))
	with := func(some []int) []Edit {
		edits := append(slices.Clone(made), slices.Concat(pick(calls, some)...)...)
		slices.SortFunc(edits, func(a, b Edit) int { return a.Span.Start - b.Span.Start })
		return edits
	}
	tries := max(1, min(trials(round), maxWhole/len(source)))
	return with(most(len(calls), tries, func(some []int) bool {
		d.options.interrupt.check()
		now := d.replyRun(Apply(source, with(some)))
		return now.Same(before.Run) || !before.OK && now.OK && now.certain()
	}))
}

// A replyRun is what the live runtime runs of a reply.
type replyRun struct {
	call.Run
	call  string // that it is named in
	facts call.Options
}

// certain reports whether the call alone runs the same, and was meant so.
func (r *replyRun) certain() bool {
	return call.RunOf(r.call, r.facts).Same(r.Run) && call.IntentOf(r.call, r.facts).Certain()
}

func (d *Document) replyRun(text string) replyRun {
	run := replyRun{facts: call.Options{Tools: d.options.Toolset(), MaxSize: d.options.MaxSize, Complete: true}}
	reply := live.Read(text, xmlcall.Options{MaxSize: d.options.MaxSize})
	if !reply.Runs() || reply.Named < 0 {
		return run
	}
	part := reply.Parts[reply.Named]
	run.Run, run.call = call.RunOf(reply.Block.Text, run.facts), text[part.Open.Start:part.Close.End]
	return run
}
