package ls

import "github.com/entrhq/forge-lsp/toolspec"

// An About identifies the subject of an item's documentation; the zero value means
// none.
type About struct {
	// Tool is the name of a tool, and Server and Custom distinguish it from others of
	// the name. Argument is a path below its arguments, nil for the tool itself.
	Tool     string   `json:"tool,omitempty"`
	Server   string   `json:"server,omitempty"`
	Custom   bool     `json:"custom,omitempty"`
	Argument []string `json:"argument,omitempty"`
}

// aboutOf returns the subject at a path below the arguments of a tool, without one the tool.
func aboutOf(t *toolspec.Tool, path ...string) About {
	return About{Tool: t.Name, Server: t.Server, Custom: t.Custom, Argument: path}
}

// Text returns the documentation; "" for none, or for what does not exist any more. file is the path of the
// document, "" if it is not a file.
func (of About) Text(markdown bool, file string, tools *toolspec.Set) string {
	m := newMarkup(markdown)
	tool := tools.Find(of.Server, of.Tool)
	if of.Custom {
		tool = tools.FindCustom(of.Tool)
	}
	switch {
	case tool == nil:
		return ""
	case len(of.Argument) == 0:
		m.tool(tool, file)
		return m.content()
	}
	a := tool.Argument(of.Argument[0])
	if runner := tools.Find("", toolspec.CustomRunner); a == nil && tool.Custom && runner != nil {
		a = runner.Argument(of.Argument[0])
	}
	if a = below(a, of.Argument[1:]); a != nil {
		m.argument(a, tool.Name)
	}
	return m.content()
}

// below returns the argument at a path below another one; nil if there is none.
func below(a *toolspec.Argument, path []string) *toolspec.Argument {
	for _, name := range path {
		if a != nil {
			a = a.Child(name)
		}
	}
	return a
}
