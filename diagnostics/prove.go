package diagnostics

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics/facts"
	"github.com/entrhq/forge-lsp/diagnostics/facts/intent"
	"github.com/entrhq/forge-lsp/document"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// proofs caches the proofs about the fixes of a result. They are made on request, once
// for each call.
type proofs struct {
	mu       sync.Mutex
	calls    map[int]*prover
	fixes    map[int][]Fix // by finding
	messages map[*document.Segment]*messageRun
	// directives is the number of fixes of directives that were proven one by one.
	directives int
}

// maxDirectives is the number of fixes of directives that are proven one by one: each
// proof reads the whole file. Fix-all proves them together.
const maxDirectives = 64

// Prove returns the fixes of the finding with the given index, or nil, with Safe set for
// those that are safe. A fix is safe if, applied alone, it leads to what the author of the
// call intended:
//
//   - a call that did not run, because it was not seen, was refused by the reader or by
//     its tool, runs only if each of its values is certain ([intent.Of]) and arrives as
//     intended;
//   - a call that ran still runs, with the same values or with the intended ones;
//   - a call that still does not run has one defect less, at a place whose meaning is
//     certain, and the same meaning as before;
//   - the message runs the same call as before, or the one that was fixed.
//
// The proofs are computed on the first call for a call's findings and cached. Prove is
// safe for concurrent use. The caller must not modify the slice.
func (r *Result) Prove(finding int) []Fix {
	if finding < 0 || finding >= len(r.Diagnostics) {
		return nil
	}
	f := &r.Diagnostics[finding]
	if len(f.Fixes) == 0 {
		return f.Fixes
	}
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	if fixes, ok := r.proofs.fixes[finding]; ok {
		return fixes
	}
	fixes := slices.Clone(f.Fixes)
	for i := range fixes {
		if f.Call < 0 || f.Call >= len(r.Calls) {
			if r.proofs.directives < maxDirectives {
				fixes[i].safe = r.proveDirective(fixes[i].Edits)
			}
			r.proofs.directives++
		} else {
			p := r.prover(f.Call)
			fixes[i].safe = p.proves(fixes[i].own())
			fixes[i].poor = !fixes[i].safe && p.poor(fixes[i].own())
		}
	}
	slices.SortStableFunc(fixes, func(a, b Fix) int { return cmp.Compare(a.rank(), b.rank()) })
	if r.proofs.fixes == nil {
		r.proofs.fixes = map[int][]Fix{}
	}
	r.proofs.fixes[finding] = fixes
	return fixes
}

// SafeFix returns the fix of a finding that [FixAll] applies: the first safe one, or
// nil. An intended bad example is not fixed.
func (r *Result) SafeFix(finding int) *Fix {
	if finding < 0 || finding >= len(r.Diagnostics) || r.Diagnostics[finding].Intended {
		return nil
	}
	fixes := r.Prove(finding)
	for i := range fixes {
		if fixes[i].safe {
			return &fixes[i]
		}
	}
	return nil
}

// proverOf returns the prover of a call, which is created once.
func (r *Result) proverOf(call int) *prover {
	r.proofs.mu.Lock()
	defer r.proofs.mu.Unlock()
	return r.prover(call)
}

// rank is the place of a fix among those of a finding: poor guesses come last.
func (f *Fix) rank() int {
	if f.poor {
		return 1
	}
	return 0
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
	whole bool // whether the edits are safe as a whole
}

// proves reports whether edits of the segment's text are safe.
func (p *prover) proves(edits []Edit) bool { return p.proof(edits, true).whole }

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
	if message {
		made.whole = leads && (p.message == nil || p.message.keeps(p, edits, ran))
	}
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
func (p *prover) prove(edits []Edit) (ran intent.Run, leads bool) {
	p.res.options.interrupt.check()
	moved := make([]Edit, len(edits))
	for i, e := range edits {
		moved[i] = Edit{Span: xmlcall.Span{Start: e.Span.Start - p.start, End: e.Span.End - p.start}, Text: e.Text}
		if moved[i].Span.Start < 0 || moved[i].Span.End > len(p.text) {
			return ran, false // it changes text outside the call
		}
	}
	text := Apply(p.text, moved)
	if text == p.text || p.budget.Load() <= 0 {
		return ran, false
	}
	if !p.mayProve(edits) {
		return ran, false // whatever the result
	}
	if p.intended.Certain() && p.leavesDoubt(moved) {
		return ran, false
	}
	p.budget.Add(-int64(len(text)))
	o := p.facts
	var ok bool
	if o.Holes, ok = facts.MoveSpans(o.Holes, moved); !ok {
		return ran, false
	}
	mention := 0
	if p.call.swallows() && !strings.HasPrefix(text, "<tool>") {
		// Only the tag of the mention may change. The call is the text after it.
		mention, ok = xmlcall.Find(text, 0)
		o.Holes = nil
	}
	if !ok || !startsCall(text[mention:]) {
		return ran, false
	}
	after := intent.Of(text[mention:], o)
	ran = intent.RunOf(text[mention:], o)
	return ran, p.leads(after, ran)
}

// mayProve reports whether edits of a call in doubt are at certain places. Otherwise
// edits are never safe.
func (p *prover) mayProve(edits []Edit) bool { return p.intended.Certain() || p.placed(edits) }

// leavesDoubt reports whether edits of one value leave it in doubt, for example if one
// of several '<' is escaped. Most single fixes of a value with several defects end
// here.
func (p *prover) leavesDoubt(edits []Edit) bool {
	content, ok := p.fields().Content(edits[0].Span)
	if !ok || !content.Contains(edits[len(edits)-1].Span) || edits[0].Span == content {
		return false
	}
	within := make([]Edit, len(edits))
	for i, e := range edits {
		within[i] = Edit{Span: xmlcall.Span{Start: e.Span.Start - content.Start, End: e.Span.End - content.Start}, Text: e.Text}
		if within[i].Span.Start < 0 {
			return false
		}
	}
	p.budget.Add(-int64(content.Len()))
	return p.fields().Doubtful(edits[0].Span, Apply(p.text[content.Start:content.End], within))
}

// leads reports whether a call that is now read as after, and runs as ran, became what
// was intended, or closer to it by edits that are placed.
func (p *prover) leads(after *intent.Intended, ran intent.Run) bool {
	if !p.intended.Same(after) {
		return false
	}
	switch {
	case ran.OK && !p.ran.OK, ran.OK && !ran.Same(p.ran):
		return p.intended.RunsAs(ran)
	case !ran.OK && p.ran.OK:
		return false
	}
	return true
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
	for _, e := range edits {
		at := xmlcall.Span{Start: e.Span.Start - p.start, End: e.Span.End - p.start}
		if at.Start < 0 || at.End > len(p.text) {
			return false // text after a call does not belong to it
		}
		if drops(p.text[at.Start:at.End], e.Text) {
			return false
		}
		if path, ok := p.fields().At(at); !ok || p.intended.Doubtful(path) {
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
	if len(text) < len("<tool>") || text[0] != '<' || !strings.EqualFold(text[1:5], "tool") {
		return false
	}
	end := strings.IndexAny(text[1:], "<>")
	return end >= 0 && text[1+end] == '>'
}
