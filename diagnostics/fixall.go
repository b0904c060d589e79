package diagnostics

import (
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/document"
)

// maxRounds bounds fix-all. Each round fixes what the previous one uncovered, and a few
// are always enough.
const maxRounds = 20

// InFixAll reports whether fix-all considers a finding of the document: not in an example that is,
// or may be, wrong on purpose, and in a document only errors and warnings.
func (d *Document) InFixAll(f *Diagnostic) bool { return f.described() && inFixAll(f, d.kind) }

func inFixAll(f *Diagnostic, kind document.Kind) bool {
	return !f.Intended && !f.HeldBack && (kind != document.Document && !kind.Source() || f.Severity <= Warning)
}

// fixes returns the findings that fix-all considers of those for which about reports true.
func (s *seen) fixes(about func(*Diagnostic) bool) (list []int) {
	for i := range s.Diagnostics {
		if f := &s.Diagnostics[i]; f.Call >= 0 && inFixAll(f, s.File.Kind) && about(f) && !s.hides(i) {
			list = append(list, i)
		}
	}
	return list
}

// safeEdits returns the edits that correct each call as far as is proven, and of each call of a long reply
// those that the whole reply must prove. round counts from 0; see trials.
func (s *seen) safeEdits(keep func(*Diagnostic) bool, round int) (all []Edit, long [][]Edit) {
	about := s.fixes(func(f *Diagnostic) bool { return keep == nil || keep(f) })
	proven, long := s.callsEdits(s.byCall(about), keep == nil, round)
	for _, c := range proven {
		all = mergeEach(all, c.edits)
	}
	return all, long
}

// editsOf returns the edits that fix-all makes in a call in a round.
func (s *seen) editsOf(call, round int) []Edit {
	findings := s.fixes(func(f *Diagnostic) bool { return f.Call == call })
	proven, _ := s.callsEdits(s.byCall(findings), true, round)
	if len(proven) == 0 {
		return nil
	}
	return proven[0].edits
}

// callFindings are findings about one call.
type callFindings struct {
	call     int
	findings []int
}

// byCall groups findings, which are in order, by their calls, in the order of these.
func (r *reading) byCall(findings []int) iter.Seq[callFindings] {
	slices.SortStableFunc(findings, func(a, b int) int { return r.Diagnostics[a].Call - r.Diagnostics[b].Call })
	return func(yield func(callFindings) bool) {
		for from, to := 0, 0; from < len(findings); from = to {
			call := r.Diagnostics[findings[from]].Call
			for to = from + 1; to < len(findings) && r.Diagnostics[findings[to]].Call == call; to++ {
			}
			if !yield(callFindings{call, findings[from:to:to]}) {
				return
			}
		}
	}
}

// fewCalls is the number of calls of one message up to which they are proven one by
// one: each proof reads the whole message.
const fewCalls = 8

// maxProvers is the number of calls up to which what is known of their fixes is kept: it takes a
// hundred times a short call.
const maxProvers = 1 << 10

// callsEdits returns the edits of those of some calls, which are in order, that have any, and of calls
// of a long reply those that the whole reply must prove.
func (r *reading) callsEdits(calls iter.Seq[callFindings], whole bool, round int) (proven []callEdits, long [][]Edit) {
	inMessage := map[*document.Segment]int{}
	for c := range calls {
		inMessage[r.Calls[c.call].Segment]++
	}
	messages := map[*document.Segment][]callEdits{}
	for c := range calls {
		seg := r.Calls[c.call].Segment
		p := r.proverOf(c.call)
		if p.message == nil || p.message.seg.Long || inMessage[seg] <= fewCalls {
			if edits, _ := r.callEdits(c, whole, round, p.proves); len(edits) > 0 {
				proven = append(proven, callEdits{call: c.call, edits: edits})
			} else if edits := r.longEdits(p, c, whole, round); len(edits) > 0 {
				long = append(long, edits)
			}
		} else if edits, own := r.callEdits(c, whole, round, p.leadsAlone); len(edits) > 0 {
			messages[seg] = append(messages[seg], callEdits{p, c.call, edits, own})
			continue
		}
		r.forgetMany()
	}
	for _, of := range messages {
		proven = append(proven, together(of, round)...)
	}
	slices.SortFunc(proven, func(a, b callEdits) int { return a.call - b.call })
	return proven, long
}

// callEdits are proven edits of one call, in the file. Until they are proven together with those of
// the other calls of the message, what proves them is kept, and the edits in its segment.
type callEdits struct {
	p          *prover
	call       int
	edits, own []Edit
}

// together returns those of the edits of a message's calls that preserve the message:
// all of them, if possible.
func together(calls []callEdits, round int) []callEdits {
	m := calls[0].p.message
	return pick(calls, most(len(calls), trials(round), func(some []int) bool { return m.keepsAll(pick(calls, some)) }))
}

// pick returns some of the elements of a list, by index.
func pick[E any](all []E, some []int) []E {
	picked := make([]E, len(some))
	for k, i := range some {
		picked[k] = all[i]
	}
	return picked
}

// fewFindings is the number of findings of one call up to which they are proven one by
// one: each proof reads the whole call.
const fewFindings = 16

// callEdits returns the edits that correct a call with the given findings as far as is
// proven, in the file and in the call's segment: those of the first fix of every
// finding, if they are compatible, otherwise the correction of the whole call,
// otherwise those of the fixes that are safe alone.
func (r *reading) callEdits(c callFindings, whole bool, round int, proves func([]Edit) bool) (edits, own []Edit) {
	r.options.interrupt.check()
	p := r.proverOf(c.call)
	if edits, own := r.merged(c.findings, func(i int) *Fix { return first(r.Diagnostics[i].Fixes) }); own != nil && proves(own) {
		return edits, own
	}
	if whole {
		if fix := r.wholeFix(c.call, proves); fix != nil {
			return fix.Edits, fix.own()
		}
	}
	if len(c.findings) > fewFindings {
		return r.inGroups(p, c.findings, round, proves)
	}
	safe := func(i int) *Fix {
		for k := range r.Diagnostics[i].Fixes {
			if fix := &r.Diagnostics[i].Fixes[k]; proves(fix.own()) {
				return fix
			}
		}
		return nil
	}
	edits, own = r.merged(c.findings, safe)
	if own == nil || proves(own) {
		return edits, own
	}
	for _, i := range c.findings {
		if fix := safe(i); fix != nil {
			return fix.Edits, fix.own()
		}
	}
	return nil, nil
}

// corrects reports whether a call has edits that correct it.
func (r *reading) corrects(p *prover, call int) bool {
	var findings []int
	for i := range r.Diagnostics {
		if f := &r.Diagnostics[i]; f.Call == call && inFixAll(f, r.File.Kind) {
			findings = append(findings, i)
		}
	}
	proves := p.proves
	if r.inLongReply(p) {
		proves = p.leadsAlone
	}
	edits, _ := r.callEdits(callFindings{call, findings}, true, 0, proves)
	return len(edits) > 0
}

// inGroups is callEdits for a call with too many findings to prove them one by one: as
// many of the first fixes as are proven together, and of the remaining findings the
// second.
func (r *reading) inGroups(p *prover, findings []int, round int, proves func([]Edit) bool) (edits, own []Edit) {
	const alternatives = 2
	chosen := map[int]*Fix{}
	taken := []int{}
	for k := range alternatives {
		var left []int
		for _, i := range findings {
			if fixes := r.Diagnostics[i].Fixes; chosen[i] == nil && k < len(fixes) && p.mayProve(fixes[k].own()) {
				left = append(left, i)
			}
		}
		choose := func(i int) *Fix {
			if fix := chosen[i]; fix != nil {
				return fix
			}
			return &r.Diagnostics[i].Fixes[k]
		}
		for _, at := range most(len(left), trials(round), func(some []int) bool {
			with := slices.Clone(taken)
			for _, at := range some {
				with = append(with, left[at])
			}
			slices.Sort(with)
			_, own := r.merged(with, choose)
			return own != nil && proves(own)
		}) {
			chosen[left[at]] = &r.Diagnostics[left[at]].Fixes[k]
			taken = append(taken, left[at])
		}
		slices.Sort(taken)
	}
	return r.merged(taken, func(i int) *Fix { return chosen[i] })
}

// trials is the number of proofs for a group in a round of fix-all. Edits that are not
// proven in one round may be in the next, with fewer: all rounds together cost a few
// readings.
func trials(round int) int { return max(2, 24>>round) }

// most returns as many of the numbers below n as are found to be compatible: all of
// them if possible, otherwise those of halves, and of halves of these, that are
// compatible with those found before. Each trial asks once, and no two about the same numbers.
func most(n, trials int, together func(some []int) bool) []int {
	var taken []int
	var try func(from, to int, failed bool)
	try = func(from, to int, failed bool) { // failed: these are not compatible with those taken
		if from == to || trials == 0 {
			return
		}
		if !failed {
			trials--
			with := slices.Clone(taken)
			for i := from; i < to; i++ {
				with = append(with, i)
			}
			if together(with) {
				taken = with
				return
			}
		}
		if to-from > 1 {
			middle, before := (from+to)/2, len(taken)
			try(from, middle, false)
			try(middle, to, len(taken)-before == middle-from)
		}
	}
	try(0, n, false)
	return taken
}
