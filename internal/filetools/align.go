package filetools

import (
	"slices"
	"strings"
	"unicode"
)

// A line is one that is compared with others.
type line struct {
	text  string
	pairs []uint16 // see pairsOf; nil if not computed yet
}

// align returns the lines in which others are, with the fewest changes, and their cost: 10 for each
// line that is another one. Lines before and after are free.
func align(in, search []line) (start, end, cost int) {
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
func costOf(l []line) (cost int) {
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
