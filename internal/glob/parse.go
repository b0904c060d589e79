package glob

import (
	"strings"
	"unicode/utf8"
)

// A node is one element of a pattern. It is comparable except for groups.
type node struct {
	kind  kind
	char  rune
	class *class
	count int // number of stars
	group *group
}

type kind uint8

const (
	character kind = iota
	separator
	anyCharacter
	characters // of a class
	stars
	alternatives
)

// A group is a list of alternatives.
type group struct{ of [][]node }

// A class is characters, as ranges.
type class struct {
	negated bool
	ranges  [][2]rune
}

// A parser reads a pattern.
type parser struct {
	rest   string
	syntax Syntax
}

// next removes the next character, which must exist.
func (p *parser) next() rune {
	r, size := utf8.DecodeRuneInString(p.rest)
	p.rest = p.rest[size:]
	return r
}

// sequence reads up to the end or, in a group, up to its comma or brace.
func (p *parser) sequence(depth int) (nodes []node, err error) {
	for p.rest != "" {
		if depth > 0 && (p.rest[0] == ',' || p.rest[0] == '}') {
			return nodes, nil
		}
		n, err := p.node(depth)
		if err != nil {
			return nil, err
		}
		last := len(nodes) - 1
		switch {
		case n.kind == stars && last >= 0 && nodes[last].kind == stars:
			nodes[last].count++
		case n.kind == separator && last >= 0 && nodes[last].kind == alternatives:
			nodes[last].group.close()
		default:
			nodes = append(nodes, n)
		}
	}
	if depth > 0 {
		return nil, ErrSyntax
	}
	return once(nodes), nil
}

// once returns a sequence with consecutive ** collapsed into one, which is equivalent.
func once(nodes []node) []node {
	var out []node
	again := func(i int) bool { // whether the name at i is one **
		return i < len(nodes) && isDouble(nodes[i]) && (i+1 == len(nodes) || nodes[i+1].kind == separator)
	}
	for i, n := range nodes {
		if len(out) == 0 || out[len(out)-1].kind == separator {
			if isDouble(n) && again(i) && again(i+2) || n.kind == separator && i > 0 && again(i-1) && again(i+1) {
				continue
			}
		}
		out = append(out, n)
	}
	return out
}

// close adds the separator after a group to each alternative, so that it is known
// there: {**,a}/b is **/b or a/b.
func (g *group) close() {
	for i, nodes := range g.of {
		if last := len(nodes) - 1; last >= 0 && nodes[last].kind == alternatives {
			nodes[last].group.close()
			continue
		}
		g.of[i] = append(nodes, node{kind: separator})
	}
}

// node reads one piece.
func (p *parser) node(depth int) (node, error) {
	switch c := p.next(); {
	case c == '/':
		return node{kind: separator}, nil
	case c == '*':
		return node{kind: stars, count: 1}, nil
	case c == '?':
		return node{kind: anyCharacter}, nil
	case c == '[':
		return p.class()
	case c == '{' && p.syntax == Alternatives:
		return p.group(depth + 1)
	case c == '}' && p.syntax == Alternatives:
		return node{}, ErrSyntax
	case c == '\\':
		if p.rest == "" {
			return node{}, ErrSyntax
		}
		if c = p.next(); c == '/' {
			return node{kind: separator}, nil
		}
		return node{kind: character, char: c}, nil
	default:
		return node{kind: character, char: c}, nil
	}
}

// group reads alternatives after their brace.
func (p *parser) group(depth int) (node, error) {
	g := &group{}
	for {
		nodes, err := p.sequence(depth)
		if err != nil {
			return node{}, err
		}
		g.of = append(g.of, nodes)
		if p.next() == '}' {
			return node{kind: alternatives, group: g}, nil
		}
	}
}

// class reads a class of characters after its bracket.
func (p *parser) class() (node, error) {
	c := &class{}
	if strings.HasPrefix(p.rest, "!") || strings.HasPrefix(p.rest, "^") {
		c.negated, p.rest = true, p.rest[1:]
	}
	for {
		if p.rest == "" || p.rest[0] == ']' && len(c.ranges) == 0 {
			return node{}, ErrSyntax
		}
		if p.rest[0] == ']' {
			p.rest = p.rest[1:]
			return node{kind: characters, class: c}, nil
		}
		low, ok := p.classCharacter()
		high := low
		if ok && len(p.rest) >= 2 && p.rest[0] == '-' && p.rest[1] != ']' {
			p.rest = p.rest[1:]
			high, ok = p.classCharacter()
		}
		if !ok {
			return node{}, ErrSyntax
		}
		c.ranges = append(c.ranges, [2]rune{low, high})
	}
}

// classCharacter reads one character of a class.
func (p *parser) classCharacter() (rune, bool) {
	c := p.next()
	if c != '\\' {
		return c, true
	}
	if p.rest == "" {
		return 0, false
	}
	return p.next(), true
}
