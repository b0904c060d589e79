package diagnostics

import (
	"cmp"
	"reflect"
	"slices"
	"sort"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/live"
)

// settle sets the outcome of a call.
func (f *replyFacts) settle(c *Call, written *call.Call) {
	c.repaired = written.Outcome() == xmlcall.Repaired
	thinks := strings.Contains(written.Block.Source(), "thinking>") && syntax.HasThinking(written.Block.Source())
	var r *liveReading // nil for a call that the live runtime reads as it is read on its own
	switch reads := readsWhole(f.seg); {
	case written.Around.InThinking:
		c.reason = call.InThinking
	case reads && (thinks || !f.single || c.form != xmlcall.Closed || c.outcome == xmlcall.Refused):
		f.readLive()
		r = &f.liveReading
		f.settleLive(c, written, r)
	case !reads && thinks && c.form == xmlcall.Closed:
		r = &liveReading{live: live.Read(c.Source(), xmlcall.Options{MaxSize: f.options.MaxSize}), base: c.within.Start}
		f.settleLive(c, written, r)
		own := written.OnItsOwn() // which knows the holes
		if len(written.Holes) > 0 && (c.reason.Outcome() == Refused && own.Outcome() != Refused || c.reason == call.OutsideText && own != call.OutsideText) {
			c.decide(own, written)
		}
	default:
		c.decide(written.OnItsOwn(), written)
	}
	if f.options.Profile == Strict && c.repaired && c.reason.Outcome() != Ignored {
		c.reason = call.ByReader
		c.checked = false
	}
	if f.options.Profile == Transition && c.reason == call.ByReader {
		f.settleJSON(c, written)
	}
	written.Reason = c.reason
	if f.options.Files != nil && c.reason.Fine() && c.Checked() {
		written.Files = call.InFiles(f.options.Files, written.Tool, written.Block)
		if c.unfit = written.Files.Refused() != ""; c.unfit {
			c.reason, c.against = call.ByTool, &objection{byTool: rules.ClipAt(written.Files.Refused(), rules.MaxReason)}
		}
	}
	c.readAs(written, r)
}

// decide sets the outcome, and what the tool makes of what it gets: the facts about it.
func (c *Call) decide(reason call.Reason, received *call.Call) {
	c.reason = reason
	if _, c.checked = received.ByTool(); reason == call.ByTool {
		issues := received.AllIssues()
		c.against = &objection{byTool: refusal(received.Block, issues[slices.IndexFunc(issues, received.Tool.Refuses)])}
	}
}

// readAs sets what the reader makes of the call, on its own or, unless r is nil, in the reply.
func (c *Call) readAs(written *call.Call, r *liveReading) {
	v := written.Block.Verdict()
	live := r != nil && c.Outcome() > NoCall && c.Outcome() < Ignored && (readsWhole(c.Segment) || c.assembled)
	if live {
		v = r.live.Verdict
	}
	if v.Reason == "" {
		return
	}
	at, placed := v.At()
	switch {
	case !placed:
		at = -1
	case live: // at what ends there, not what begins: the runtime removes white space after it
		at = r.base + r.live.Original(xmlcall.Span{Start: max(at-1, 0), End: at}).End
	}
	c.against = &objection{v.Reason, cmp.Or(c.against, &objection{}).byTool, at}
}

// settleJSON sets the outcome of a call in JSON for a runtime that reads it.
func (f *replyFacts) settleJSON(c *Call, written *call.Call) {
	block := c.asElements(written)
	if block == nil {
		return
	}
	received := call.New(block, f.options.Tools, call.Surroundings{})
	c.inJSON = true
	c.decide(received.Judge(), received)
	if c.reason.Fine() {
		c.reason = call.InJSON
	}
}

// settleLive sets the outcome of a call as the live runtime reads it.
func (f *replyFacts) settleLive(c *Call, written *call.Call, r *liveReading) {
	reply := r.live
	part, opens := r.part(c.within.Start)
	switch {
	case written.Empty && c.form == xmlcall.Closed && reply.Runs():
		return // NoCall
	case part < 0 || !opens && reply.Runs():
		c.reason = call.NotRecognized
		return
	case !reply.Runs():
		c.reason = call.ByReader
		return
	case part != reply.Named:
		c.reason = call.Superseded
		return
	}
	if r.runs == nil {
		r.runs = call.New(reply.Block, f.options.Tools, call.Surroundings{Joined: len(reply.Parts) > 1})
	}
	c.decide(r.runs.Judge(), r.runs)
	c.assembled = reply.Block.Text != written.Block.Source()
	c.repaired = reply.Verdict.Outcome == xmlcall.Repaired
	if !c.reason.Fine() || !c.assembled {
		return
	}
	switch own := written.OnItsOwn(); {
	case reply.Argued >= 0 && reply.Argued != part:
		c.reason = call.Merged
	case c.outcome == xmlcall.Refused && syntax.HasThinking(written.Block.Source()): // which kept it from being read
		c.reason = call.Removed
	case c.form == xmlcall.Unclosed:
	case own.Outcome() == Altered: // thinking is removed that is an element of a value
		c.reason = own
	case !sameArguments(written, r.runs):
		c.reason = call.Removed
		if len(reply.Parts) > 1 {
			c.reason = call.Merged
		}
	}
}

// sameArguments reports whether the runtime gets from a reply what is written in the call.
func sameArguments(written, received *call.Call) bool {
	if written.Tool != nil && received.Tool == written.Tool {
		return reflect.DeepEqual(written.Reading().Arguments, received.Reading().Arguments)
	}
	has, _ := written.Block.Decode()
	gets, _ := received.Block.Decode()
	return has.Equal(gets)
}

// merge finds the calls that other calls of the message keep from running as they would on their own, and for each the
// call that the finding is reported at: the next call that the runtime reads with it, or itself if it is the last; for a
// call inside another one, that one.
func (f *replyFacts) merge(calls []Call) {
	if f.live == nil || len(calls) < 2 {
		return
	}
	f.spoils = map[int][]xmlcall.Span{}
	for i := range calls {
		c := &calls[i]
		part, opens := f.part(c.within.Start)
		if part < 0 || c.reason.Fine() || len(f.live.Parts) < 2 && opens || c.outcome == xmlcall.Refused || c.unfit {
			continue // a call that is refused on its own has an error of its own
		}
		at := f.live.Parts[part].Open.Start
		if next := part + 1; opens && next < len(f.live.Parts) {
			next := f.live.Parts[next].Open.Start
			if _, seen := sort.Find(len(calls), func(k int) int { return next - calls[k].within.Start }); seen {
				at = next // it is not one that only appears without the thinking
			}
		}
		f.spoils[at] = append(f.spoils[at], c.within)
	}
}
