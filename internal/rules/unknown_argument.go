package rules

import (
	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var unknownArgument = &Rule{
	Code:     "unknown-argument",
	Severity: Warning,
	Group:    Schema,
	Summary:  "An argument that the tool does not read",
	Needs:    call.Needs{Issues: []toolspec.IssueKind{toolspec.UnknownArgument}},
	Check:    checkUnknownArgument,
}

func checkUnknownArgument(p *Pass) {
	for i := range p.Issues() {
		if isSpaced(p, i.Element) || p.RemovedThinking(i.Element) {
			continue
		}
		name := "`<" + Clip(i.Name) + ">`"
		n := Report{Message: "Unknown argument " + name + "; remove it", Note: "The tool does not read it"}
		if p.Tool.Custom {
			n.Note = "The custom tool has no option of that name"
		}
		switch named := p.NamedBy(i.Element); {
		case named != "":
			n.Severity = Error
			n.Message = "Argument `" + Clip(named) + "` as " + name + "; write `<" + Clip(named) + ">`"
			n.Note = toolLacks
			n.Fixes = writeNamed(p, i.Element)
		case p.Wraps(i.Element):
			e := p.Block.Element(i.Element)
			n.Severity = Error
			n.Message = "Unexpected " + name + " around the arguments; remove it"
			n.Note = "The tool gets none of them"
			n.Fixes = []Fix{{Title: Titled("Remove the wrapper `<", i.Name, ">`"), Edits: []Edit{{Span: e.Start(), Text: ""}, {Span: e.End(), Text: ""}}}}
		default:
			for _, likely := range limited(p.LikelyArguments(i)) {
				n.Fixes = append(n.Fixes, Fix{Title: Titled("Rename to `<", likely, ">`"), Edits: rename(p, i.Element, likely)})
			}
			if len(n.Fixes) > 0 {
				n.Severity = Error
				n.Message = "Unknown argument " + name + "; did you mean `<" + Clip(n.Fixes[0].Edits[0].Text) + ">`?"
				n.Note = toolLacks
			}
		}
		p.report(i.Span, n)
	}
}

// writeNamed returns the fixes of an element that has the name of an argument as an
// attribute: for all such elements, and for this one alone.
func writeNamed(p *Pass, element xmlcall.ElementID) []Fix {
	named := func(k xmlcall.ElementID) []Edit {
		e, name := p.Block.Element(k), p.NamedBy(k)
		if n, _ := call.NamedIn(p.Block, k); n.InAttribute {
			return []Edit{{Span: e.Span(), Text: call.AsElement(name, p.Block.Slice(n.Value))}}
		}
		return []Edit{{Span: e.Start(), Text: "<" + name + ">"}, {Span: e.End(), Text: "</" + name + ">"}}
	}
	one := Fix{Title: Titled("Write as `<", p.NamedBy(element), ">`"), Edits: named(element)}
	parent := p.Block.Element(element).Parent()
	all := p.sharedFix(sharedKey{parent, ""}, func() Fix {
		all := Fix{Title: "Write each under its own name"}
		for k := range p.Block.Children(parent) {
			if len(all.Edits) >= maxShared {
				break
			}
			if p.NamedBy(k) != "" {
				all.Edits = append(all.Edits, named(k)...)
			}
		}
		return all
	})
	if len(all.Edits) <= len(one.Edits) {
		return []Fix{one}
	}
	return []Fix{all, one}
}
