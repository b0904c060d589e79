package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A told tool is a tool as a prompt describes it.
type told struct {
	name string
	span xmlcall.Span // of the name
	// described is where its description is, up to the next heading or item of its depth.
	described xmlcall.Span
	// arguments are those that the prompt lists. all reports whether it lists any, so that others are missing.
	arguments []toldArgument
	all       bool
}

const identifier = `[A-Za-z_][A-Za-z0-9_-]*`

var (
	// titles match headings that are the name of a tool: "Tool: read_file", "1. `read_file(path)` - Reads".
	titles = form("(?i)^(?:\\d+[.)][ \t]+)?\\**(?:(?:tool|function|command):?[ \t]+)?[`\"]?(" + identifier + ")(?:\\(([^)\n]*)\\))?[`\"]?\\**:?" +
		"(?:[ \t]+[-–—:(].*)?$")
	// entries match items about a tool or an argument: "`read_file(path)`: reads", "**path** (string, required) - …".
	entries = form("^(?:\\*\\*)?([`<]{0,2})(" + identifier + ")(?:\\(([^)\n]*)\\))?([`>]{0,2})(?:\\*\\*)?[ \t]*" +
		"((?:[ \t]*(?:\\([^)\n]*\\)|\\[[^\\]\n]*\\]))*)[ \t]*(?:\\*\\*)?([:–—-]|$)")
	// catalogs match headings and lines above a list of tools.
	catalogs = form(`(?i)\b(?:tools|functions)\b`)
)

// tools returns the tools that the prompt describes, by position: no more than there may be findings about them.
func (p *prompt) tools(known *toolspec.Set) []told {
	var list []told
	p.title(known)
	for i := range p.units {
		u := &p.units[i]
		if u.tool == "" || len(list) == call.MaxFindings {
			continue
		}
		t := told{name: u.tool, span: p.find(u.span, u.tool), described: xmlcall.Span{Start: u.span.Start, End: p.endOf(i)}}
		if u.signature.Len() > 0 {
			t.arguments, t.all = p.signature(u.signature), true
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

// title sets the tools of the units that start to describe one. A unit that has the form of a title and the name
// of no tool that is known is one where units of its kind and depth below the same heading are.
func (p *prompt) title(known *toolspec.Set) {
	type place struct {
		kind           unitKind
		depth, heading int
	}
	placeOf := func(u *unit) place { return place{u.kind, u.depth, u.heading} }
	catalog := map[place]bool{}
	marked := make([]bool, len(p.units))
	for i := range p.units {
		u := &p.units[i]
		u.tool, u.signature, marked[i] = p.named(u)
		if isEnvelope(u.tool) {
			u.tool = ""
		}
		if u.tool != "" && isTool(known, u.tool) {
			catalog[placeOf(u)] = true
		}
	}
	for i := range p.units {
		u := &p.units[i]
		exists := isTool(known, u.tool)
		listed := exists && marked[i] || (exists && u.kind == item || marked[i] && u.tool == strings.ToLower(u.tool) && catalog[placeOf(u)]) &&
			catalogs().MatchString(p.of(u.heading)+" "+p.of(u.lead))
		if !listed || u.kind == item && p.within(u) {
			u.tool = ""
		}
	}
}

// named returns the name in a unit that has the form of the title of a tool, and whether it is marked as one: otherwise
// only its place shows that.
func (p *prompt) named(u *unit) (name string, signature xmlcall.Span, marked bool) {
	text, title, at := p.text[u.span.Start:u.span.End], titles(), 2
	switch u.kind {
	case item:
		title, at = entries(), 4
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

// within reports whether an item is one of the description of a tool.
func (p *prompt) within(u *unit) bool {
	if u.lead >= 0 && p.units[u.lead].kind == item && p.units[u.lead].tool != "" {
		return true
	}
	for h := u.heading; h >= 0; h = p.units[h].heading {
		if p.units[h].tool != "" {
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
	i := slices.IndexFunc(titled, func(t told) bool { return t.described.Start <= c.span.Start && c.span.Start < t.described.End })
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
		d := told{name: t.Name, span: p.find(c.span, t.Name), all: len(t.Arguments) > 0}
		for _, a := range t.Arguments {
			d.arguments = append(d.arguments, toldArgument{a.Name, p.find(c.span, `"`+a.Name+`"`)})
		}
		if i >= 0 && titled[i].name == t.Name {
			titled[i].arguments, titled[i].all = d.arguments, d.all
			continue
		}
		list = append(list, d)
	}
	return list
}
