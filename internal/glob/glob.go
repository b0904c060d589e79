// Package glob matches the paths of files with patterns, in a time that is bounded
// by the product of the two lengths whatever a pattern is: it may come from anywhere.
// A pattern becomes a regular expression of Go's package regexp, which never tries
// one thing after the other. (The matchers with backtracking, such as doublestar, need
// exponential time for {a,a}{a,a}…, and libraries that translate to regular
// expressions, such as mvdan.cc/sh/v3/pattern, have no alternatives.)
//
//   - any characters of one folder or file name, or none
//     ?        one character
//     [a-z]    one character of a class; [^a-z] and [!a-z] one that is not in it
//     **       as a whole name: any number of folders; at the end all that is below, too
//     {a,b}    either pattern, which may be nested
//     \        the next character as it is
package glob

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"
)

// MaxLength is how long a pattern can be, in bytes.
const MaxLength = 1024

// A Syntax is which characters are special.
type Syntax uint8

const (
	// Plain: braces are characters like others, as for Git.
	Plain Syntax = iota
	// Alternatives: braces are alternatives.
	Alternatives
)

// ErrSyntax is the error for a pattern that is not well-formed.
var ErrSyntax = errors.New("a bracket, a brace or a backslash is not closed")

// errTooLong is the error for a pattern that is longer than MaxLength.
var errTooLong = fmt.Errorf("it has more than %d bytes", MaxLength)

// A Glob is a pattern that was read. It is safe for concurrent use.
type Glob struct {
	// Most patterns are names: they take a comparison, and no memory.
	name   string // where how is not matched
	how    how
	regexp *regexp.Regexp
}

type how uint8

const (
	matched   how = iota // by the regular expression
	whole                // the path is name
	base                 // the last part of the path is name
	extension            // the last part of the path ends with name
)

// Compile reads a pattern. The error is that it is not well-formed, [ErrSyntax], or
// longer than [MaxLength].
func Compile(pattern string, syntax Syntax) (*Glob, error) {
	if len(pattern) > MaxLength {
		return nil, errTooLong
	}
	p := &parser{rest: valid(pattern), syntax: syntax}
	nodes, err := p.sequence(0)
	if err != nil {
		return nil, err
	}
	if g := simple(nodes); g != nil {
		return g, nil
	}
	var w strings.Builder
	w.WriteString(`(?s)\A`)
	write(&w, nodes, true, true)
	w.WriteString(`\z`)
	re, err := regexp.Compile(w.String())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return &Glob{regexp: re}, nil
}

// Match reports whether the pattern matches a path, which is slash-separated.
func (g *Glob) Match(path string) bool {
	path = valid(path)
	switch g.how {
	case whole:
		return path == g.name
	case base:
		return lastPart(path) == g.name
	case extension:
		return strings.HasSuffix(lastPart(path), g.name)
	}
	return g.regexp.MatchString(path)
}

func lastPart(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// simple returns the glob of a pattern that needs no regular expression, nil for
// others.
func simple(nodes []node) *Glob {
	g := &Glob{how: whole}
	if len(nodes) >= 2 && nodes[0] == (node{kind: stars, count: 2}) && nodes[1].kind == separator {
		g.how, nodes = base, nodes[2:]
		if len(nodes) > 0 && nodes[0] == (node{kind: stars, count: 1}) {
			g.how, nodes = extension, nodes[1:]
		}
	}
	var name strings.Builder
	for _, n := range nodes {
		switch {
		case n.kind == character:
			name.WriteRune(n.char)
		case n.kind == separator && g.how == whole:
			name.WriteByte('/')
		default:
			return nil
		}
	}
	g.name = name.String()
	return g
}

// valid returns text as UTF-8: a byte that is none becomes a character of its own,
// which no text means.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	const private = 0x10FF00
	var w strings.Builder
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 {
			r = private + rune(text[i])
		}
		w.WriteRune(r)
		i += size
	}
	return w.String()
}
