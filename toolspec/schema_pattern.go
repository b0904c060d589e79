package toolspec

import (
	"fmt"
	"math"
	"regexp"
	"regexp/syntax"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/entrhq/forge-lsp/internal/thousands"
)

const (
	// maxPattern bounds the length of a pattern, and maxPatterns that of all patterns of
	// a schema, in instructions: about a character each, with repetitions written out.
	// An instruction takes about 50 bytes, and matching a byte of text visits all of
	// them in the worst case.
	maxPattern  = 10_000
	maxPatterns = 100_000
)

type pattern struct {
	*regexp.Regexp
	instructions int // at most
}

// compilePattern compiles a regular expression with at most the given number of
// instructions.
func compilePattern(source string, most int) (*pattern, error) {
	re, err := syntax.Parse(source, syntax.Perl)
	if err != nil {
		return nil, err
	}
	n := instructionsOf(re)
	if n > most {
		return nil, fmt.Errorf("it is too large, with more than %s instructions when its repetitions are written out", thousands.Separate(most))
	}
	matcher, err := regexp.Compile(source)
	if err != nil {
		return nil, err
	}
	return &pattern{matcher, n}, nil
}

// instructionsOf returns the approximate number of instructions that a regular
// expression is compiled to.
func instructionsOf(re *syntax.Regexp) int {
	n := 1 + len(re.Rune)/2
	for _, sub := range re.Sub {
		n = min(n+instructionsOf(sub), math.MaxInt32)
	}
	if re.Op == syntax.OpRepeat {
		n = min(n*max(re.Min, re.Max, 1), math.MaxInt32)
	}
	return n
}

// patterns compiles the regular expressions of a schema. One that is too large, or that Go cannot compile,
// matches everything, which [Check] reports: JSON Schema uses the expressions of JavaScript, some of which Go
// does not support, such as look-ahead.
type patterns struct {
	left int // remaining instructions
	// sealed reports whether the schema is compiled. After that the library asks for
	// values of the format "regex", from any goroutine.
	sealed bool
}

func (p *patterns) compile(source string) (jsonschema.Regexp, error) {
	if p.sealed {
		_, err := syntax.Parse(source, syntax.Perl)
		return anything(source), err
	}
	compiled, err := compilePattern(source, min(maxPattern, p.left))
	if err != nil {
		return anything(source), nil
	}
	p.left -= compiled.instructions
	return compiled, nil
}

type anything string

func (anything) MatchString(string) bool { return true }
func (a anything) String() string        { return string(a) }
