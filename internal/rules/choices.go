package rules

import (
	"slices"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// maxLikely is the maximum number of suggestions for an unknown name.
const maxLikely = 3

// maxChoices bounds the number of names that are offered.
const maxChoices = 5

// nameChoices offers the names of tools that read all the given arguments, if one fits best: in
// place of an empty element, or as a new one after the tool tag.
func nameChoices(p *Pass, span xmlcall.Span, present bool) []Fix {
	names := givenNames(p)
	given := p.Block.Arguments() != xmlcall.NoElement
	var fixes []Fix
	fit := slices.DeleteFunc(p.Tools.WithArguments(names...), func(t *toolspec.Tool) bool {
		return len(names) == 0 && (len(t.Arguments) > 0 || !given) // every tool fits; those without arguments fit best
	})
	slices.SortStableFunc(fit, func(a, b *toolspec.Tool) int { return lacks(a, names) - lacks(b, names) })
	if len(fit) > 1 && lacks(fit[0], names) == lacks(fit[1], names) {
		return nil // any of them, and one that is not meant runs as well
	}
	for _, tool := range fit[:min(len(fit), maxChoices)] {
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

// givenNames returns the names of the elements in the arguments, and those of their attributes.
func givenNames(p *Pass) (names []string) {
	if i, ok := p.Block.Child(p.Block.Envelope(), "arguments"); ok {
		for _, e := range p.Block.Children(i) {
			names = append(names, e.Local())
		}
		for _, a := range p.Block.Element(i).Attributes() {
			names = append(names, p.Block.Slice(a.Name))
		}
	}
	return names
}

// lacks returns the number of arguments that a tool requires and that are not among the given.
func lacks(t *toolspec.Tool, given []string) (n int) {
	for i := range t.Arguments {
		if a := &t.Arguments[i]; a.Required && !slices.Contains(given, a.Name) {
			n++
		}
	}
	return n
}
