package toolspec

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

const (
	// maxNearest is how many names are offered in place of one that is not known.
	maxNearest = 3
	// leastAlike is how alike two names must be, from 0 to 1, for one to be
	// offered for the other.
	leastAlike = 0.6
	// longestName is how many bytes a slip for a name has at most. More is slow
	// to compare.
	longestName = 100
)

// Nearest returns those of the names, three at most, that are most like a name,
// the likeliest first: the same but for case and separators, a few letters
// off, or with most of the name in common.
func Nearest(name string, names []string) []string {
	type candidate struct {
		name  string
		score float64
	}
	if len(name) > longestName {
		return nil
	}
	var found []candidate
	folded := Fold(name)
	for _, n := range names {
		if 4*min(len(name), len(n)) < max(len(name), len(n)) {
			continue // nobody shortens a name that much
		}
		other := Fold(n)
		score := levenshtein.Similarity(folded, other, nil)
		if min(len(folded), len(other)) > 3 && (strings.Contains(folded, other) || strings.Contains(other, folded)) {
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

// Fold returns a name without what slips are made in most: case, and what
// stands between words.
func Fold(name string) string { return strings.ToLower(separators.Replace(name)) }
