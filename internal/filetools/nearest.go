package filetools

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// A Near is the passage of a text that is most like another text, which is not in it.
type Near struct {
	Start, End int // in the text
	Reasons    []Reason
}

// Limits on what is compared. A longer text to search for is compared by its first lines.
const (
	maxSearch = 200  // lines
	maxLine   = 1000 // bytes of a line that are compared one by one
)

// nearest returns the passage of a text that is most like search; ok is false if nothing is.
func nearest(in lines, search string) (n Near, ok bool) {
	text, core := in.text, strings.Trim(search, "\r\n")
	if strings.TrimSpace(core) == "" {
		return n, false
	}
	if plain := unescaped(search); plain != search {
		if at := strings.Index(text, plain); at >= 0 {
			return Near{at, at + len(plain), []Reason{Escaped}}, true
		}
	}
	parts := elided(in, core)
	from, to := 0, 0
	for i, part := range parts {
		a, b, found := in.find(part, to)
		if !found {
			return n, false
		}
		if i == 0 {
			from = a
		}
		to = b
	}
	first, last := parts[0], parts[len(parts)-1]
	head := in.start(from)
	if one := len(parts) == 1 && first.len() == 1 && to == from+1; one {
		a, b := fit(first.line(0), in.line(from), true, true)
		n.Start, n.End = head+a, head+b
	} else {
		a, _ := fit(first.line(0), in.line(from), true, false)
		_, b := fit(last.line(last.len()-1), in.line(to-1), false, true)
		n.Start, n.End = head+a, in.start(to-1)+b
	}
	if strings.HasSuffix(search, "\n") {
		n.End = endOfLine(text, n.End)
	}
	if strings.HasPrefix(search, "\n") && n.Start == head && n.Start > 0 {
		n.Start--
	}
	if len(parts) > 1 || first.joined() != core {
		n.Reasons = []Reason{Elided}
	} else {
		n.Reasons = reasons(search, text[n.Start:n.End])
	}
	return n, true
}

// endOfLine returns where the line end at an offset ends, or the offset if there is none.
func endOfLine(text string, at int) int {
	for _, end := range []string{"\r\n", "\n"} {
		if strings.HasPrefix(text[at:], end) {
			return at + len(end)
		}
	}
	return at
}

// elision is a line that represents others: "...", "// rest unchanged", "# … existing code …".
var elision = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(\.{3}|…)|^(//|#|--|;|%|/\*|<!--|\{/\*)\W*\(?(the\s+)?(rest|remaining|remainder|existing|other|same|unchanged|omitted|snip)\b`)
})

// elided returns the lines of a text to search for, in parts between those that represent others.
func elided(in lines, search string) (parts []lines) {
	all, from := linesOf(search), 0
	add := func(to int) {
		part := all.slice(from, min(to, from+maxSearch))
		if strings.TrimSpace(part.joined()) != "" {
			parts = append(parts, part)
		}
		from = to + 1
	}
	for i := range all.len() {
		if plain := strings.TrimSpace(all.line(i)); elision().MatchString(plain) && in.index(0, plain) < 0 {
			add(i)
		}
	}
	add(all.len())
	if len(parts) == 0 {
		return []lines{all}
	}
	return parts
}

// index returns the first line from one on that is a text without the white space around it, or -1.
func (l lines) index(from int, plain string) int {
	for i := from; i < l.len(); i++ {
		if strings.TrimSpace(l.line(i)) == plain {
			return i
		}
	}
	return -1
}

// candidates is how many places are compared line by line.
const candidates = 4

// find returns the lines from one on that are most like others.
func (l lines) find(search lines, from int) (start, end int, ok bool) {
	if from >= l.len() {
		return 0, 0, false
	}
	n := search.len()
	for i := from; i+n <= l.len(); i++ {
		k := 0
		for k < n && l.line(i+k) == search.line(k) {
			k++
		}
		if k == n {
			return i, i + n, true
		}
	}
	wanted := search.all()
	best := costOf(wanted) * 6 / 10 // more than this is another text
	for _, at := range l.likely(search, from) {
		reach := 4 + n/4
		low, high := max(from, at-reach), min(l.len(), at+n+reach)
		if a, b, cost := align(l.slice(low, high).all(), wanted); cost < best && b > a {
			start, end, best, ok = low+a, low+b, cost, true
		}
	}
	return start, end, ok
}

// likely returns the lines at which a text like search may start, the likeliest first: those with
// the most groups of four characters that are in it. White space and quotes do not count.
func (l lines) likely(search lines, from int) []int {
	var known groups
	wanted := int32(0)
	for i := range search.len() {
		_, all := known.count(search.line(i), true)
		wanted += all
	}
	if wanted == 0 { // only quotes
		if i := l.index(from, strings.TrimSpace(search.line(0))); i >= 0 {
			return []int{i}
		}
		return nil
	}
	hits, all := make([]int32, l.len()-from+1), make([]int32, l.len()-from+1)
	for i := from; i < l.len(); i++ {
		k := i - from + 1
		h, a := known.count(l.line(i), false)
		hits[k], all[k] = hits[k-1]+h, all[k-1]+a
	}
	type place struct {
		at    int
		score float64
	}
	var best []place
	for i := from; i < l.len(); i++ {
		a, b := i-from, min(l.len(), i+search.len())-from
		p := place{i, float64(2*(hits[b]-hits[a])) / float64(all[b]-all[a]+wanted)}
		if p.score == 0 || len(best) == candidates && best[candidates-1].score >= p.score {
			continue
		}
		// Of places near each other the best one is enough: they are compared with what is around.
		if k := slices.IndexFunc(best, func(o place) bool { return i-o.at <= search.len()/4+1 }); k >= 0 {
			if best[k].score >= p.score {
				continue
			}
			best = slices.Delete(best, k, k+1)
		}
		best = append(best, p)
		slices.SortStableFunc(best, func(a, b place) int { return int((b.score - a.score) * 1e6) })
		best = best[:min(len(best), candidates)]
	}
	list := make([]int, len(best))
	for i, p := range best {
		list[i] = p.at
	}
	return list
}
