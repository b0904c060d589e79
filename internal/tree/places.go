package tree

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/entrhq/forge-lsp/text"
)

// Limits makes the library of YAML stop at values that are nested deeper than Depth, for which
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

// Places are the places of a text as the library of YAML counts them: lines, and characters in a
// line, both from 1.
type Places struct{ text text.Text }

// lineEnds writes the line ends that YAML has beside those of [text.Text] as such, in as many bytes.
var lineEnds = strings.NewReplacer("\u0085", " \n", "\u2028", "  \n", "\u2029", "  \n")

// NewPlaces returns the places of a text, which has no byte order mark.
func NewPlaces(s string) Places { return Places{text.New(lineEnds.Replace(s))} }

// Offset returns the byte offset of a place, or of the nearest one in the text.
func (p Places) Offset(line, column int) int {
	return p.text.Offset(text.Position{Line: min(line, p.text.Lines()) - 1, Column: column - 1}, text.UTF32)
}
