package document

import "cmp"

// Labels are the facts that a whole transcript decides about each part of it: which
// labels start messages, by how many there are of each form, and in JSON whether calls
// in text run. Those of a file are the sum of those of its parts.
type Labels struct {
	counts [forms]labelCount
	shows  shown
}

// A labelCount counts the labels of a form.
type labelCount [labelFacts]int32

const (
	all     = iota
	results // of tools
	agents  // these and the others are outside of code blocks
	sure    // that it is an agent: two for each "assistant"
	persons
	tools
	labelFacts
)

// Add returns the sum of two counts; nil means none. It is one of them if that is equal, as it often is for parts of a
// transcript in JSON.
func (l *Labels) Add(o *Labels) *Labels {
	if l == nil || o == nil {
		return cmp.Or(l, o)
	}
	sum := &Labels{counts: l.counts}
	for f := range sum.counts {
		for k := range sum.counts[f] {
			sum.counts[f][k] += o.counts[f][k]
		}
	}
	sum.shows.add(l.shows)
	sum.shows.add(o.shows)
	sum.shows = sum.shows.sum()
	for _, one := range [...]*Labels{l, o} {
		if sum.counts == one.counts && sum.shows.equal(one.shows) {
			return one
		}
	}
	return sum
}

// Same reports whether the same labels apply in a file of the given kind.
func (l *Labels) Same(o *Labels, kind Kind) bool {
	if kind == JSON {
		return l.shown().equal(o.shown())
	}
	return l.rules(kind) == o.rules(kind)
}

// count returns the counts of the marks of a text, nil if there are none. Marks in code blocks
// are not counted.
func count(text string, list []mark) *Labels {
	if len(list) == 0 {
		return nil
	}
	l := &Labels{}
	for i, m := range list {
		c := &l.counts[m.form]
		c[all]++
		if m.word == "result" {
			c[results]++
		}
		if m.fenced {
			continue
		}
		switch m.who {
		case Agent:
			c[agents]++
			switch m.word {
			case "assistant":
				c[sure] += 2
			case "agent", "model", "bot", "llm", "forge": // "Model: gpt-4o"
			default:
				c[sure]++
			}
		case User:
			c[persons]++
		case Tool:
			c[tools]++
		case System:
			if teaches(text, list[i:]) {
				l.shows.calls = taught
			}
		}
	}
	return l
}

// labelRules specify which labels of a file start messages.
type labelRules struct {
	any     bool // whether any of them is a label
	named   bool // whether agents' messages have labels
	stamped bool // whether the lines of a log have timestamps
	forge   bool // whether a prompt or a block of a transcript shows a call of Forge
	log     bool
	counted [forms]bool
}

// rules decides which labels start messages. A word and a colon alone mean little, so a
// form of labels is accepted if it distinguishes two speakers, one of them an agent, or
// names the assistant twice. Labels in the content of a call are content.
//
// In a log, a message also ends at the runtime's own heading of a tool result and, if
// nobody is named, at a time at the start of a line: no reply continues after either.
func (l *Labels) rules(kind Kind) labelRules {
	r := labelRules{log: kind == Log}
	if l == nil {
		return r
	}
	r.forge = kind == Transcript && l.shows.calls.isForge()
	for f := range l.counts {
		c := &l.counts[f]
		r.counted[f] = c[persons] > 0 && (c[sure] > 0 || c[agents] > 1) || c[sure] > 3 || c[sure] > 1 && c[tools] > 0
		if kind == Transcript {
			r.counted[f] = opensTranscript(form(f)) && c.exchanges(1)
		}
		r.named = r.named || r.counted[f]
	}
	r.stamped = r.log && l.counts[logLine][all] >= 2 && !r.named
	for f := range l.counts {
		c := &l.counts[f]
		switch {
		case r.counted[f] || form(f) == logLine && r.stamped:
			r.any = r.any || c[all] > 0
		case form(f) != logLine:
			r.any = r.any || c[results] > 0 && (r.log || r.named)
		}
	}
	return r
}

// accept returns the mark as it applies in the file, and whether it does.
func (r *labelRules) accept(m mark) (mark, bool) {
	switch {
	case r.counted[m.form]:
		return m, true
	case m.form == logLine:
		m.who = Unknown // [agent] is the program that writes the log
		return m, r.stamped
	}
	return m, m.word == "result" && (r.log || r.named)
}
