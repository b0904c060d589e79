package diagnostics

import (
	"slices"
	"strings"

	"github.com/agext/levenshtein"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// issues calls f for each issue of the given kinds that the call's tool has
// with its arguments. There are none where the tool is not known, and where
// the arguments are not elements at all.
//
// The arguments of a call that the runtime refuses for its XML are read as they
// were meant. What is missing there, or twice, most likely is so because of
// what is wrong, and is not said.
func (p *pass) issues(f func(toolspec.Issue), kinds ...toolspec.IssueKind) {
	if p.tool == nil || p.empty || p.payload.kind == callPayload {
		return
	}
	if !p.toolAsked {
		p.toolAsked, p.toolIssues = true, p.tool.Issues(p.b)
	}
	refused := p.outcome() == xmlcall.Refused
	for _, i := range p.toolIssues {
		if !slices.Contains(kinds, i.Kind) {
			continue
		}
		if refused && i.Kind != toolspec.UnknownArgument {
			continue
		}
		f(i)
	}
}

// toolName returns the name of the tool that gets the arguments: for a call to
// run_custom_tool that of the custom tool, where that is known.
func (p *pass) toolName() string {
	if p.tool.Custom {
		return p.tool.Name
	}
	return p.b.ToolName()
}

// maxNear is how many names are offered in place of one that is not known.
const maxNear = 3

// leastAlike is how alike two names must be, from 0 to 1, for one to be offered
// for the other.
const leastAlike = 0.6

// near returns those of the names that are most like a name, the likeliest
// first: the same but for case and separators, a few letters off, or with a
// word in common.
func near(name string, names []string) []string {
	type candidate struct {
		name  string
		score float64
	}
	var found []candidate
	folded := foldName(name)
	for _, n := range names {
		if 4*min(len(name), len(n)) < max(len(name), len(n)) {
			continue // nobody shortens a name that much
		}
		other := foldName(n)
		score := levenshtein.Similarity(folded, other, nil)
		if min(len(folded), len(other)) > 3 && (strings.Contains(folded, other) || strings.Contains(other, folded)) {
			score = max(score, (leastAlike+1)/2)
		}
		if score >= leastAlike {
			found = append(found, candidate{n, score})
		}
	}
	slices.SortStableFunc(found, func(a, b candidate) int {
		switch {
		case a.score > b.score:
			return -1
		case a.score < b.score:
			return 1
		}
		return strings.Compare(a.name, b.name)
	})
	var result []string
	for _, c := range found[:min(len(found), maxNear)] {
		result = append(result, c.name)
	}
	return result
}

// removeElement returns the fix that takes an element away, with the line if
// nothing else stands on it.
func (p *pass) removeElement(element int) Fix {
	span := p.wholeLines(p.b.Elements[element].Span())
	return replace("Remove <"+p.b.Elements[element].Local()+">", false, span, "")
}
