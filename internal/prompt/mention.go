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
	namedTools = form{expr: "(?i)(?:[`\"](" + identifier + ")[`\"]|\\b([a-z]+(?:_[a-z0-9]+)+))\\**[ \t\n]+(?:tool|function)s?\\b|\\btools?[ \t\n]+\\**(?:called[ \t\n]+|named[ \t\n]+)?`(" + identifier + ")`|<tool_name>(" + identifier + ")</tool_name>"}
	// calledTools match names that are called in a sentence: these may be commands.
	calledTools = form{expr: "(?i)\\b(?:use|using|call|calling|via|with|run|invoke|prefer)[ \t\n]+\\**`(" + identifier + ")`"}
)

// mentions reports the tools that sentences name and that do not exist.
func (p *prompt) mentions(list []told, tools *toolspec.Set, report func(xmlcall.Span, string, string)) {
	type mention struct {
		name string
		sure bool
	}
	seen, reported := map[mention]bool{}, map[string]bool{}
	check := func(span xmlcall.Span, sure bool) {
		name := p.text[span.Start:span.End]
		if seen[mention{name, sure}] || reported[name] {
			return
		}
		seen[mention{name, sure}] = true
		skip := isEnvelope(name) || !strings.Contains(name, "_") || isTool(tools, name) || isArgument(tools, name) ||
			slices.ContainsFunc(list, func(t told) bool {
				return t.name == name || slices.ContainsFunc(t.arguments, func(a toldArgument) bool { return a.name == name })
			})
		if skip || !tools.Lacks(name) || !sure && likelyTool(name, tools) == "" {
			return
		}
		reported[name] = true
		report(span, unknownTool(name, tools), "Calls to it are refused")
	}
	for u := range p.units {
		span := p.units[u].span
		text := p.of(u)
		for i, names := range []*regexp.Regexp{namedTools.get(), calledTools.get()} {
			for _, m := range names.FindAllStringSubmatchIndex(text, -1) {
				for g := 2; g < len(m); g += 2 {
					if m[g] >= 0 {
						check(xmlcall.Span{Start: span.Start + m[g], End: span.Start + m[g+1]}, i == 0)
					}
				}
			}
		}
	}
}

// isArgument reports whether a tool has an argument of the name.
func isArgument(tools *toolspec.Set, name string) bool {
	return slices.ContainsFunc(slices.Concat(tools.Tools(), tools.CustomTools()), func(t *toolspec.Tool) bool {
		return slices.ContainsFunc(t.Arguments, func(a toolspec.Argument) bool { return a.Name == name })
	})
}
