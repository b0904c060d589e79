package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var duplicateArgument = &Rule{
	Code:     "duplicate-argument",
	Severity: Warning,
	Group:    Safety,
	Summary:  "An argument that is overridden by a later one of the same name",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.DuplicateArgument}, Facts: call.Values},
	Check:    checkDuplicateArgument,
}

func checkDuplicateArgument(p *Pass) {
	for i := range p.Issues() {
		name := "`<" + Clip(i.Name) + ">`"
		n := Report{
			Message: name + " is given twice with the same value; remove one",
			Note:    "The tool gets the last one",
			Fixes:   []Fix{removeThis(p, i.Element)},
		}
		if later := i.Elements[0]; !i.Same {
			n.Severity = Error
			n.Message = name + " is given again below; write it once"
			n.Note = "The tool gets the last one; this value is lost"
			if i.Empty {
				n.Note = "The tool gets the last one, which is empty"
				n.Fixes = slices.Insert(n.Fixes, 0, Fix{Title: Titled("Remove the empty `<", i.Name, ">`"), Edits: removeElement(p, later).Edits})
			}
			n.Related = []Related{{Span: p.Block.Element(later).Start(), Message: "the tool gets this one"}}
		}
		p.report(i.Span, n)
	}
	listsTwice(p)
}

// removeThis returns the fix that removes one of several elements of a name.
func removeThis(p *Pass, element xmlcall.ElementID) Fix {
	fix := removeElement(p, element)
	fix.Title = Titled("Remove this `<", p.Block.Element(element).Local(), ">`")
	return fix
}

// listsTwice reports each list with the same items as an earlier one of its name.
func listsTwice(p *Pass) {
	if p.Outcome() == xmlcall.Refused {
		return
	}
	for i, first := range p.ListsTwice() {
		e := p.Block.Element(i)
		p.report(e.Span(), Report{
			Message:  "`<" + Clip(e.Local()) + ">` is given twice with the same items; remove one",
			Note:     "The tool gets the items of both",
			Severity: Error,
			Fixes:    []Fix{removeThis(p, i)},
			Related:  []Related{{Span: p.Block.Element(first).Start(), Message: "the same items are here"}},
		})
	}
}
