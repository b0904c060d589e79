package filetools

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
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

// Nearest returns the passage of a text that is most like search; ok is false if nothing is.
func Nearest(text, search string) (n Near, ok bool) {
	core := strings.Trim(search, "\r\n")
	if strings.TrimSpace(core) == "" {
		return n, false
	}
	if plain := unescaped(search); plain != search {
		if at := strings.Index(text, plain); at >= 0 {
			return Near{at, at + len(plain), []Reason{Escaped}}, true
		}
	}
	lines := linesOf(text)
	parts := elided(lines, core)
	from, to := 0, 0
	for i, part := range parts {
		a, b, found := lines.find(part, to)
		if !found {
			return n, false
		}
		if i == 0 {
			from = a
		}
		to = b
	}
	first, last := parts[0], parts[len(parts)-1]
	head, tail := lines[from], lines[to-1]
	n.Start, n.End = head.start, tail.start+len(tail.text)
	if one := len(parts) == 1 && len(first) == 1 && to == from+1; one {
		a, b := fit(first[0].text, head.text, true, true)
		n.Start, n.End = head.start+a, head.start+b
	} else {
		a, _ := fit(first[0].text, head.text, true, false)
		_, b := fit(last[len(last)-1].text, tail.text, false, true)
		n.Start, n.End = head.start+a, tail.start+b
	}
	if strings.HasSuffix(search, "\n") {
		n.End = endOfLine(text, n.End)
	}
	if strings.HasPrefix(search, "\n") && n.Start == head.start && n.Start > 0 {
		n.Start--
	}
	if len(parts) > 1 || parts[0].text() != core {
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

// A line is one of a text, without its end.
type line struct {
	start int
	text  string
	pairs []uint16 // see pairsOf; nil if not computed yet
}

type lines []line

func linesOf(text string) (list lines) {
	list = make(lines, 0, strings.Count(text, "\n")+1)
	at := 0
	for l := range strings.SplitSeq(text, "\n") {
		list = append(list, line{start: at, text: strings.TrimSuffix(l, "\r")})
		at += len(l) + 1
	}
	return list
}

// text returns the lines with ends of one byte.
func (l lines) text() string {
	var b strings.Builder
	for i := range l {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(l[i].text)
	}
	return b.String()
}

// elision is a line that represents others: "...", "// rest unchanged", "# … existing code …".
var elision = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\W*(\.{3}|…)|^(//|#|--|;|%|/\*|<!--|\{/\*)\W*\(?(the\s+)?(rest|remaining|remainder|existing|other|same|unchanged|omitted|snip)\b`)
})

// elided returns the lines of a text to search for, in parts between those that represent others.
func elided(in lines, search string) (parts []lines) {
	var part lines
	for _, l := range linesOf(search) {
		plain := strings.TrimSpace(l.text)
		if elision().MatchString(plain) && !slices.ContainsFunc(in, func(o line) bool { return strings.TrimSpace(o.text) == plain }) {
			if strings.TrimSpace(part.text()) != "" {
				parts = append(parts, part)
			}
			part = nil
			continue
		}
		if len(part) < maxSearch {
			part = append(part, l)
		}
	}
	if strings.TrimSpace(part.text()) != "" {
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return []lines{linesOf(search)}
	}
	return parts
}

// candidates is how many places are compared line by line.
const candidates = 4

// find returns the lines from one on that are most like others.
func (l lines) find(search lines, from int) (start, end int, ok bool) {
	if from >= len(l) {
		return 0, 0, false
	}
	for i := from; i+len(search) <= len(l); i++ {
		if slices.EqualFunc(l[i:i+len(search)], search, func(a, b line) bool { return a.text == b.text }) {
			return i, i + len(search), true
		}
	}
	best := costOf(search) * 6 / 10 // more than this is another text
	for _, at := range l.likely(search, from) {
		reach := 4 + len(search)/4
		low, high := max(from, at-reach), min(len(l), at+len(search)+reach)
		if a, b, cost := align(l[low:high], search); cost < best && b > a {
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
	for i := range search {
		wanted += known.add(search[i].text)
	}
	if wanted == 0 { // only quotes
		plain := strings.TrimSpace(search[0].text)
		if i := slices.IndexFunc(l[from:], func(o line) bool { return strings.TrimSpace(o.text) == plain }); i >= 0 {
			return []int{from + i}
		}
		return nil
	}
	hits, all := make([]int32, len(l)-from+1), make([]int32, len(l)-from+1)
	for i := from; i < len(l); i++ {
		k := i - from + 1
		h, a := known.count(l[i].text)
		hits[k], all[k] = hits[k-1]+h, all[k-1]+a
	}
	type place struct {
		at    int
		score float64
	}
	var best []place
	for i := from; i < len(l); i++ {
		a, b := i-from, min(len(l), i+len(search))-from
		p := place{i, float64(2*(hits[b]-hits[a])) / float64(all[b]-all[a]+wanted)}
		if p.score == 0 || len(best) == candidates && best[candidates-1].score >= p.score {
			continue
		}
		// Of places near each other the best one is enough: they are compared with what is around.
		if k := slices.IndexFunc(best, func(o place) bool { return i-o.at <= len(search)/4+1 }); k >= 0 {
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

// align returns the lines in which others are, with the fewest changes, and their cost: 10 for each
// line that is another one. Lines before and after are free.
func align(in, search lines) (start, end, cost int) {
	const skipped, added = 10, 6
	row, from := make([]int, len(in)+1), make([]int, len(in)+1)
	for j := range from {
		from[j] = j
	}
	for i := range search {
		above, aboveFrom := row[0], from[0]
		row[0] += weight(&search[i], skipped)
		for j := range in {
			change, changeFrom := above+differ(&search[i], &in[j]), aboveFrom
			above, aboveFrom = row[j+1], from[j+1]
			if c := row[j+1] + weight(&search[i], skipped); c < change {
				change, changeFrom = c, from[j+1]
			}
			if c := row[j] + weight(&in[j], added); c < change {
				change, changeFrom = c, from[j]
			}
			row[j+1], from[j+1] = change, changeFrom
		}
	}
	for j := range row {
		if row[j] < row[end] || j == 0 {
			start, end, cost = from[j], j, row[j]
		}
	}
	return start, end, cost
}

// weight returns the cost of a line that is left out.
func weight(l *line, cost int) int {
	if strings.TrimSpace(l.text) == "" {
		return 1
	}
	return cost
}

// costOf returns the cost of all lines.
func costOf(l lines) (cost int) {
	for i := range l {
		cost += weight(&l[i], 10)
	}
	return cost
}

// differ returns how much two lines differ, from 0 to 12.
func differ(a, b *line) int {
	if a.text == b.text {
		return 0
	}
	p, q := a.pairsOf(), b.pairsOf()
	same, i, k := 0, 0, 0
	for i < len(p) && k < len(q) {
		switch {
		case p[i] == q[k]:
			same, i, k = same+1, i+1, k+1
		case p[i] < q[k]:
			i++
		default:
			k++
		}
	}
	switch all := len(p) + len(q); {
	case all == 0, 2*same == all:
		return 0
	case 10*same < 3*min(len(p), len(q)) || same == 0:
		return 12
	case 2*same < all && same == min(len(p), len(q)): // one is a part of the other
		return 2 + 4*(all-2*same)/all
	default:
		return 1 + 9*(all-2*same)/all
	}
}

// pairsOf returns the pairs of characters in a line without white space and quotes, sorted.
func (l *line) pairsOf() []uint16 {
	if l.pairs != nil {
		return l.pairs
	}
	plain := strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || c == '"' || c == '\'' || c == '`' {
			return -1
		}
		return c
	}, quotes.Replace(unescaped(l.text[:min(len(l.text), maxLine)])))
	l.pairs = make([]uint16, 0, len(plain))
	for i := range len(plain) {
		next := uint16(0)
		if i+1 < len(plain) {
			next = uint16(plain[i+1])
		}
		l.pairs = append(l.pairs, uint16(plain[i])<<8|next)
	}
	slices.Sort(l.pairs)
	return l.pairs
}

// fit returns the part of a line that a text becomes with the fewest changes. The part begins where
// the line does unless before is set, and ends where it does unless after is.
func fit(search, in string, before, after bool) (start, end int) {
	if len(search) > maxLine || len(in) > maxLine {
		return 0, len(in)
	}
	line := []rune(in)
	cost := func(c rune) int {
		if c == ' ' || c == '\t' {
			return 1
		}
		return 2
	}
	row, from := make([]int, len(line)+1), make([]int, len(line)+1)
	for j := 1; j <= len(line); j++ {
		if before {
			from[j] = j
		} else {
			row[j] = row[j-1] + cost(line[j-1])
		}
	}
	for _, c := range search {
		above, aboveFrom := row[0], from[0]
		row[0] += cost(c)
		for j, d := range line {
			change, changeFrom := above, aboveFrom
			switch {
			case c == d:
			case (c > unicode.MaxASCII || d > unicode.MaxASCII) && quotes.Replace(string(c)) == quotes.Replace(string(d)):
				change++
			default:
				change += max(cost(c), cost(d))
			}
			above, aboveFrom = row[j+1], from[j+1]
			for _, o := range [...]struct{ cost, from int }{{row[j+1] + cost(c), from[j+1]}, {row[j] + cost(d), from[j]}} {
				if o.cost < change || o.cost == change && o.from < changeFrom {
					change, changeFrom = o.cost, o.from
				}
			}
			row[j+1], from[j+1] = change, changeFrom
		}
	}
	end = len(line)
	if after {
		for j := range row {
			if row[j] < row[end] {
				end = j
			}
		}
	}
	return len(string(line[:from[end]])), len(string(line[:end]))
}
