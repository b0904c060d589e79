package document

import (
	"sort"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// Labels are the facts that a whole transcript decides about each part of it: which
// labels start messages, by how many there are of each form, and in JSON whether calls
// in text run. Those of a file are the sum of those of its parts.
type Labels struct {
	counts [forms]labelCount
	stamps int
	shows  shown
}

type labelCount struct{ agents, sure, persons, tools, all, results int32 }

// Add returns the sum of two counts; nil means none.
func (l *Labels) Add(o *Labels) *Labels {
	if l == nil {
		return o
	}
	if o == nil {
		return l
	}
	shows := l.shows.add(o.shows)
	switch bare := l.bare() && o.bare(); { // of JSON, which has no labels
	case bare && shows == l.shows:
		return l
	case bare && shows == o.shows:
		return o
	case bare:
		return shows.labels()
	}
	sum := *l
	sum.shows = shows
	for f := range sum.counts {
		a, b := &sum.counts[f], &o.counts[f]
		a.agents += b.agents
		a.sure += b.sure
		a.persons += b.persons
		a.tools += b.tools
		a.all += b.all
		a.results += b.results
	}
	sum.stamps += o.stamps
	return &sum
}

// bare reports whether the labels only have facts about calls.
func (l *Labels) bare() bool { return *l == Labels{shows: l.shows} }

// Same reports whether the same labels apply in a file of the given kind.
func (l *Labels) Same(o *Labels, kind Kind) bool {
	if kind == JSON {
		return l.shown() == o.shown()
	}
	return l.rules(kind) == o.rules(kind)
}

// count returns the counts of the marks of a text, nil if there are none. Marks in code blocks
// are not counted.
func count(text string, list []mark, fenced []bool) *Labels {
	if len(list) == 0 {
		return nil
	}
	l := &Labels{}
	for i, m := range list {
		c := &l.counts[m.form]
		c.all++
		if m.form == logLine {
			l.stamps++
		}
		if m.word == "result" {
			c.results++
		}
		if fenced[i] {
			continue
		}
		switch m.who {
		case Agent:
			c.agents++
			switch m.word {
			case "assistant":
				c.sure += 2
			case "agent", "model", "bot", "llm", "forge": // "Model: gpt-4o"
			default:
				c.sure++
			}
		case User:
			c.persons++
		case Tool:
			c.tools++
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
	marked  bool // whether any lines look like labels
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
	r.marked, r.forge = !l.bare(), kind == Transcript && l.shows.calls.isForge()
	for f := range l.counts {
		c := &l.counts[f]
		r.counted[f] = c.persons > 0 && (c.sure > 0 || c.agents > 1) || c.sure > 3 || c.sure > 1 && c.tools > 0
		if kind == Transcript {
			r.counted[f] = opensTranscript(form(f)) && c.exchanges(1)
		}
		r.named = r.named || r.counted[f]
	}
	r.stamped = r.log && l.stamps >= 2 && !r.named
	for f := range l.counts {
		c := &l.counts[f]
		switch {
		case r.counted[f] || form(f) == logLine && r.stamped:
			r.any = r.any || c.all > 0
		case form(f) != logLine:
			r.any = r.any || c.results > 0 && (r.log || r.named)
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

// labels returns the marks at which messages start.
func (r *replyReader) labels() []mark {
	list := marks(r.text)
	if r.from.Labels == nil && len(list) == 0 && r.kind != Transcript {
		return nil
	}
	var bound bonds
	calls, _ := openers(r.text, &bound)
	r.bind(bound, 0)
	list, fenced, fences := outsideCalls(r.text, list, calls, r.from.State.fence)
	r.fences = fences
	if r.from.seams {
		r.file.marks, r.file.fenced = list, fenced
	}
	if r.kind == Transcript {
		r.file.showEnvelopes(r.text, calls)
	}
	total := r.from.Labels
	if total == nil {
		total = count(r.text, list, fenced).Add(r.file.shownIn(xmlcall.Span{End: len(r.text)}).labels())
	}
	r.rules = total.rules(r.kind)
	var kept []mark
	for _, m := range list {
		if m, ok := r.rules.accept(m); ok {
			kept = append(kept, m)
		}
	}
	return kept
}

// A fencesAt returns the code block that is open at an offset. Offsets must be ascending, each
// outside calls.
type fencesAt func(at int) fenceMark

// outsideCalls returns the marks that are not in a call, whether each is in a code block,
// and a function that starts to find code blocks from the start of the text. A call without an
// end of its own contains nothing. open is the code block that is open at the start of the text.
func outsideCalls(text string, list []mark, calls []opener, open fenceMark) (kept []mark, fenced []bool, fences func() fencesAt) {
	fences = func() fencesAt {
		f, calls := newFences(text, open), calls
		return func(at int) fenceMark {
			for len(calls) > 0 && calls[0].start < at {
				if calls[0].start >= f.pos {
					f.advance(calls[0].start)
					f.pos = calls[0].blockEnd // fences in its content are not fences of the document
				}
				calls = calls[1:]
			}
			f.advance(at)
			return f.open
		}
	}
	inside := calls
	for _, m := range list {
		for len(inside) > 0 && inside[0].blockEnd <= m.at {
			inside = inside[1:]
		}
		if len(inside) > 0 && inside[0].start < m.at {
			continue
		}
		kept = append(kept, m)
	}
	within := fences()
	for _, m := range kept {
		fenced = append(fenced, within(m.at).size > 0)
	}
	return kept, fenced, fences
}

// countLabels finds the labels of a document with the given calls, and the function for
// open code blocks; see outsideCalls.
func (f *File) countLabels(calls []opener, open fenceMark) fencesAt {
	list, fenced, fences := outsideCalls(f.Text, marks(f.Text), calls, open)
	f.marks, f.fenced = list, fenced
	f.showEnvelopes(f.Text, calls)
	return fences()
}

// showEnvelopes finds the calls of a text that have the envelope of Forge. Only the block decides, which
// is bound.
func (f *File) showEnvelopes(text string, calls []opener) {
	for i, o := range calls {
		end := len(text)
		if i+1 < len(calls) {
			end = calls[i+1].start
		}
		if hasEnvelope(text[o.end:end]) {
			f.shows = append(f.shows, shownAt{at: o.start, calls: spoken})
		}
	}
}

// LabelsIn counts the labels of a stretch of the file's text.
func (f *File) LabelsIn(span xmlcall.Span) *Labels {
	if f.Kind == JSON {
		return f.shownIn(span).labels()
	}
	marks, fenced := f.marks, f.fenced
	if f.from == nil && f.Kind.Labelled() {
		marks, fenced = marksOutside(f.Text)
	}
	from := sort.Search(len(marks), func(k int) bool { return marks[k].at >= span.Start })
	to := sort.Search(len(marks), func(k int) bool { return marks[k].at >= span.End })
	return count(f.Text[:min(span.End, len(f.Text))], marks[from:to], fenced[from:to]).Add(f.shownIn(span).labels())
}
