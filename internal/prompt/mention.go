package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var (
	// namedTools match names that are those of tools in a sentence, with or without quotes.
	namedTools = form("(?i)(?:[`\"](" + identifier + ")[`\"]|\\b([a-z]+(?:_[a-z0-9]+)+))\\**[ \t\n]+(?:tool|function)s?\\b|\\btools?[ \t\n]+\\**(?:called[ \t\n]+|named[ \t\n]+)?`(" + identifier + ")`|<tool_name>(" + identifier + ")</tool_name>")
	// calledTools match names that are called in a sentence: these may be commands.
	calledTools = form("(?i)\\b(?:use|using|call|calling|via|with|run|invoke|prefer)[ \t\n]+\\**`(" + identifier + ")`")
)

// mentions reports the tools that sentences name and that do not exist.
func (p *prompt) mentions(list []describedTool, tools *toolspec.Set, report func(xmlcall.Span, string, string)) {
	type mention struct {
		name string
		sure bool
	}
	seen, reported := map[mention]bool{}, map[string]bool{}
	for b := range p.blocks {
		for _, names := range []*regexp.Regexp{namedTools(), calledTools()} {
			for _, m := range names.FindAllStringSubmatchIndex(p.of(b), -1) {
				m = slices.DeleteFunc(m[2:], func(at int) bool { return at < 0 }) // one group matches
				start := p.blocks[b].span.Start
				span := xmlcall.Span{Start: start + m[0], End: start + m[1]}
				of := mention{p.text[span.Start:span.End], names == namedTools()}
				if seen[of] || reported[of.name] {
					continue
				}
				seen[of] = true
				if lacks(of.name, list, tools) && (of.sure || likelyTool(of.name, tools) != "") {
					reported[of.name] = true
					report(span, unknownTool(of.name, tools), "Calls to it are refused")
				}
			}
		}
	}
}

// lacks reports whether a name can only be that of a tool, but no tool has it.
func lacks(name string, list []describedTool, tools *toolspec.Set) bool {
	return strings.Contains(name, "_") && !isEnvelope(name) && tools.Lacks(name) && !isTool(tools, name) &&
		!slices.ContainsFunc(every(tools), func(t *toolspec.Tool) bool { return hasArgument(t, name) }) &&
		!slices.ContainsFunc(list, func(t describedTool) bool { return t.name == name || t.has(name) })
}
