package ls

import (
	"context"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// maxProven bounds how many findings are examined for one that fix-all would fix:
// proving each takes as long as reading its call a few times.
const maxProven = 8

// FixAll is whether fix-all would have an effect in a text with these counts of
// findings.
type FixAll struct {
	count [diagnostics.Hint + 1]int // by severity
	Safe  bool
}

// fewFindings is the number of findings up to which they are examined again after each
// edit.
const fewFindings = 500

// NewFixAll examines a document, given the result for an earlier version or nil. If there are very
// many findings, an edit that does not change their number does not change the answer, which takes
// as long as examining all of them.
func NewFixAll(ctx context.Context, doc *diagnostics.Document, known *FixAll) *FixAll {
	count, total := doc.Count(), 0
	for _, n := range count {
		total += n
	}
	if known != nil && known.count == count && total > fewFindings {
		return known
	}
	return &FixAll{count, anySafe(ctx, doc, total)}
}

// maxTried is maxProven for a file with more than a few findings, of all codes together: the
// first menu waits for it.
const maxTried = 3

// anySafe reports whether fix-all would have an effect, or may have one in a file with
// many findings, given their number.
func anySafe(ctx context.Context, doc *diagnostics.Document, findings int) bool {
	proven := 0
	fixable := func(p *diagnostics.Placed) bool {
		proven++
		return findings > fewFindings && proven > maxTried || doc.Fixable(p)
	}
	// Findings of one code are mostly alike, so the first of each is examined first.
	var others []diagnostics.Placed
	tried := make(map[string]bool)
	for p := range doc.Diagnostics() {
		switch {
		case len(p.Fixes) == 0 || !doc.InFixAll(p.Diagnostic):
		case tried[p.Code]:
			if others = append(others, p); len(others) > maxLooked {
				return true
			}
		default:
			if tried[p.Code] = true; fixable(&p) {
				return true
			}
		}
	}
	for i := range others {
		if i >= maxProven || ctx.Err() != nil || fixable(&others[i]) {
			return true
		}
	}
	return false
}

// maxLooked bounds how many findings are examined for a second one of a code: in a file
// with more, the offer to fix both is not missed.
const maxLooked = 2000
