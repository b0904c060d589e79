package transcript

import (
	"slices"
	"sort"
	"strings"
)

// lines reads the lines that may have a call, or the result of one.
func (f *File) lines(text string) {
	for line := range CallLines(text, true) {
		f.line(text[line.Start:line.End], line.Start)
	}
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
		messages := len(f.Messages)
		f.Messages, starts = append(f.Messages, list...), append(starts, at...)
		if text := f.calls(of, messages); text != "" {
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
