// Package yamlfile supplements the YAML library: it converts the lines and characters that
// the library reports to offsets, and bounds nesting.
package yamlfile

import (
	"fmt"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"
)

// Limits makes the library stop at values that are nested deeper than Depth, for which
// it takes time quadratic in the depth. Aliases are not followed.
type Limits struct{ Depth int }

// CheckDepth implements [yaml.LoaderLimitsPlugin].
func (l Limits) CheckDepth(depth int, _ *yaml.DepthContext) error {
	if depth > l.Depth {
		return fmt.Errorf("nested deeper than %d", l.Depth)
	}
	return nil
}

// CheckAlias implements [yaml.LoaderLimitsPlugin].
func (Limits) CheckAlias(int, int) error { return nil }

// Places are the places of a file as the library counts them: lines, and characters in a
// line, both 1-based. It is not safe for concurrent use.
type Places struct {
	text  string
	lines []int // where each starts
	// characters are the offsets of the characters of a line, and of its end. A file may
	// be one long line with many values: it is counted once.
	characters map[int][]int
}

// NewPlaces returns the places of a text, which has no byte order mark.
func NewPlaces(text string) *Places {
	p := &Places{text: text, lines: []int{0}, characters: map[int][]int{}}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		switch r {
		case '\r':
			if i < len(text) && text[i] == '\n' {
				i++
			}
			p.lines = append(p.lines, i)
		case '\n', '\u0085', '\u2028', '\u2029': // which are line ends for the library
			p.lines = append(p.lines, i)
		}
	}
	return p
}

// Offset returns the byte offset of a place, or of the nearest one in the text.
func (p *Places) Offset(line, column int) int {
	line = max(1, min(line, len(p.lines)))
	characters, counted := p.characters[line]
	if !counted {
		offset, end := p.lines[line-1], len(p.text)
		if line < len(p.lines) {
			end = p.lines[line]
		}
		for i := range p.text[offset:end] {
			characters = append(characters, offset+i)
		}
		characters = append(characters, end)
		p.characters[line] = characters
	}
	return characters[max(0, min(column-1, len(characters)-1))]
}
