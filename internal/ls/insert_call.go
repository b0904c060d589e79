package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

// InsertCall adds an item for each tool, which inserts a call to it at the cursor or, inside a
// call or a line, after that.
func (c *Completer) InsertCall(around View) {
	if at := around.Place(c.Offset); at.call != nil {
		c.Offset = at.call.Shift + at.call.Span.End
	}
	switch kind := around.doc.Kind(); {
	case kind == document.JSON:
		c.insertInString(around)
	case kind.Source():
		c.insertInProgram(around)
	default:
		c.read()
		if c.enter(around) && c.block == nil { // else in a call that was only begun
			c.insertCalls("")
		}
	}
}

// insertCalls adds an item for each tool. follows is the text after the cursor, which is
// ignored.
func (c *Completer) insertCalls(follows string) {
	before := c.insertionPoint(follows)
	for _, tool := range c.allTools() {
		about, _, _ := strings.Cut(strings.TrimSpace(tool.Description), "\n")
		c.addCall(tool, Item{Filter: tool.Name, Summary: inShort(about)}, before)
	}
}

// allTools returns the tools that calls may name.
func (c *Completer) allTools() []*toolspec.Tool {
	return slices.Concat(c.Tools.Tools(), c.Tools.CustomTools())
}

// addCall adds an item that inserts a whole call to a tool after a text, if there is an example of one.
func (c *Completer) addCall(tool *toolspec.Tool, item Item, before insertion) {
	if call := c.Templates.of(tool).whole(); call != nil {
		item.Label, item.Detail, item.Kind, item.About = tool.Name, requiredOf(tool), SnippetItem, aboutOf(tool)
		c.add(item, slices.Concat(before, call))
	}
}

// insertionPoint moves to the place where a call is inserted, and returns the text before it:
// an empty line after the cursor's line, unless that is blank.
func (c *Completer) insertionPoint(follows string) (before insertion) {
	rest := strings.TrimPrefix(c.text[c.at:c.endOfLine()], follows)
	if strings.Trim(rest, " \t") != "" || c.lead(c.at).rest != "" {
		before = insertion{literally("\n\n")}
		c.at = c.endOfLine()
	}
	c.from, c.to, c.Offset = c.at, c.at, c.shift+c.at // nothing is replaced
	if c.segment != nil {
		c.Offset = c.inset + c.segment.FileOffset(c.at)
	}
	return before
}

// insertInString adds the insertions for a string of JSON. One without a call is not
// analyzed, so a call is begun at the cursor.
func (c *Completer) insertInString(a View) {
	const probe = callStart + "<tool_name/><arguments/></tool>" // a call of Forge
	offset := c.Offset
	doc := a.doc.Edit(offset, offset, probe)
	probed := ViewOf(doc, a.file)
	c.Text = doc.Text()
	c.read()
	if !c.enter(probed) || c.block != nil {
		return
	}
	c.insertCalls(probe)
	if c.Offset == offset {
		return
	}
	for i := range c.Items { // they are inserted after the probe
		item := &c.Items[i]
		item.Replace.Start -= len(probe)
		item.Replace.End = item.Replace.Start
	}
	c.Offset -= len(probe)
}

// insertInProgram adds the insertions for a string of a program that contains text literally,
// such as a block of YAML: if an inserted example is a call there.
func (c *Completer) insertInProgram(a View) {
	c.read()
	c.Tools = a.doc.Options().Toolset()
	c.insertCalls("")
	example := c.Templates.of(toolspec.Builtin(toolspec.ApplyDiff)).whole().plain()
	example = strings.ReplaceAll("\n\n"+example+"\n", "\n", "\n"+c.lead(c.at).nextLine())
	doc, end := a.doc.Edit(c.Offset, c.Offset, example), c.Offset+len(example)
	for call := range doc.CallsIn(c.Offset, end) {
		if !call.Segment.Whole() { // otherwise the program is no longer valid
			return
		}
	}
	c.Items = nil
}
