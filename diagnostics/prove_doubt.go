package diagnostics

import (
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/intent"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// The reasons why a fix is not safe although what was meant is certain.
const (
	changesOther       = "not proven: it changes text outside the call"
	changesNothing     = "not proven: it changes nothing"
	changesPlaceholder = "not proven: it changes a placeholder"
	changesFindings    = "not proven: it changes other findings"
	fixesPart          = "not proven: it fixes only a part of the value"
	runsOther          = "not proven: the call would run with other data"
	runsNot            = "not proven: the call would no longer run"
	runsNothing        = "not proven: no call of the message would run"
	runsAnotherCall    = "not proven: another call of the message would run"
	tooLong            = "not proven alone: the message is too long"
	otherEscaped       = "not certain: another call of the reply is escaped as well"
	tooManyFixes       = "not proven: there are too many findings"
	tooManyDirectives  = "not proven: there are too many comments"
)

// uncertain returns the doubt about edits within a span of a call that is not certain: that
// about their own place, if there is one.
func (p *prover) uncertain(within xmlcall.Span) string {
	doubts := p.intended.Doubts
	own := slices.IndexFunc(doubts, func(d intent.Doubt) bool {
		return within.Start <= d.Span.End && d.Span.Start <= within.End
	})
	if own >= 0 {
		return "not certain: " + doubts[own].String()
	}
	d := &doubts[0]
	return "not certain" + p.distance(within.Start, d.Span.Start) + ": " + d.String()
}

// maxDistance is the distance in bytes up to which lines are counted.
const maxDistance = 4 << 10

// distance describes how far one offset in the text of the call is from another.
func (p *prover) distance(from, to int) string {
	at := func(offset int) int {
		offset = min(max(offset, 0), len(p.text)) + p.start
		return p.call.Segment.FileSpan(xmlcall.Span{Start: offset, End: offset}).Start
	}
	text, a, b, where := p.res.File.Text, at(from), at(to), "below"
	if b < a {
		a, b, where = b, a, "above"
	}
	n := 0
	if b-a <= maxDistance {
		n = strings.Count(text[a:b], "\n")
	}
	if n == 0 {
		return " elsewhere in the call"
	}
	return " " + thousands.Count(n, "line") + " " + where
}

// differs returns the doubt about edits with which the call has not the intended meaning.
func (p *prover) differs(after *intent.Intended) string {
	if !after.Certain() {
		for i := range after.Doubts {
			if d := &after.Doubts[i]; !slices.ContainsFunc(p.intended.Doubts, func(o intent.Doubt) bool { return o.Path == d.Path && o.Why == d.Why }) {
				return "still not certain afterwards: " + d.String()
			}
		}
		return "not certain: " + after.Doubts[0].String()
	}
	for _, path := range slices.Sorted(maps.Keys(p.intended.Fields)) {
		if now, ok := after.Fields[path]; !ok || now != p.intended.Fields[path] {
			return "not certain: `<" + lastName(path) + ">` would have another value"
		}
	}
	return "not certain: the call would have another meaning"
}

// lastName returns the last name of a path such as "edits/edit[2]/search".
func lastName(path string) string {
	name, _, _ := strings.Cut(path[strings.LastIndexByte(path, '/')+1:], "[")
	return name
}
