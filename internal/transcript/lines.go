package transcript

import (
	"cmp"
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
	before, starts, whole := *f, []int(nil), base
	defer func() { f.separate(&before, whole, starts) }()
	logged, _ := recordIn(line)
	line, base = line[logged:], base+logged
	for strings.TrimLeft(line, " \t") != "" { // usually once
		if f.tokens == nil {
			f.tokens = newTokens("")
		}
		f.tokens.next(line)
		n, at, err := f.tokens.parse()
		if err != nil {
			f.Damage = append(f.Damage, Damage{base, base + len(line), base + at, why(err), false})
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
		at, text := f.record(v.at(&record))
		starts, definitions = append(starts, at...), cmp.Or(text, definitions)
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
		f.Definitions = append(f.Definitions, definitions)
	}
	return starts
}

// separate makes what was not there before a conversation of its own, which starts at an offset, if several messages start in
// it. On a line they are numbered. Definitions in it do not apply to other calls.
func (f *File) separate(before *File, at int, starts []int) {
	if starts = ascending(starts); len(starts) < 2 {
		return
	}
	if !f.Lines {
		starts = nil
	}
	for i := len(before.Messages); i < len(f.Messages); i++ {
		m := &f.Messages[i]
		m.Alone, m.Number = at+1, sort.SearchInts(starts, m.Start+1)
	}
	for i := len(before.Calls); i < len(f.Calls); i++ {
		c := &f.Calls[i]
		c.Alone, c.Number = at+1, sort.SearchInts(starts, c.Start+1)
	}
	for i := len(before.Results); i < len(f.Results); i++ {
		f.Results[i].Alone = at + 1
	}
	f.Definitions = f.Definitions[:len(before.Definitions)]
}

// records calls add with each record of a value: the items of a list, and of an object each item of its lists of
// messages and the members beside them.
func records(n *node, add func(node)) {
	if n.kind == '[' {
		for _, item := range n.kids {
			add(item)
		}
		return
	}
	if splitAt(n) < 0 {
		add(*n)
		return
	}
	for rest := *n; len(rest.kids) > 0; {
		at := splitAt(&rest)
		if at < 0 {
			at = len(rest.kids)
		}
		if beside := rest.kids[:at]; at > 0 {
			add(node{kind: '{', start: beside[0].start, end: beside[at-1].end, kids: beside})
		}
		if rest.kids = rest.kids[at:]; len(rest.kids) > 0 {
			for _, item := range rest.kids[0].kids {
				add(listed(rest.kids[0].key, item))
			}
			rest.kids = rest.kids[1:]
		}
	}
}
