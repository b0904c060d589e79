// Package glob matches the paths of files with patterns, in time bounded by the product
// of their lengths for any pattern, which may be untrusted. A pattern is translated to
// a regular expression of Go's package regexp, which does not backtrack. (doublestar
// takes 15 s for 24 times {a,a}, and [!a] of it matches a slash, which it does not for
// Git.)
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
	regexp *regexp.Regexp
	// Most patterns are **/name or **/*.extension: they need a comparison, and no memory.
	last, ending string
}

// Compile compiles a pattern. The error is [ErrSyntax] if it is not well-formed, or
// that it is longer than [MaxLength].
func Compile(pattern string, syntax Syntax) (*Glob, error) {
	if len(pattern) > MaxLength {
		return nil, errTooLong
	}
	if name, ok := strings.CutPrefix(pattern, "**/"); ok {
		ending, any := strings.CutPrefix(name, "*")
		switch {
		case ending == "" || strings.ContainsAny(ending, `/*?[]{}\`):
		case any:
			return &Glob{ending: ending}, nil
		default:
			return &Glob{last: name}, nil
		}
	}
	t := translator{syntax: syntax}
	t.WriteString(`(?s)\A`)
	if _, err := t.translate(pattern, true, true); err != nil {
		return nil, err
	}
	t.WriteString(`\z`)
	re, err := regexp.Compile(t.String())
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrSyntax, err)
	}
	return &Glob{regexp: re}, nil
}

// Match reports whether the pattern matches a path, which is slash-separated.
func (g *Glob) Match(path string) bool {
	switch name := path[strings.LastIndexByte(path, '/')+1:]; {
	case g.last != "":
		return name == g.last
	case g.ending != "":
		return strings.HasSuffix(name, g.ending)
	}
	return g.regexp.MatchString(path)
}
