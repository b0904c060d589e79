package ls

import (
	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// An About identifies the subject of an item's documentation; the zero value means
// none.
type About struct {
	// Tool is the name of a tool, and Server and Custom distinguish it from others of
	// the name. Argument is a path below its arguments, nil for the tool itself.
	Tool     string   `json:"tool,omitempty"`
	Server   string   `json:"server,omitempty"`
	Custom   bool     `json:"custom,omitempty"`
	Argument []string `json:"argument,omitempty"`
	// Rule is the code of a rule, Key a path of keys in a configuration.
	Rule string   `json:"rule,omitempty"`
	Key  []string `json:"key,omitempty"`
}

func aboutTool(t *toolspec.Tool) About {
	return About{Tool: t.Name, Server: t.Server, Custom: t.Custom}
}

func aboutArgument(t *toolspec.Tool, path []string) About {
	a := aboutTool(t)
	a.Argument = path
	return a
}

// Text returns the documentation; "" for none. file is the path of the document, "" if it is not
// a file.
func (of About) Text(f Format, file string, tools *toolspec.Set) string {
	m := newMarkup(f)
	switch {
	case of.Tool != "":
		m.describe(file, tools, of)
	case of.Rule != "":
		for _, r := range diagnostics.Rules() {
			if r.Code == of.Rule {
				m.paragraph(m.prose(r.Summary + "."))
				m.paragraph(r.Explanation) // which is Markdown
			}
		}
	case of.Key != nil:
		m.paragraph(m.prose(config.Describe(of.Key...)))
	}
	return m.content()
}

// describe writes the description of a tool of a set, or of one of its arguments; nothing
// if it does not exist any more.
func (m *markup) describe(file string, tools *toolspec.Set, of About) {
	tool := tools.Find(of.Server, of.Tool)
	if of.Custom {
		tool = tools.FindCustom(of.Tool)
	}
	switch {
	case tool == nil:
		return
	case len(of.Argument) == 0:
		m.tool(tool, file)
		return
	}
	a := tool.Argument(of.Argument[0])
	if runner := tools.Find("", toolspec.CustomRunner); a == nil && tool.Custom && runner != nil {
		a = runner.Argument(of.Argument[0])
	}
	for _, name := range of.Argument[1:] {
		if a != nil {
			a = a.Child(name)
		}
	}
	if a != nil {
		m.argument(a, tool.Name)
	}
}
