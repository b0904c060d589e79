package prompt

import (
	"regexp"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// drift returns where the descriptions of tools differ from their definitions.
func (p *prompt) drift(list []describedTool, tools *toolspec.Set) (found []rules.Report) {
	if len(tools.Tools())+len(tools.CustomTools()) == 0 {
		return nil
	}
	report := func(span xmlcall.Span, message, note string) {
		found = append(found, rules.Report{Span: span, Message: message, Note: note})
	}
	for i := range list {
		t := &list[i]
		defined := named(tools, t.name)
		switch {
		case tools.IsBroken(t.name):
		case len(defined) == 0:
			report(t.span, unknownTool(t.name, tools), "Calls to it are refused")
		default:
			checkArguments(t, defined, report)
		}
	}
	p.mentions(list, tools, report)
	p.undescribed(list, tools, report)
	return found
}

// unknownTool is the message about a tool that does not exist.
func unknownTool(name string, tools *toolspec.Set) string {
	if likely := likelyTool(name, tools); likely != "" {
		return "Unknown tool `" + rules.Clip(name) + "`; did you mean `" + likely + "`?"
	}
	return "Unknown tool `" + rules.Clip(name) + "`; remove it from the prompt, or define it"
}

// likelyTool returns the tool that was most likely meant, or "".
func likelyTool(name string, tools *toolspec.Set) string {
	var names []string
	for _, t := range every(tools) {
		names = append(names, t.Name)
	}
	if near := toolspec.NearestTool(name, names); len(near) > 0 {
		return near[0]
	}
	return ""
}

// checkArguments compares the arguments of a described tool with its definitions, of which one has to fit.
func checkArguments(t *describedTool, defined []*toolspec.Tool, report func(xmlcall.Span, string, string)) {
	var names, missing []string
	var gone []describedArgument
	open := slices.ContainsFunc(defined, func(d *toolspec.Tool) bool { return d.Open })
	for _, d := range defined {
		for _, a := range d.Arguments {
			names = append(names, a.Name)
			if len(defined) == 1 && !t.has(a.Name) {
				missing = append(missing, a.Name)
			}
		}
	}
	for _, a := range t.arguments {
		if !open && !slices.Contains(names, a.name) {
			gone = append(gone, a)
		}
	}
	for _, a := range gone {
		near := toolspec.NearestArgument(t.name, a.name, names)
		if len(gone) == 1 && len(missing) == 1 { // it was renamed
			near = missing
		}
		advice := "; remove it"
		if len(near) > 0 {
			likely := near[0]
			advice = "; did you mean `" + rules.Clip(likely) + "`?"
			missing = slices.DeleteFunc(missing, func(name string) bool { return name == likely })
		}
		report(a.span, "Unknown argument `"+rules.Clip(a.name)+"` of `"+rules.Clip(t.name)+"`"+advice, "The tool ignores it in a call")
	}
	if t.all && len(missing) > 0 {
		note := ""
		if i := slices.IndexFunc(missing, func(name string) bool { return defined[0].Argument(name).Required }); i >= 0 {
			note = "`" + rules.Clip(missing[i]) + "` is required"
		}
		report(t.span, "The prompt does not list all arguments of `"+rules.Clip(t.name)+"`; add "+listOf(missing), note)
	}
}

// listOf lists names, the first of many.
func listOf(names []string) string {
	var quoted []string
	for i, name := range names {
		if i == 4 {
			quoted = append(quoted, "…")
			break
		}
		quoted = append(quoted, "`"+rules.Clip(name)+"`")
	}
	return strings.Join(quoted, ", ")
}

// undescribed reports the tools that the prompt does not name, if it describes several. Of the built-in ones it
// may describe some: those are expected only beside half of them.
func (p *prompt) undescribed(list []describedTool, tools *toolspec.Set, report func(xmlcall.Span, string, string)) {
	described := map[string]bool{}
	for _, t := range list {
		described[t.name] = true
	}
	isBuiltin := func(t *toolspec.Tool) bool { return t.Source.File == "" }
	// Tools of several servers that have one name are one.
	all := slices.CompactFunc(every(tools), func(a, b *toolspec.Tool) bool { return a.Name == b.Name })
	count, counted := map[bool]int{}, map[bool]int{} // by whether they are built in: all, and those described
	for _, t := range all {
		count[isBuiltin(t)]++
		if described[t.Name] {
			counted[isBuiltin(t)]++
		}
	}
	if counted[true]+counted[false] < 2 {
		return
	}
	expected := map[bool]bool{true: 2*counted[true] >= count[true], false: counted[false] > 0}
	var missing []string
	for _, t := range all {
		if expected[isBuiltin(t)] && !described[t.Name] && !hasWord(p.whole, t.Name) {
			missing = append(missing, t.Name)
		}
	}
	if len(missing) > 0 {
		report(list[0].span, "The prompt lists `"+rules.Clip(list[0].name)+"`, but not all tools; add "+listOf(missing), "")
	}
}

// every returns all tools, the custom ones last.
func every(tools *toolspec.Set) []*toolspec.Tool {
	return slices.Concat(tools.Tools(), tools.CustomTools())
}

// hasWord reports whether a text has a name that is not part of a longer one.
func hasWord(text, name string) bool {
	return regexp.MustCompile(`(^|\W)` + regexp.QuoteMeta(name) + `(\W|$)`).MatchString(text)
}
