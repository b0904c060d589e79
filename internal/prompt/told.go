package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A told tool is a tool as a prompt describes it.
type told struct {
	name string
	span xmlcall.Span // of the name
	from int          // where the description starts and, up to the next tool, ends
	to   int
	// arguments are those that the prompt lists. all reports whether it lists any, so that others are missing.
	arguments []toldArgument
	all       bool
}

const identifier = `[A-Za-z_][A-Za-z0-9_-]*`

var (
	// titles match headings that are the name of a tool: "Tool: read_file", "1. `read_file(path)` - Reads".
	titles = form{expr: "(?i)^(?:\\d+[.)][ \t]+)?\\**(?:(?:tool|function|command):?[ \t]+)?[`\"]?(" + identifier + ")(?:\\(([^)\n]*)\\))?[`\"]?\\**:?" +
		"(?:[ \t]+[-–—:(].*)?$"}
	// entries match items about a tool or an argument: "`read_file(path)`: reads", "**path** (string, required) - …".
	entries = form{expr: "^(?:\\*\\*)?([`<]{0,2})(" + identifier + ")(?:\\(([^)\n]*)\\))?([`>]{0,2})(?:\\*\\*)?[ \t]*" +
		"((?:[ \t]*(?:\\([^)\n]*\\)|\\[[^\\]\n]*\\]))*)[ \t]*(?:\\*\\*)?([:–—-]|$)"}
	// catalogs match headings and lines above a list of tools.
	catalogs = form{expr: `(?i)\b(?:tools|functions)\b`}
)

// maxTools is the number of tools of a prompt that are read: no model is told of more.
const maxTools = 1000

// tools returns the tools that the prompt describes, by position.
func (p *prompt) tools(known *toolspec.Set) []told {
	var list []told
	catalog := p.catalog(known)
	for i := range p.units {
		u := &p.units[i]
		name, signature, ok := p.toolOf(i, known, catalog)
		if !ok || len(list) == maxTools {
			continue
		}
		t := told{name: name, span: p.find(u.span, name), from: u.span.Start, to: p.endOf(i)}
		if signature.Len() > 0 {
			t.arguments, t.all = p.signature(signature), true
		}
		p.argumentsOf(&t, i, known)
		list = append(list, t)
	}
	for _, c := range p.code {
		list = append(list, p.defined(c, list)...)
	}
	slices.SortStableFunc(list, func(a, b told) int { return a.span.Start - b.span.Start })
	return list
}

// catalog reports for each unit whether it is the name of a tool for sure if it has the form of one: units of
// its kind and depth below the same heading or line are tools that are known.
func (p *prompt) catalog(known *toolspec.Set) map[[3]int]bool {
	of := map[[3]int]bool{}
	for i := range p.units {
		if name, _, _ := p.named(i); name != "" && isTool(known, name) {
			of[p.place(i)] = true
		}
	}
	return of
}

// place identifies the units that are alike: of one kind and depth, below one heading.
func (p *prompt) place(i int) [3]int {
	u := &p.units[i]
	return [3]int{int(u.kind), u.depth, u.heading}
}

// named returns the name in a unit that has the form of the title of a tool.
func (p *prompt) named(i int) (name string, signature xmlcall.Span, marked bool) {
	u := &p.units[i]
	text, title, at := p.of(i), titles.get(), 2
	switch u.kind {
	case item:
		title, at = entries.get(), 4
	case heading:
	default:
		return "", signature, false
	}
	m := title.FindStringSubmatchIndex(text)
	if m == nil {
		return "", signature, false
	}
	if m[at+2] >= 0 {
		signature = xmlcall.Span{Start: u.span.Start + m[at+2], End: u.span.Start + m[at+3]}
	}
	return text[m[at]:m[at+1]], signature, u.kind == heading || m[3] > m[2] || strings.HasPrefix(text, "**") || signature.Len() > 0
}

// toolOf returns the tool that a unit starts to describe.
func (p *prompt) toolOf(i int, known *toolspec.Set, catalog map[[3]int]bool) (name string, signature xmlcall.Span, ok bool) {
	name, signature, marked := p.named(i)
	u := &p.units[i]
	switch {
	case name == "" || isEnvelope(name):
		return "", signature, false
	case u.kind == item && p.within(i, known, catalog):
		return "", signature, false
	case isTool(known, name):
		return name, signature, marked || u.kind == item && catalogs.get().MatchString(p.of(u.heading)+" "+p.of(u.lead))
	case !marked || name != strings.ToLower(name) || !catalog[p.place(i)]:
		return "", signature, false
	}
	return name, signature, catalogs.get().MatchString(p.of(u.heading) + " " + p.of(u.lead))
}

// within reports whether an item is one of the description of a tool.
func (p *prompt) within(i int, known *toolspec.Set, catalog map[[3]int]bool) bool {
	u := &p.units[i]
	if u.lead >= 0 && p.units[u.lead].kind == item {
		if name, _, ok := p.toolOf(u.lead, known, catalog); ok && name != "" {
			return true
		}
	}
	for h := u.heading; h >= 0; h = p.units[h].heading {
		if _, _, ok := p.toolOf(h, known, catalog); ok {
			return true
		}
	}
	return false
}

// endOf returns where the description of a tool ends: at the next heading or item of its depth.
func (p *prompt) endOf(i int) int {
	u := &p.units[i]
	for _, next := range p.units[i+1:] {
		if next.kind == heading && (u.kind == item || next.depth <= u.depth) || u.kind == item && next.kind != row && (next.kind == paragraph || next.depth <= u.depth) {
			return next.span.Start
		}
	}
	return len(p.text)
}

// isEnvelope reports whether calls have a name, so that it is not that of a tool.
func isEnvelope(name string) bool {
	return name == "tool" || name == "thinking" || forge.InEnvelope(name)
}

func isTool(known *toolspec.Set, name string) bool {
	return len(named(known, name)) > 0 || known.IsBroken(name)
}

// named returns the tools with a name, for each server.
func named(known *toolspec.Set, name string) (list []*toolspec.Tool) {
	for _, t := range known.Tools() {
		if t.Name == name {
			list = append(list, t)
		}
	}
	if t := known.FindCustom(name); t != nil {
		list = append(list, t)
	}
	return list
}

// find returns the first place of a text within a span, or the span.
func (p *prompt) find(in xmlcall.Span, text string) xmlcall.Span {
	if n := strings.Index(p.text[in.Start:in.End], text); n >= 0 && text != "" {
		return xmlcall.Span{Start: in.Start + n, End: in.Start + n + len(text)}
	}
	return in
}

// defined returns the tools that a code block in JSON or YAML defines, or, below the title of a tool, its schema.
func (p *prompt) defined(c codeBlock, titled []told) (list []told) {
	source := p.text[c.span.Start:c.span.End]
	file := map[string]string{"json": "a.json", "": "a.json", "yaml": "a.yaml", "yml": "a.yaml"}[c.language]
	if file == "" || file == "a.json" && !strings.HasPrefix(strings.TrimSpace(source), "{") && !strings.HasPrefix(strings.TrimSpace(source), "[") {
		return nil
	}
	i := slices.IndexFunc(titled, func(t told) bool { return t.from <= c.span.Start && c.span.Start < t.to })
	if i >= 0 && strings.Contains(source, `"properties"`) && !strings.Contains(source, `"name":`+" \""+titled[i].name) {
		source = `{"name": "` + titled[i].name + `", "inputSchema": ` + source + "}"
	}
	tools, errs := toolspec.Load(file, []byte(source))
	if len(errs) > 0 {
		return nil
	}
	for _, t := range tools {
		if t.Custom {
			continue // the form of a definition is shown
		}
		d := told{name: t.Name, span: p.find(c.span, t.Name), from: c.span.Start, to: c.span.End, all: len(t.Arguments) > 0}
		for k := range t.Arguments {
			a := &t.Arguments[k]
			need := optional
			if a.Required {
				need = required
			}
			d.arguments = append(d.arguments, toldArgument{
				name: a.Name, span: p.find(c.span, `"`+a.Name+`"`), kind: a.Kind, typed: a.Kind != toolspec.Any, need: need, enum: a.Enum, preset: a.Default(),
			})
		}
		if i >= 0 && titled[i].name == t.Name {
			titled[i].arguments, titled[i].all = d.arguments, d.all
			continue
		}
		list = append(list, d)
	}
	return list
}
