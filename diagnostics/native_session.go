package diagnostics

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/rules"
)

// A session is the links of one conversation, by position.
type session []link

// answers returns for each call the index of its result plus 1, 0 for none, and the results without a
// call. An ID links a result with every call that has it; a name with the first call that has no result.
func (s session) answers() (of []int, strays []int) {
	of = make([]int, len(s))
	next, first := make([]int, len(s)), make(map[uint64]int, len(s)/2) // of the calls with a key, plus 1
	for i, l := range slices.Backward(s) {
		if l.call {
			next[i], first[l.key] = first[l.key], i+1
		}
	}
	for i, l := range s {
		c := first[l.key]
		switch {
		case l.call:
		case c == 0:
			strays = append(strays, i)
		case !l.named && of[c-1] == 0:
			for ; c > 0; c = next[c-1] {
				of[c-1] = i + 1
			}
		case l.named:
			for of[c-1] > 0 && next[c-1] > 0 {
				c = next[c-1]
			}
			if first[l.key] = c; c <= i && of[c-1] == 0 {
				of[c-1] = i + 1
			}
		}
	}
	return of, strays
}

// maxFailures is the number of equal calls in a row with an error as result from which they are reported:
// trying once more is common, and often right.
const maxFailures = 3

// A sessionFinding is a finding about a session: at a link, by its index.
type sessionFinding struct {
	code  string
	at    int
	first int // the first of several equal calls
}

// findings returns what is to be reported of a session. It has to show that the transcript has both calls
// and results: most calls have one, and most results a call.
func (s session) findings() (list []sessionFinding) {
	of, strays := s.answers()
	// Calls of one message, or of several at once, come before the first result: a turn.
	turn, answered := 0, 0
	var open []int // calls without a result
	turns := make([]int, len(s))
	failures, first := 0, -1
	for i, l := range s {
		if i > 0 && l.call && !s[i-1].call {
			turn++
		}
		turns[i] = turn
		switch {
		case !l.call:
			continue
		case of[i] == 0:
			open = append(open, i)
		default:
			answered++
		}
		switch {
		case of[i] == 0 || !s[of[i]-1].failed || l.made == 0:
			failures = 0
			continue
		case failures > 0 && s[first].made == l.made:
			failures++
		default:
			failures, first = 1, i
		}
		if failures == maxFailures {
			list = append(list, sessionFinding{code: repeatedFailure, at: l.index, first: s[first].index})
		}
	}
	open = slices.DeleteFunc(open, func(i int) bool { return turns[i] == turn })
	if len(open) <= answered {
		for _, i := range open {
			list = append(list, sessionFinding{code: "call-without-result", at: s[i].index})
		}
	}
	begun := slices.IndexFunc(s, func(l link) bool { return l.call })
	strays = slices.DeleteFunc(strays, func(i int) bool { return i < begun }) // of calls before the start of the transcript
	if begun >= 0 && len(strays) <= answered {
		for _, i := range strays {
			list = append(list, sessionFinding{code: "result-without-call", at: s[i].index})
		}
	}
	return list
}

// sessions calls found with the sessions of n links in the order of a text.
func sessions(links iter.Seq[link], n int, found func(session)) {
	whole, alone := make(session, 0, n), session(nil)
	for l := range links {
		switch {
		case l.alone == 0:
			whole = append(whole, l)
			continue
		case len(alone) > 0 && alone[0].alone != l.alone:
			found(alone)
			alone = alone[:0]
		}
		alone = append(alone, l)
	}
	found(alone)
	found(whole)
}

// links iterates over the links of the text, at their places and with their indexes in it.
func (d *Document) links(yield func(link) bool) {
	n := 0
	for before, i := range d.items.Select(nil, func(s sum) bool { return s.links.n > 0 }) {
		for _, l := range i.links {
			l.index = n
			if n++; !yield(l.moved(before.bytes - i.start)) {
				return
			}
		}
	}
}

// sessionsFound are the findings about the sessions of some links.
type sessionsFound struct {
	links linkSum
	list  []sessionFinding
}

// addSessions adds the findings about sessions. They depend on links anywhere in the text, so they are
// determined on request, from the lists of the items, and again only after an edit of a link.
func (d *Document) addSessions() {
	links, known := d.items.Summary().links, d.sessions.Load()
	if known == nil || known.links != links {
		known = &sessionsFound{links: links}
		sessions(d.links, links.n, func(s session) { known.list = append(known.list, s.findings()...) })
		d.sessions.Store(known)
	}
	for i := range known.list {
		d.addSession(&known.list[i])
	}
}

// linkAt returns the link with an index, at its place in the text.
func (d *Document) linkAt(index int) link {
	before, i, _ := d.items.Seek(func(s sum) bool { return s.links.n > index })
	return i.links[index-before.links.n].moved(before.bytes - i.start)
}

// repeatedFailure is the code of the only rule about several calls; the first one is a related place.
const (
	repeatedFailure = "repeated-failure"
	firstFailure    = "The first of these calls"
)

// addSession adds a finding about a session, if its rule is enabled.
func (d *Document) addSession(f *sessionFinding) {
	l := d.linkAt(f.at)
	made, ok := d.options.describeSession(f, l, d.text.Slice(l.at.Start, l.at.End))
	if !ok {
		return
	}
	if f.code == repeatedFailure {
		made.Related = []Related{{Span: d.linkAt(f.first).at, Message: firstFailure}}
	}
	d.shown.added = append(d.shown.added, Placed{Diagnostic: &Diagnostic{Advice: &Advice{Description: made}, Span: l.at, Call: -1}, Call: -1})
	d.shown.bySeverity[made.Severity]++
}

// describeSession describes a finding about a session, at a link with a text; ok is false if its rule is disabled.
func (o Options) describeSession(f *sessionFinding, l link, text string) (made *Description, ok bool) {
	severity, ok := o.Severity(Lookup(f.code))
	if !ok {
		return nil, false
	}
	what := "`" + rules.Clip(strings.Trim(text, `\"`)) + "`"
	made = &Description{Code: f.code, Severity: severity}
	switch f.code {
	case repeatedFailure:
		made.Message = "Call of " + what + " fails with the same arguments " + strconv.Itoa(maxFailures) + " times in a row; use other arguments, or another tool"
		made.Note = "Each result is an error, and the same call usually fails again"
	case "call-without-result":
		made.Message = "Call of " + what + " has no result, but the session goes on; keep its result or remove the call"
		made.Note = "It may have run. Most APIs refuse a conversation in which a call has no result"
	default:
		made.Message = "No call of this session has the ID " + what + "; keep the call or remove the result"
		if l.named {
			made.Message = "This session does not call " + what + "; keep the call or remove the result"
		}
		made.Note = "Most APIs refuse a conversation with such a result"
	}
	return made, true
}

// NativeResults returns the result of each of [Document.Natives]; nil for none.
func (d *Document) NativeResults() []*json.Result {
	r := d.once
	if r == nil {
		r = d.whole().reading
	}
	list := make([]*json.Result, len(r.natives))
	sessions(slices.Values(r.links), len(r.links), func(s session) {
		of, _ := s.answers()
		for i, result := range of {
			if result > 0 {
				list[s[i].index] = &r.File.Results[s[result-1].index]
			}
		}
	})
	return list
}
