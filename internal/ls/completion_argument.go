package ls

import (
	"path"
	"slices"
	"strconv"
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
	around := pathOf(c.block, c.open)
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
		insert := c.element(a.Name, c.after(a.Name, members, c.Templates.of(c.tool).argument(names...)))
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
		c.add(Item{Label: a.Name, Detail: detail, Filter: c.tagFilter(a.Name), Sort: group + order(i), Kind: PropertyItem, About: aboutOf(c.tool, names...)}, insert)
	}
	c.completeEnd()
}

// after returns the element for the end of a range, such as end_line, with the one for its start where that is
// missing, and with a number that is not before it.
func (c *Completer) after(name string, members []toolspec.Argument, insert insertion) insertion {
	what, isEnd := strings.CutPrefix(name, "end_")
	start := "start_" + what
	if !isEnd || !slices.ContainsFunc(members, func(a toolspec.Argument) bool { return a.Name == start && a.Kind == toolspec.Integer }) {
		return insert
	}
	id, ok := c.rest.Child(c.open, start)
	if !ok {
		return slices.Concat(c.Templates.of(c.tool).argument(append(pathOf(c.block, c.open), start)...), insertion{literally("\n")}, insert)
	}
	from, err := strconv.Atoi(strings.TrimSpace(c.rest.Element(id).Text()))
	for i, f := range insert {
		if to, wrong := strconv.Atoi(f.text); f.isField && err == nil && wrong == nil && to < from {
			insert[i] = field(strconv.Itoa(from))
		}
	}
	return insert
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
	values := valuesOf(a)
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
	c.add(Item{Label: start + "…" + end, Filter: start, Sort: "1", Kind: SnippetItem}, insert)
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
		c.add(Item{Label: label, Sort: group + e.Name, Kind: kind}, insertion{literally(encode.Escape(label))})
	}
}
