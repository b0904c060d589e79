package glob

import (
	"fmt"
	"regexp"
	"strings"
)

// write writes the regular expression of a sequence. before reports whether a name
// begins at its start, and end whether the path ends at its end. It returns before for
// the nodes after it.
func write(w *strings.Builder, nodes []node, before, end bool) bool {
	for i := 0; i < len(nodes); i++ {
		n, rest := nodes[i], nodes[i+1:]
		switch n.kind {
		case separator:
			if len(rest) == 1 && isDouble(rest[0]) && end {
				w.WriteString(`(?:/.*)?`) // a/** also matches a
				return false
			}
			w.WriteByte('/')
		case stars:
			switch {
			case isDouble(n) && before && len(rest) == 0 && end:
				w.WriteString(`.*`)
			case isDouble(n) && before && len(rest) > 0 && rest[0].kind == separator:
				w.WriteString(`(?:.*/)?`)
				i++
				continue // a name still begins here
			default:
				w.WriteString(`[^/]*`)
			}
		case anyCharacter:
			w.WriteString(`[^/]`)
		case characters:
			n.class.write(w)
		case alternatives:
			before = n.group.write(w, before, end && len(rest) == 0)
			continue
		default:
			w.WriteString(regexp.QuoteMeta(string(n.char)))
		}
		before = n.kind == separator
	}
	return before
}

func isDouble(n node) bool { return n.kind == stars && n.count == 2 }

// write writes alternatives. A name begins after them if it does after each.
func (g *group) write(w *strings.Builder, before, end bool) bool {
	after := true
	w.WriteString(`(?:`)
	for i, nodes := range g.of {
		if i > 0 {
			w.WriteByte('|')
		}
		after = write(w, nodes, before, end) && after
	}
	w.WriteByte(')')
	return after
}

// write writes a class, which never includes a separator.
func (c *class) write(w *strings.Builder) {
	w.WriteByte('[')
	if c.negated {
		w.WriteString(`^/`)
	}
	empty := true
	add := func(low, high rune) {
		if low <= high {
			empty = false
			fmt.Fprintf(w, `\x{%x}-\x{%x}`, low, high)
		}
	}
	for _, r := range c.ranges {
		if low, high := r[0], r[1]; low <= '/' && '/' <= high && !c.negated {
			add(low, '/'-1)
			add('/'+1, high)
		} else {
			add(low, high)
		}
	}
	if empty && !c.negated {
		w.WriteString(`^\x{0}-\x{10ffff}`) // nothing
	}
	w.WriteByte(']')
}
