package diagnostics

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/syntax"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// proofs caches the proofs about the fixes of a reading. They are made on request, once
// for each call.
type proofs struct {
	mu       sync.Mutex
	calls    map[int]*prover
	fixes    map[int][]Fix // by finding
	messages map[*document.Segment]*messageRun
}

// prove returns the fixes of a finding, with their proofs; see [Document.Prove].
func (r *reading) prove(finding int) []Fix {
	f := &r.Diagnostics[finding]
	if len(f.Fixes) == 0 || f.Call < 0 {
		return f.Fixes
	}
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	if fixes, ok := r.proofs.fixes[finding]; ok {
		return fixes
	}
	fixes := slices.Clone(f.Fixes)
	p := r.prover(f.Call)
	for i := range fixes {
		fixes[i].safe = p.proves(fixes[i].own())
	}
	if r.proofs.fixes == nil {
		r.proofs.fixes = map[int][]Fix{}
	}
	r.proofs.fixes[finding] = fixes
	return fixes
}

// safe returns the first safe one of proven fixes, or nil.
func safe(fixes []Fix) *Fix {
	if i := slices.IndexFunc(fixes, func(f Fix) bool { return f.Safe() }); i >= 0 {
		return &fixes[i]
	}
	return nil
}

// proverOf returns the prover of a call, which is created once.
func (r *reading) proverOf(call int) *prover {
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	return r.prover(call)
}

// forgetMany drops the proofs of all calls if there are too many to keep.
func (r *reading) forgetMany() {
	r.proofs.mu.Lock()
	many := len(r.proofs.calls) > maxProvers
	r.proofs.mu.Unlock()
	if many {
		r.forget()
	}
}

// forget drops the proofs of all calls.
func (r *reading) forget() {
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	r.proofs.calls, r.proofs.fixes, r.proofs.messages = nil, nil, nil
}

// own returns the edits in the text of the call's segment.
func (f *Fix) own() []Edit {
	if f.within != nil {
		return *f.within
	}
	return f.Edits
}

// A proof holds the facts about some edits of a call.
type proof struct {
	leads bool // see leadsAlone
	asked bool // whether the effect on the message is also known
	safe  bool // whether the edits are safe as a whole
}

// proves reports whether edits of the segment's text are safe.
func (p *prover) proves(edits []Edit) bool { return p.proof(edits, true).safe }

// leadsAlone reports whether edits of the segment's text are safe apart from their
// effect on the other calls of the message.
func (p *prover) leadsAlone(edits []Edit) bool { return p.proof(edits, false).leads }

// proof returns the facts about edits of the segment's text, with or without their
// effect on the message.
func (p *prover) proof(edits []Edit, message bool) proof {
	key := keyOf(edits)
	if known, ok := p.known.Load(key); ok {
		if known := known.(proof); known.asked || !known.leads || !message {
			return known
		}
	}
	ran, leads := p.prove(edits)
	made := proof{leads: leads, asked: message}
	made.safe = leads && message && (p.message == nil || p.message.keeps(p, edits, ran))
	p.known.Store(key, made)
	return made
}

// keyOf returns a text that identifies the edits.
func keyOf(edits []Edit) string {
	var key []byte
	for _, e := range edits {
		key = binary.AppendUvarint(key, uint64(e.Span.Start))
		key = binary.AppendUvarint(key, uint64(e.Span.End))
		key = binary.AppendUvarint(key, uint64(len(e.Text)))
		key = append(key, e.Text...)
	}
	return string(key)
}

// prove returns what runs of the call after edits, and whether they lead to the intent.
func (p *prover) prove(edits []Edit) (ran call.Run, leads bool) {
	p.res.options.interrupt.check()
	moved, outside := p.inCall(edits)
	// Edits that are not placed are never safe, and most single ones of a value with several defects
	// leave it in doubt: both are known without reading the call.
	if outside >= 0 || p.rival || p.budget.Load() <= 0 || !p.mayProve(edits) || p.intended.Certain() && p.leavesDoubt(moved) {
		return ran, false
	}
	text := Apply(p.text, moved)
	if text == p.text {
		return ran, false
	}
	p.budget.Add(-int64(len(text)))
	o := p.facts
	var ok bool
	if o.Holes, ok = call.MoveSpans(o.Holes, moved); !ok {
		return ran, false
	}
	mention := 0
	if p.call.swallows() && !strings.HasPrefix(text, "<tool>") {
		// Only the tag of the mention may change. The call is the text after it.
		if mention, ok = xmlcall.Find(text, 0); !ok || !strings.HasPrefix(unescapeMentions(p.text), unescapeMentions(text[:mention])) {
			return ran, false
		}
		o.Holes = nil
	}
	if !startsCall(text[mention:]) {
		return ran, false
	}
	after := call.IntentOf(text[mention:], o)
	ran = call.RunOf(text[mention:], o)
	return ran, p.leads(after, ran)
}

// inCall returns edits of the segment's text as those of the call's, and the index of the first that
// changes text outside the call, or -1.
func (p *prover) inCall(edits []Edit) (moved []Edit, outside int) {
	moved = movedEdits(edits, -p.start)
	return moved, slices.IndexFunc(moved, func(e Edit) bool { return e.Span.Start < 0 || e.Span.End > len(p.text) })
}

// unescapeMentions returns a text with its escaped mentions of <tool> unescaped.
func unescapeMentions(text string) string { return strings.ReplaceAll(text, "&lt;tool&gt;", "<tool>") }

// mayProve reports whether edits of a call in doubt are at certain places. Otherwise
// edits are never safe.
func (p *prover) mayProve(edits []Edit) bool {
	return p.intended.Certain() || p.keepsValues() || p.placed(edits)
}

// keepsValues reports whether edits that leave the values as they are are safe although the call is in doubt.
func (p *prover) keepsValues() bool { return p.sound() && p.intended.BesideEscaped() }

// leavesDoubt reports whether edits of one value leave it in doubt, for example if one
// of several '<' is escaped. Most single fixes of a value with several defects end
// here.
func (p *prover) leavesDoubt(edits []Edit) bool {
	content, ok := p.fields().Content(edits[0].Span)
	if !ok || !content.Contains(edits[len(edits)-1].Span) || edits[0].Span == content {
		return false
	}
	within := movedEdits(edits, -content.Start)
	if within[0].Span.Start < 0 {
		return false
	}
	p.budget.Add(-int64(content.Len()))
	return p.fields().Doubtful(edits[0].Span, Apply(p.text[content.Start:content.End], within))
}

// leads reports whether a call that is now read as after, and runs as ran, became what was intended, or
// closer to it by edits that are placed.
func (p *prover) leads(after *call.Intent, ran call.Run) bool {
	switch {
	case p.keepsValues():
		return ran.OK && ran.Same(p.ran)
	case !p.intended.Same(after):
		return false
	case ran.OK:
		return p.sound() && ran.Same(p.ran) || p.intended.RunsAs(ran)
	}
	return !p.ran.OK
}

// sound reports whether the call runs with what is written.
func (p *prover) sound() bool {
	o := p.call.Outcome()
	return o == call.Runs || o == call.Repaired
}

// placed reports whether edits of a call in doubt are at places that are certain on
// their own. It costs less than reading the fixed call.
func (p *prover) placed(edits []Edit) bool {
	switch {
	case p.intended.Swallowed:
		return len(edits) == 1 && edits[0].Span == p.call.Block().Element(0).Start()
	case p.intended.Structural:
		return false // the assignment of text to fields is also in doubt
	}
	moved, outside := p.inCall(edits)
	if outside >= 0 {
		return false // text after a call does not belong to it
	}
	for _, e := range moved {
		if drops(p.text[e.Span.Start:e.Span.End], e.Text) {
			return false
		}
		if path, ok := p.fields().At(e.Span); !ok || p.intended.Doubtful(path) {
			return false
		}
	}
	return true
}

// drops reports whether letters or digits are lost where an edit replaces old.
func drops(old, text string) bool {
	k := 0
	for i := range len(old) {
		c := old[i]
		if c < '0' || c > '9' && c < 'A' || c > 'Z' && c < 'a' || c > 'z' && c < 0x80 {
			continue
		}
		n := strings.IndexByte(text[k:], c)
		if n < 0 {
			return true
		}
		k += n + 1
	}
	return false
}

// startsCall reports whether a text starts with a call's tag, or one that was intended
// to be.
func startsCall(text string) bool {
	_, ok := syntax.ToolTagAt(text, 0)
	return ok && text[1] != '/'
}
