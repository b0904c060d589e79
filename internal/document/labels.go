package document

import (
	"cmp"
	"iter"
	"slices"

	"github.com/entrhq/forge-lsp/internal/transcript"
)

// Labels are the facts that a whole transcript decides about each part of it: which
// labels start messages, by how many there are of each form, and in JSON whether calls
// in text run. Those of a file are the sum of those of its parts; nil are those of nothing.
type Labels struct {
	counts [forms]labelCount
	calls  callsShown
	tools  []string // the names of the tools that are defined or called, sorted in a sum
	// definitions are the definitions of tools that are beside no call, as JSON, sorted in a sum.
	definitions []string
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

// Add returns the sum of two counts. It is one of them if that is equal, as it often is for parts of a
// transcript in JSON.
func (l *Labels) Add(o *Labels) *Labels {
	if l == nil || o == nil {
		return cmp.Or(l, o)
	}
	total := Labels{counts: l.counts}
	for f := range total.counts {
		for k := range total.counts[f] {
			total.counts[f][k] += o.counts[f][k]
		}
	}
	total.add(l)
	total.add(o)
	switch sum := total.sum(); {
	case sum.equal(l):
		return l
	case sum.equal(o):
		return o
	default:
		return sum
	}
}

// SumOf returns the sum of the labels of the parts of a transcript in JSON.
func SumOf(parts iter.Seq[*Labels]) *Labels {
	var total Labels
	for l := range parts {
		if l != nil {
			total.add(l)
		}
	}
	return total.sum()
}

// add adds what a part in JSON shows.
func (l *Labels) add(o *Labels) {
	l.calls |= o.calls
	l.tools, l.definitions = append(l.tools, o.tools...), append(l.definitions, o.definitions...)
}

// sum returns what was added, nil for nothing. It sorts the texts: to do so for each part would take long.
func (l *Labels) sum() *Labels {
	l.tools, l.definitions = setOf(l.tools), setOf(l.definitions)
	if l.equal(nil) {
		return nil
	}
	return l
}

// maxTexts bounds the texts of a set; those that are first in order are kept, so that the order of
// adding does not matter.
const maxTexts = 1000

// setOf returns the set of some texts, which it sorts.
func setOf(texts []string) []string {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	return texts[:min(len(texts), maxTexts)]
}

func (l *Labels) equal(o *Labels) bool {
	if l == o { // as most are
		return true
	}
	l, o = cmp.Or(l, &Labels{}), cmp.Or(o, &Labels{})
	return l.counts == o.counts && l.calls == o.calls && slices.Equal(l.tools, o.tools) && slices.Equal(l.definitions, o.definitions)
}

// Same reports whether the same labels apply in a file of the given kind.
func (l *Labels) Same(o *Labels, kind Kind) bool {
	if kind == JSON {
		return l.equal(o)
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
				l.calls = taught
			}
		}
	}
	return l
}

// teaches reports whether the system prompt at the first of the marks of a text has a call
// of Forge.
func teaches(text string, list []mark) bool {
	end := len(text)
	if next := slices.IndexFunc(list[1:], func(m mark) bool { return m.form == list[0].form }); next >= 0 {
		end = list[1+next].at
	}
	return transcript.Teaches(text[list[0].at:end])
}

// labelRules specify which labels of a file start messages.
type labelRules struct {
	any     bool // whether any of them is a label
	named   bool // whether agents' messages have labels
	stamped bool // whether the lines of a log have timestamps
	forge   bool // whether a prompt or a block of a transcript shows a call of Forge
	kind    Kind // of the file
	counted [forms]bool
}

// rules decides which labels start messages. A word and a colon alone mean little, so a
// form of labels is accepted if it distinguishes two speakers, one of them an agent, or
// names the assistant twice. Labels in the content of a call are content.
//
// In a log, a message also ends at the runtime's own heading of a tool result and, if
// nobody is named, at a time at the start of a line: no reply continues after either.
func (l *Labels) rules(kind Kind) labelRules {
	r := labelRules{kind: kind}
	if l == nil {
		return r
	}
	r.forge = kind == Transcript && l.calls.isForge()
	result := false // whether a label is that of a result
	for f := range l.counts {
		c := &l.counts[f]
		if kind == Transcript {
			r.counted[f] = opensTranscript(form(f)) && c.exchanges(1)
		} else {
			r.counted[f] = c[persons] > 0 && (c[sure] > 0 || c[agents] > 1) || c[sure] > 3 || c[sure] > 1 && c[tools] > 0
		}
		r.named = r.named || r.counted[f]
		result = result || form(f) != logLine && c[results] > 0
	}
	r.stamped = kind == Log && l.counts[logLine][all] >= 2 && !r.named
	r.any = r.named || r.stamped || kind == Log && result
	return r
}

// exchanges reports whether a person and an agent are named, the agent at least the given
// number of times. Words such as "agent" and "model" are also keys, so one of them is not
// enough.
func (c *labelCount) exchanges(times int32) bool {
	return c[persons] > 0 && c[agents] >= times && (c[sure] > 0 || c[agents] > 1)
}

// opensTranscript reports whether labels of a form distinguish a transcript from a
// document: the others occur as keys of YAML equally often.
func opensTranscript(f form) bool { return f != lower && f != key }

// accept returns the mark as it applies in the file, and whether it does.
func (r *labelRules) accept(m mark) (mark, bool) {
	switch {
	case r.counted[m.form]:
		return m, true
	case m.form == logLine:
		m.who = Unknown // [agent] is the program that writes the log
		return m, r.stamped
	}
	return m, m.word == "result" && (r.kind == Log || r.named)
}

// scopeOf returns the scope of a message of an author; toolResults reports whether results of tools are read too.
func (r *labelRules) scopeOf(who Role, toolResults bool) Scope {
	switch {
	case who == Agent:
		return Message
	case who == Unknown || !r.named:
		return Messages // agents' messages do not have labels
	case who == Tool && !toolResults:
		return Answer
	}
	return Apart
}

// unlabelled returns the scope of a text before its first label, or without any: that of a reply if it is one.
func (r *labelRules) unlabelled() Scope {
	switch {
	case r.kind == Transcript:
		return Apart
	case r.kind == Log, r.any:
		return Messages
	}
	return Message
}
