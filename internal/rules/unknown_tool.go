package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
)

var unknownTool = &Rule{
	Code: "unknown-tool", Severity: Error, Group: Schema,
	Needs: about(call.Envelope),
	Check: checkUnknownTool,
}

func checkUnknownTool(p *Pass) {
	b := p.Block
	name := b.ToolName()
	element, named := b.Child(b.Envelope(), "tool_name")
	switch {
	case p.Tool != nil, !named, !p.Tools.Lacks(name), name != strings.TrimSpace(name), name == "":
		return
	case name == "%s" && p.Around.Document: // a format's
		return
	}
	likely := likelyTools(p, name)
	n := Report{
		Message: UnknownTool(name, likely),
		Note:    "Define your own tools in `.forge/tools.yaml`, with the editor's action \"Define this tool\"; the runtime answers this call with an error",
	}
	span := p.Trim(b.Element(element).Content())
	for _, other := range likely {
		n.Fixes = append(n.Fixes, replace(Titled("Rename to `", other, "`"), span, other))
	}
	p.report(span, n)
}

// UnknownTool returns the message about a tool that does not exist, given the names of those that were most likely meant.
func UnknownTool(name string, likely []string) string {
	if len(likely) > 0 {
		return "Unknown tool `" + Clip(name) + "`; did you mean `" + Clip(likely[0]) + "`?"
	}
	return "Unknown tool `" + Clip(name) + "`; write the name of a known tool"
}

// likelyTools returns the names of the tools that a name was most likely intended to
// be.
func likelyTools(p *Pass, name string) []string {
	likely := toolspec.NearestTool(name, p.Tools.Names())
	fit := p.Tools.WithArguments(givenNames(p)...)
	if names := givenNames(p); len(names) > 1 && len(fit) <= maxLikely {
		for _, t := range fit {
			if lacks(t, names) == 0 && !slices.Contains(likely, t.Name) {
				likely = append(likely, t.Name)
			}
		}
	}
	slices.SortStableFunc(likely, func(a, b string) int { return misfit(fit, a) - misfit(fit, b) })
	return likely[:min(len(likely), maxLikely)]
}

// misfit returns 1 for the name of a tool that is not in a list, else 0.
func misfit(fit []*toolspec.Tool, name string) int {
	if slices.ContainsFunc(fit, func(t *toolspec.Tool) bool { return t.Name == name }) {
		return 0
	}
	return 1
}
