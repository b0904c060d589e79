package prompt

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A describedTool is a tool as a prompt describes it.
type describedTool struct {
	name string
	span xmlcall.Span // of the name
	// described is where its description is, up to the next heading or item of its depth.
	described xmlcall.Span
	// arguments are those that the prompt lists. all reports whether it lists any, so that others are missing.
	arguments []describedArgument
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

// tools returns the tools that the prompt describes, by position: at most as many as there may be findings.
func (p *prompt) tools(known *toolspec.Set) []describedTool {
	var list []describedTool
	p.title(known)
	for i := range p.blocks {
		b := &p.blocks[i]
		if b.tool == "" || len(list) == call.MaxFindings {
			continue
		}
		t := describedTool{name: b.tool, span: p.find(b.span, b.tool), described: xmlcall.Span{Start: b.span.Start, End: p.endOf(i)}}
		if b.signature.Len() > 0 {
			t.arguments, t.all = p.signature(b.signature), true
		}
		p.argumentsOf(&t, i, known)
		list = append(list, t)
	}
	for _, c := range p.code {
		list = append(list, p.defined(c, list)...)
	}
	slices.SortStableFunc(list, func(a, b describedTool) int { return a.span.Start - b.span.Start })
	return list
}

// title sets the tools of the blocks that start to describe one. A block with the form of a title but an unknown name is
// a title if others of its kind and depth below the same heading are.
func (p *prompt) title(known *toolspec.Set) {
	type place struct {
		kind           blockKind
		depth, heading int
	}
	placeOf := func(b *block) place { return place{b.kind, b.depth, b.heading} }
	catalog := map[place]bool{}
	marked := make([]bool, len(p.blocks))
	for i := range p.blocks {
		b := &p.blocks[i]
		b.tool, b.signature, marked[i] = p.named(b)
		if isEnvelope(b.tool) {
			b.tool = ""
		}
		if b.tool != "" && isTool(known, b.tool) {
			catalog[placeOf(b)] = true
		}
	}
	for i := range p.blocks {
		b := &p.blocks[i]
		exists := isTool(known, b.tool)
		listed := exists && marked[i] || (exists && b.kind == item || marked[i] && b.tool == strings.ToLower(b.tool) && catalog[placeOf(b)]) &&
			catalogs().MatchString(p.of(b.heading)+" "+p.of(b.lead))
		if !listed || b.kind == item && p.within(b) {
			b.tool = ""
		}
	}
}

// named returns the name in a block that has the form of a tool's title, and whether it is marked as one. If not, only
// its place shows that it is.
func (p *prompt) named(b *block) (name string, signature xmlcall.Span, marked bool) {
	text, title, at := p.text[b.span.Start:b.span.End], titles(), 2
	switch b.kind {
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
		signature = xmlcall.Span{Start: b.span.Start + m[at+2], End: b.span.Start + m[at+3]}
	}
	return text[m[at]:m[at+1]], signature, b.kind == heading || m[3] > m[2] || strings.HasPrefix(text, "**") || signature.Len() > 0
}

// within reports whether an item is one of the description of a tool.
func (p *prompt) within(b *block) bool {
	if b.lead >= 0 && p.blocks[b.lead].kind == item && p.blocks[b.lead].tool != "" {
		return true
	}
	for h := b.heading; h >= 0; h = p.blocks[h].heading {
		if p.blocks[h].tool != "" {
			return true
		}
	}
	return false
}

// endOf returns where the description of a tool ends: at the next heading or item of its depth.
func (p *prompt) endOf(i int) int {
	b := &p.blocks[i]
	for _, next := range p.blocks[i+1:] {
		if next.kind == heading && (b.kind == item || next.depth <= b.depth) || b.kind == item && next.kind != row && (next.kind == paragraph || next.depth <= b.depth) {
			return next.span.Start
		}
	}
	return len(p.text)
}

// isEnvelope reports whether a name is that of an element of every call, and so not that of a tool.
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
func (p *prompt) defined(c codeBlock, titled []describedTool) (list []describedTool) {
	source := p.text[c.span.Start:c.span.End]
	file := map[string]string{"json": "a.json", "": "a.json", "yaml": "a.yaml", "yml": "a.yaml"}[c.language]
	if file == "" || file == "a.json" && !strings.HasPrefix(strings.TrimSpace(source), "{") && !strings.HasPrefix(strings.TrimSpace(source), "[") {
		return nil
	}
	i := slices.IndexFunc(titled, func(t describedTool) bool { return t.described.Start <= c.span.Start && c.span.Start < t.described.End })
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
		d := describedTool{name: t.Name, span: p.find(c.span, t.Name), all: len(t.Arguments) > 0}
		for _, a := range t.Arguments {
			d.arguments = append(d.arguments, describedArgument{a.Name, p.find(c.span, `"`+a.Name+`"`)})
		}
		if i >= 0 && titled[i].name == t.Name {
			titled[i].arguments, titled[i].all = d.arguments, d.all
			continue
		}
		list = append(list, d)
	}
	return list
}
