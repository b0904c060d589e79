package rules

import (
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLikely is the maximum number of suggestions for an unknown name.
const maxLikely = 3

// maxChoices bounds the number of names that are offered.
const maxChoices = 5

// nameChoices offers the names of tools that read all the given arguments: in place of
// an empty element, or as a new one after the tool tag.
func nameChoices(p *Pass, span xmlcall.Span, present bool) []Fix {
	var names []string
	if i := p.Block.Arguments(); i != xmlcall.NoElement {
		for _, v := range p.Block.Value(i).Children {
			names = append(names, v.Name)
		}
	}
	var fixes []Fix
	for _, tool := range p.Tools.WithArguments(names...) {
		if len(fixes) == maxChoices {
			break
		}
		if len(names) == 0 && len(tool.Arguments) > 0 {
			continue // every tool fits; those without arguments fit best
		}
		element := "<tool_name>" + tool.Name + "</tool_name>"
		if present {
			fixes = append(fixes, replace(Titled("Name the tool `", tool.Name, "`"), span, element))
			continue
		}
		indent, _ := p.Indent(span.Start)
		fixes = append(fixes, insert(Titled("Name the tool `", tool.Name, "`"), span.End, p.LineEnds("\n"+indent+element)))
	}
	return fixes
}

// limited returns the likeliest of several names.
func limited(likely []string) []string { return likely[:min(len(likely), maxLikely)] }
