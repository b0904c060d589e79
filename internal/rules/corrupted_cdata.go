package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var corruptedCdata = &Rule{
	Code:     "corrupted-cdata",
	Severity: Error,
	Group:    Safety,
	Summary:  `An & in a CDATA section that the ampersand repair will rewrite`,
	Needs:    call.Needs{Problems: []xmlcall.ProblemKind{xmlcall.CorruptedCDATA}},
	Check:    checkCorruptedCdata,
}

func checkCorruptedCdata(p *Pass) {
	var fixes []Fix
	var related []Related
	for run, span := range p.RunsOf(xmlcall.CorruptedCDATA) {
		if fixes == nil {
			edits := triggers(p)
			fixes = []Fix{{Title: "Escape each bare `&` outside of CDATA", Edits: edits}}
			for _, e := range edits {
				related = append(related, Related{Span: e.Span, Message: "this `&` is not escaped"})
			}
		}
		p.report(span, Report{
			Message: "`" + Clip(p.Block.Slice(span)) + "` in CDATA arrives as `" + Clip(strings.Repeat("&amp;", len(run))) + "`; write `&amp;` for each bare `&` outside of CDATA",
			Note:    "A bare `&` outside of CDATA makes the runtime escape every bare `&` in the call, even in CDATA",
			Fixes:   fixes,
			Related: related,
		})
	}
}

// triggers returns the edits that escape everything that makes the runtime try its
// repair, or nil if there are too many for one fix.
func triggers(p *Pass) []Edit {
	var edits []Edit
	for _, problem := range p.Block.Problems {
		switch problem.Kind {
		case xmlcall.BareAmpersand, xmlcall.UnknownEntity, xmlcall.UnterminatedReference:
			edits = append(edits, escapeEdit(problem))
		}
	}
	if len(edits) > maxShared {
		return nil
	}
	return edits
}
