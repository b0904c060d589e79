package json

import (
	"slices"
	"sort"
	"strings"
)

// lines reads the lines that may have a call, or the result of one.
func (f *File) lines(text string) {
	places := NewCallPlaces(text)
	f.Calls = slices.Grow(f.Calls, len(places.natives))
	places.addAnswers()
	for at := 0; at < len(text); {
		hit := places.Next(at)
		if hit < 0 {
			return
		}
		begin := strings.LastIndexByte(text[:hit], '\n') + 1
		end := len(text)
		if n := strings.IndexByte(text[hit:], '\n'); n >= 0 {
			end = hit + n + 1
		}
		f.line(text[begin:end], begin)
		at = end
	}
}

// CallPlaces finds the places of a text that may have a call, in text or native. Offsets must be
// queried in ascending order.
type CallPlaces struct {
	text    string
	inText  int   // the next Hit, -1 after the last
	natives []int // that show native calls, by position
	answers []int // that may be in results of native calls
}

// NewCallPlaces finds the places of a text.
func NewCallPlaces(text string) *CallPlaces {
	c := &CallPlaces{text: text}
	nativeMarksIn(text, func(at Span, shown bool) bool {
		if shown {
			c.natives = append(c.natives, at.Start)
		}
		return true
	}, func(at int) { c.answers = append(c.answers, at) })
	slices.Sort(c.natives)
	return c
}

// addAnswers adds the places that may be in results of native calls.
func (c *CallPlaces) addAnswers() {
	c.natives = append(c.natives, c.answers...)
	slices.Sort(c.natives)
}

// Next returns the first place at or after an offset, or -1.
func (c *CallPlaces) Next(at int) int {
	if c.inText >= 0 && (c.inText < at || at == 0) {
		if c.inText = Hit(c.text[at:]); c.inText >= 0 {
			c.inText += at
		}
	}
	for len(c.natives) > 0 && c.natives[0] < at {
		c.natives = c.natives[1:]
	}
	if len(c.natives) > 0 && (c.inText < 0 || c.natives[0] < c.inText) {
		return c.natives[0]
	}
	return c.inText
}

// HasPlaces reports whether a text may have a call, or the result of one.
func HasPlaces(text string) bool {
	places := NewCallPlaces(text)
	places.addAnswers()
	return places.Next(0) >= 0
}

// line reads one record of JSONL.
func (f *File) line(line string, base int) {
	if strings.HasPrefix(line, bom) {
		line, base = line[len(bom):], base+len(bom)
	}
	line = strings.TrimRight(line, "\r\n")
	of, calls, results, starts, whole := len(f.Messages), len(f.Calls), len(f.Results), []int(nil), base
	defer func() { f.number(of, calls, results, whole, starts) }()
	logged, _ := recordIn(line)
	line, base = line[logged:], base+logged
	for strings.TrimLeft(line, " \t") != "" { // usually once
		if f.tokens == nil {
			f.tokens = newTokens("", "")
		}
		f.tokens.next(line)
		n, at, err := f.tokens.parse()
		if err != nil {
			f.Damage = append(f.Damage, Damage{base, base + len(line), base + at, why(err, line, at)})
		}
		if n.kind != 0 {
			starts = append(starts, f.records(&value{node: &n, text: line, base: base})...)
		}
		if err != nil {
			return
		}
		if n.kind == '"' {
			n.end++
		}
		line, base = line[n.end:], base+n.end
		if logged > 0 { // what a log writes after a record is not damaged
			at, more := recordIn(line)
			if !more {
				return
			}
			line, base = line[at:], base+at
		}
	}
}

// records adds the messages of the records of a value, and returns the starts of messages.
func (f *File) records(v *value) (starts []int) {
	first, definitions := len(f.Calls), ""
	records(v.node, func(record node) {
		of := v.at(&record)
		list, at := messagesOf(of)
		f.Messages, starts = append(f.Messages, list...), append(starts, at...)
		if text := f.calls(of); text != "" {
			definitions = text
		}
	})
	if definitions == "" {
		return starts
	}
	for i := first; i < len(f.Calls); i++ { // beside a list of messages on the line
		if f.Calls[i].Tools == "" {
			f.Calls[i].Tools = definitions
		}
	}
	if first == len(f.Calls) {
		at, _ := v.place()
		f.Definitions = append(f.Definitions, Definitions{at, definitions})
	}
	return starts
}

// number numbers the messages and calls of a line, from some indexes on, if messages start at several
// offsets of it: then it is a conversation of its own.
func (f *File) number(messages, calls, results, line int, starts []int) {
	if starts = ascending(starts); len(starts) < 2 {
		return
	}
	f.separate(calls, results, line)
	for i := messages; i < len(f.Messages); i++ {
		f.Messages[i].Number = sort.SearchInts(starts, f.Messages[i].Start+1)
	}
	for i := calls; i < len(f.Calls); i++ {
		f.Calls[i].Number = sort.SearchInts(starts, f.Calls[i].Start+1)
	}
}

// separate makes the calls and results from some indexes on those of a conversation that starts at an
// offset.
func (f *File) separate(calls, results, at int) {
	for i := calls; i < len(f.Calls); i++ {
		f.Calls[i].Alone = at + 1
	}
	for i := results; i < len(f.Results); i++ {
		f.Results[i].Alone = at + 1
	}
}

// records calls add with each record of a value, which is on one line, in the same units
// as a documentReader: the items of a list, and of an object each item of its lists of
// messages and the members beside them.
func records(n *node, add func(node)) {
	if n.kind == '[' {
		for _, item := range n.kids {
			add(item)
		}
		return
	}
	if !slices.ContainsFunc(n.kids, func(kid node) bool { return kid.kind == '[' && splits(kid.key) }) {
		add(*n)
		return
	}
	beside := node{kind: n.kind, start: n.start, end: n.end}
	flush := func() {
		if len(beside.kids) > 0 {
			add(beside)
			beside.kids = nil
		}
	}
	for _, kid := range n.kids {
		if kid.kind != '[' || !splits(kid.key) {
			beside.kids = append(beside.kids, kid)
			continue
		}
		flush()
		for _, item := range kid.kids {
			add(listed(kid.key, item))
		}
	}
	flush()
}
