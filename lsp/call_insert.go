package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/toolspec"
)

// insertCall answers forge/insertCall: an item for each tool, which inserts a call to it at
// the cursor or, inside a call or a line, after that.
func (s *server) insertCall(ctx context.Context, sn *snapshot, p *positionParams) ([]protocol.CompletionItem, error) {
	c := &completer{server: s, sn: sn, list: &protocol.CompletionList{Items: []protocol.CompletionItem{}}, invoked: true}
	if sn == nil {
		return c.list.Items, nil // closed meanwhile
	}
	offset, err := p.Position.in(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	around, err := s.around(ctx, sn, offset, offset)
	if err != nil {
		return nil, err
	}
	if at := around.place(offset); at.call != nil {
		offset = around.base + at.call.Span.End
	}
	c.offset = offset
	switch kind := around.doc.Kind(); {
	case kind == document.JSON:
		c.insertInString(around)
	case kind.Source():
		c.insertInProgram(around)
	default:
		c.read(sn.text)
		if c.enter(around) && c.block == nil { // else in a call that was only begun
			c.insertCalls("")
		}
	}
	return c.list.Items, nil
}

// insertCalls adds an item for each tool. follows is the text after the cursor, which is
// ignored.
func (c *completer) insertCalls(follows string) {
	before := c.insertionPoint(follows)
	for _, tool := range slices.Concat(c.tools.Tools(), c.tools.CustomTools()) {
		call := c.templates.of(c.tools, tool).whole()
		if call == nil {
			continue
		}
		c.add(candidate{
			label: tool.Name, detail: requiredOf(tool), filter: tool.Name, summary: firstLine(tool),
			kind: protocol.CompletionItemKindSnippet, insert: slices.Concat(before, call), about: aboutTool(tool),
		})
	}
}

// insertionPoint moves to the place where a call is inserted, and returns the text before it:
// an empty line after the cursor's line, unless that is blank.
func (c *completer) insertionPoint(follows string) (before insertion) {
	rest := strings.TrimPrefix(c.text[c.at:c.endOfLine()], follows)
	if strings.Trim(rest, " \t") != "" || c.lead(c.at).rest != "" {
		before = insertion{literally("\n\n")}
		c.at = c.endOfLine()
	}
	c.from, c.to, c.offset = c.at, c.at, c.shift+c.at // nothing is replaced
	if c.segment != nil {
		c.offset = c.inset + c.segment.FileEnd(c.at)
	}
	return before
}

// insertInString adds the insertions for a string of JSON. One without a call is not
// analyzed, so a call is begun at the cursor.
func (c *completer) insertInString(a stretch) {
	const probe = callStart
	offset := c.offset
	doc := a.doc.Edit(offset, offset, probe)
	probed := stretch{doc: doc, units: a.units}
	probed.result, probed.base = doc.Around(offset, offset)
	c.sn = &snapshot{key: a.sn.key, spelling: a.sn.spelling, notebook: a.sn.notebook, text: doc.Text()}
	c.read(c.sn.text)
	if !c.enter(probed) || c.block != nil {
		return
	}
	c.insertCalls(probe)
	if c.offset == offset {
		return
	}
	for i := range c.list.Items { // they are inserted after the probe, on its line
		if edit, ok := c.list.Items[i].TextEdit.(*protocol.TextEdit); ok {
			edit.Range.Start.Character -= uint32(len(probe))
			edit.Range.End = edit.Range.Start
		}
	}
}

// insertInProgram adds the insertions for a string of a program that contains text literally,
// such as a block of YAML: if an inserted example is a call there.
func (c *completer) insertInProgram(a stretch) {
	c.read(a.sn.text)
	c.tools = a.doc.Options().Toolset()
	c.insertCalls("")
	example := c.templates.of(toolspec.Builtins(), toolspec.Builtin(toolspec.ApplyDiff)).whole().plain()
	example = strings.ReplaceAll("\n\n"+example+"\n", "\n", "\n"+c.lead(c.at).nextLine())
	doc, end := a.doc.Edit(c.offset, c.offset, example), c.offset+len(example)
	for call := range doc.CallsIn(c.offset, end) {
		if !call.Segment.Whole() { // otherwise the program is no longer valid
			return
		}
	}
	c.list.Items = c.list.Items[:0]
}

// firstLine returns the first line of a tool's description.
func firstLine(tool *toolspec.Tool) string {
	line, _, _ := strings.Cut(strings.TrimSpace(tool.Description), "\n")
	return inShort(line)
}
