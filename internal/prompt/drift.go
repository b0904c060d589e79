package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/rules"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// drift returns where the descriptions of tools differ from their definitions.
func (p *prompt) drift(list []told, tools *toolspec.Set) (found []Finding) {
	if len(tools.Tools())+len(tools.CustomTools()) == 0 {
		return nil
	}
	report := func(span xmlcall.Span, message, note string) {
		found = append(found, Finding{Drift, rules.Report{Span: span, Message: message, Note: note}})
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
	p.untold(list, tools, report)
	return found
}

// unknownTool is the message about a tool that does not exist.
func unknownTool(name string, tools *toolspec.Set) string {
	message := "Unknown tool `" + rules.Clip(name) + "`"
	if likely := likelyTool(name, tools); likely != "" {
		return message + "; did you mean `" + likely + "`?"
	}
	return message + "; remove it from the prompt, or define it"
}

// likelyTool returns the tool that was most likely meant, or "".
func likelyTool(name string, tools *toolspec.Set) string {
	var names []string
	for _, t := range slices.Concat(tools.Tools(), tools.CustomTools()) {
		names = append(names, t.Name)
	}
	if near := toolspec.NearestTool(name, names); len(near) > 0 {
		return near[0]
	}
	return ""
}

// checkArguments compares the arguments of a told tool with its definitions, of which one has to fit.
func checkArguments(t *told, defined []*toolspec.Tool, report func(xmlcall.Span, string, string)) {
	var names, missing []string
	open := false
	for _, d := range defined {
		open = open || d.Open
		for i := range d.Arguments {
			a := &d.Arguments[i]
			names = append(names, a.Name)
			k := slices.IndexFunc(t.arguments, func(told toldArgument) bool { return told.name == a.Name })
			switch {
			case len(defined) > 1:
			case k >= 0:
				compare(t, &t.arguments[k], a, report)
			default:
				missing = append(missing, a.Name)
			}
		}
	}
	var gone []*toldArgument
	for i := range t.arguments {
		if a := &t.arguments[i]; !slices.Contains(names, a.name) && !open {
			gone = append(gone, a)
		}
	}
	for _, a := range gone {
		message := "Unknown argument `" + rules.Clip(a.name) + "` of `" + rules.Clip(t.name) + "`"
		likely := ""
		if near := toolspec.NearestArgument(t.name, a.name, names); len(near) > 0 {
			likely = near[0]
		}
		if len(gone) == 1 && len(missing) == 1 { // it was renamed
			likely = missing[0]
		}
		if likely != "" {
			message += "; did you mean `" + rules.Clip(likely) + "`?"
			missing = slices.DeleteFunc(missing, func(name string) bool { return name == likely })
		} else {
			message += "; remove it"
		}
		report(a.span, message, "The tool ignores it in a call")
	}
	if t.all && len(missing) > 0 {
		note := ""
		for _, name := range missing {
			if a := defined[0].Argument(name); a.Required && note == "" {
				note = "`" + rules.Clip(name) + "` is required"
			}
		}
		report(t.span, "The prompt does not list all arguments of `"+rules.Clip(t.name)+"`; add "+values(missing), note)
	}
}

// compare compares an argument with its definition.
func compare(t *told, a *toldArgument, d *toolspec.Argument, report func(xmlcall.Span, string, string)) {
	name := "`" + rules.Clip(a.name) + "` of `" + rules.Clip(t.name) + "`"
	if a.typed && d.Kind != toolspec.Any && a.kind != d.Kind && len(d.Enum) == 0 && !(a.kind == toolspec.Number && d.Kind == toolspec.Integer) {
		report(a.span, "The type of "+name+" is "+d.Kind.String()+", not "+a.kind.String()+"; write that", "")
	}
	switch {
	case a.need == required && !d.Required:
		report(a.span, name+" is optional; write that", "")
	case a.need == optional && d.Required:
		report(a.span, name+" is required; write that", "A call without it is refused, or runs without the value")
	}
	if len(a.enum) > 0 && len(d.Enum) > 0 {
		gone := slices.IndexFunc(a.enum, func(value string) bool { return !slices.Contains(d.Enum, value) })
		fresh := slices.IndexFunc(d.Enum, func(value string) bool { return !slices.Contains(a.enum, value) })
		switch {
		case gone >= 0:
			report(a.span, name+" cannot be `"+rules.Clip(a.enum[gone])+"`; write one of "+values(d.Enum), "A call with it is refused")
		case fresh >= 0:
			report(a.span, name+" can also be `"+rules.Clip(d.Enum[fresh])+"`; add it", "")
		}
	}
	if preset := d.Default(); preset != "" && a.preset != "" && a.preset != preset {
		report(a.span, "The default of "+name+" is `"+rules.Clip(preset)+"`, not `"+rules.Clip(a.preset)+"`; write that", "")
	}
}

// values lists the values of an enumeration, the first of many.
func values(list []string) string {
	const most = 4
	text := ""
	for i, value := range list {
		switch {
		case i == most:
			return text + ", …"
		case i > 0:
			text += ", "
		}
		text += "`" + rules.Clip(value) + "`"
	}
	return text
}

// untold reports the tools that the prompt does not name, if it describes several. Of the built-in ones it
// may describe some: those are expected only beside half of them.
func (p *prompt) untold(list []told, tools *toolspec.Set, report func(xmlcall.Span, string, string)) {
	builtins, own := 0, 0
	seen := map[string]bool{}
	for _, t := range list {
		for _, d := range named(tools, t.name) {
			if !seen[t.name] {
				if seen[t.name] = true; d.Source.File == "" {
					builtins++
				} else {
					own++
				}
			}
		}
	}
	all := 0
	for _, d := range tools.Tools() {
		if d.Source.File == "" {
			all++
		}
	}
	if builtins+own < 2 {
		return
	}
	var missing []string
	for _, d := range slices.Concat(tools.Tools(), tools.CustomTools()) {
		expected := own > 0
		if d.Source.File == "" {
			expected = 2*builtins >= all
		}
		if expected && !seen[d.Name] && !hasWord(p.whole, d.Name) && !slices.Contains(missing, d.Name) {
			missing = append(missing, d.Name)
		}
	}
	if len(missing) > 0 {
		report(list[0].span, "The prompt lists `"+rules.Clip(list[0].name)+"`, but not all tools; add "+values(missing), "")
	}
}

// hasWord reports whether a text has a name that is not part of a longer one.
func hasWord(text, name string) bool {
	for at := 0; ; {
		n := strings.Index(text[at:], name)
		if n < 0 {
			return false
		}
		start, end := at+n, at+n+len(name)
		if (start == 0 || !inName(text[start-1])) && (end == len(text) || !inName(text[end])) {
			return true
		}
		at = end
	}
}

func inName(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}
