package ls

import (
	"path"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
	"github.com/entrhq/forge-lsp/xmlcall/encode"
)

// completeElement adds the possible content of an element of the envelope, or below the
// arguments.
func (c *Completer) completeElement() {
	if c.completeNames() {
		return
	}
	isArguments := isArguments(c.block, c.open)
	a := argument(c.tool, c.block, c.open)
	switch {
	case isArguments && c.tool != nil:
		c.completeMembers(c.argumentsOf(c.tool))
	case isArguments || c.tool == nil:
		c.completeEnd()
	case a == nil: // the tool ignores the element
	case a.Kind == toolspec.List && !a.Repeated:
		c.completeMembers([]toolspec.Argument{*a.Item})
	case a.Kind == toolspec.List: // an item
		c.completeValue(a.Item)
	case a.Kind == toolspec.Object:
		c.completeMembers(a.Members)
	default:
		c.completeValue(a)
	}
}

// argumentsOf returns the possible arguments of a call to a tool. A custom tool is called
// through another, which reads some of them itself.
func (c *Completer) argumentsOf(tool *toolspec.Tool) []toolspec.Argument {
	if runner := c.Tools.Find("", toolspec.CustomRunner); tool.Custom && runner != nil {
		return slices.Concat(tool.Arguments, runner.Arguments)
	}
	return tool.Arguments
}

// completeMembers adds the possible children of the open element: required ones first,
// and none that it already has and that are read once.
func (c *Completer) completeMembers(members []toolspec.Argument) {
	if !c.startsElement() {
		return
	}
	given := c.given(c.open)
	around := c.path(c.open)
	isList := false
	if a := argument(c.tool, c.block, c.open); a != nil {
		isList = a.Kind == toolspec.List
	}
	for i := range members {
		a := &members[i]
		if given[a.Name] && !a.Repeated && !isList {
			continue
		}
		names := append(slices.Clone(around), a.Name)
		insert := insertion{literally("<" + a.Name + ">")}
		if !c.hasEnd() {
			insert = c.Templates.of(c.Tools, c.tool).argument(names...)
		}
		group := "2"
		switch {
		case given[a.Name]:
			group = "3"
		case a.Required:
			group = "1"
		}
		detail := need(a)
		if isList {
			detail = typeText(a)
		}
		c.add(candidate{
			label: a.Name, detail: detail, filter: c.tagFilter(a.Name), sort: group + order(i),
			kind: PropertyItem, insert: insert, about: aboutArgument(c.tool, names),
		})
	}
	c.completeEnd()
}

// completeValue adds the possible values of the open element.
func (c *Completer) completeValue(a *toolspec.Argument) {
	blank := strings.TrimSpace(c.text[c.block.Element(c.open).Start().End:c.from]) == ""
	if c.kind == typedStart || c.kind == typedSection {
		if blank && a.Kind == toolspec.String && len(a.Enum) == 0 || a.Kind == toolspec.Any && blank {
			c.completeSection()
		}
		c.completeEnd()
		return
	}
	values := a.Enum
	if a.Kind == toolspec.Boolean {
		values = []string{"true", "false"}
	}
	switch {
	case len(values) > 0 && c.startValue():
		for i, value := range values {
			c.addValue(value, "", order(i), About{})
		}
	case a.HoldsPath() && c.startValue():
		c.completePath()
	}
}

// completeSection adds a CDATA section, in which nothing needs escaping.
func (c *Completer) completeSection() {
	const start, end = "<![CDATA[", "]]>"
	insert := insertion{literally(start), field(""), literally(end)}
	if strings.HasPrefix(c.text[c.to:], end) {
		insert = insertion{literally(start)}
	}
	c.add(candidate{
		label: start + "…" + end, filter: start, sort: "1", kind: SnippetItem, insert: insert,
	})
}

// completePath adds the entries of the folder that the typed path leads to.
func (c *Completer) completePath() {
	typed := strings.TrimSpace(xmlcall.ParseAt(c.text[:c.at], c.block.Span.Start).Element(c.open).Text())
	folder, name := path.Split(typed)
	if path.IsAbs(typed) || strings.Contains(typed, `\`) {
		return
	}
	c.from += strings.LastIndexByte(c.text[c.from:c.at], '/') + 1
	entries, more := c.Entries(path.Clean(folder))
	c.More = more
	for _, e := range entries {
		// Hidden entries are offered only after a typed dot.
		if strings.HasPrefix(e.Name, ".") && !strings.HasPrefix(name, ".") {
			continue
		}
		label, kind, group := e.Name, FileItem, "2"
		if e.Folder {
			label, kind, group = e.Name+"/", FolderItem, "1"
		}
		c.add(candidate{
			label: label, sort: group + e.Name, kind: kind,
			insert: insertion{literally(encode.Escape(label))},
		})
	}
}
