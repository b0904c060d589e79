package rules

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var duplicateElement = &Rule{
	Code:     "duplicate-element",
	Severity: Warning,
	Group:    Safety,
	Summary:  "An element of the call that is overridden by a later one of the same name",
	Needs:    call.Needs{Notes: []notes.Kind{notes.DuplicateChild}},
	Check:    checkDuplicateElement,
}

func checkDuplicateElement(p *Pass) {
	b := p.Block
	last := map[string]xmlcall.ElementID{}
	for n := range p.Notes() {
		e := b.Element(n.Element)
		local := e.Local()
		if _, ok := last[local]; !ok {
			last[local], _ = b.Child(b.Envelope(), local)
		}
		r := Report{
			Message: "`<" + local + ">` is given again below; remove this one",
			Note:    "The runtime reads the last one",
			Fixes:   []Fix{replace(Titled("Remove this `<", e.Name(), ">`"), p.WholeLines(n.Span), "")},
			Related: []Related{{Span: b.Element(last[local]).Start(), Message: "the runtime reads this one"}},
		}
		if p.LosesWhole(n.Element) {
			r.Severity = Error
			r.Message = "`<" + local + ">` is given again below; write one"
			r.Note = "The runtime reads the last one; what is in this one is lost"
			r.Fixes = append(joinArguments(p, n.Element), r.Fixes...)
		}
		p.report(n.Span, r)
	}
}

// joinArguments returns the fix that makes one element of two <arguments> that follow each other and have
// no argument in common.
func joinArguments(p *Pass, first xmlcall.ElementID) []Fix {
	b, last := p.Block, p.ArgumentsElement()
	between := xmlcall.Span{Start: b.Element(first).End().Start, End: b.Element(last).Start().End}
	if b.Element(last).SelfClosing() || !p.HasChildren(first) || strings.TrimSpace(b.Text[b.Element(first).Span().End:b.Element(last).Start().Start]) != "" {
		return nil
	}
	for _, e := range b.Children(first) {
		if _, has := b.Child(last, e.Local()); has {
			return nil
		}
	}
	return []Fix{replace("Join the two `<arguments>`", between, "")}
}
