package toolspec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/entrhq/forge-lsp/internal/lex"
)

const (
	// maxNearest is the maximum number of suggestions for an unknown name.
	maxNearest = 3
	// leastAlike is the similarity, from 0 to 1, from which a name is suggested for
	// another.
	leastAlike = 0.6
	// maxCompared is the number of pairs of bytes that are compared for a name, in the order of
	// the names: a list of values may have thousands, and any number of calls a wrong one.
	maxCompared = 1 << 18
)

// Nearest returns at most three of the names that are most similar to a name, the
// likeliest first: equal except for case and separators, a few letters off, with two letters
// swapped, or with most of the name in common.
func Nearest(name string, names []string) []string {
	type candidate struct {
		name  string
		score float64
	}
	var found []candidate
	folded, compared := Fold(name), 0
	for _, n := range names {
		if 4*min(len(name), len(n)) < max(len(name), len(n)) {
			continue // names are not shortened that much
		}
		if compared += len(name) * len(n); compared > maxCompared {
			break
		}
		other := Fold(n)
		score := levenshtein.Similarity(folded, other, nil)
		if min(len(folded), len(other)) > 3 && (strings.Contains(folded, other) || strings.Contains(other, folded) || lex.OneSlip(folded, other)) {
			score = max(score, (leastAlike+1)/2)
		}
		if score >= leastAlike {
			found = append(found, candidate{n, score})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.name, b.name))
	})
	var result []string
	for _, c := range found[:min(len(found), maxNearest)] {
		result = append(result, c.name)
	}
	return result
}

var separators = strings.NewReplacer("_", "", "-", "", ".", "")

// Fold returns a name without the parts in which most mistakes are made: case, and
// separators.
func Fold(name string) string { return strings.ToLower(separators.Replace(name)) }
