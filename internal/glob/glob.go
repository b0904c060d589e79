// Package glob matches the paths of files with patterns, in time bounded by the product
// of their lengths for any pattern, which may be untrusted. A pattern is translated to
// a regular expression of Go's package regexp, which does not backtrack. (The matchers
// with backtracking, such as doublestar, need exponential time for {a,a}{a,a}…, and
// libraries that translate to regular expressions, such as mvdan.cc/sh/v3/pattern, have
// no alternatives.)
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

	"github.com/entrhq/forge-lsp/internal/thousands"
)

// MaxLength is the maximum length of a pattern in bytes.
const MaxLength = 1024

// A Syntax is a set of special characters.
type Syntax uint8

const (
	// Plain: braces are ordinary characters, as for Git.
	Plain Syntax = iota
	// Alternatives: braces are alternatives.
	Alternatives
)

// ErrSyntax is the error for a pattern that is not well-formed.
var ErrSyntax = errors.New("a bracket, a brace or a backslash is not closed")

// errTooLong is the error for a pattern that is longer than MaxLength.
var errTooLong = fmt.Errorf("it is longer than the limit of %s bytes", thousands.Separate(MaxLength))

// A Glob is a compiled pattern. It is safe for concurrent use.
type Glob struct {
	// Most patterns are names: they need a comparison, and no memory.
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

// Compile compiles a pattern. The error is [ErrSyntax] if it is not well-formed, or
// that it is longer than [MaxLength].
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

// simple returns the glob for a pattern that needs no regular expression, or nil.
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

// valid returns text as UTF-8: an invalid byte becomes a character of its own that does
// not occur in valid text.
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
