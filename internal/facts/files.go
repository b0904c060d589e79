package facts

import (
	"slices"

	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// CheckFiles determines what the tool does with the files of a workspace, and sets Files. The tool
// accepts the arguments as such. editTools are as for [filetools.Workspace.Do].
func (c *Call) CheckFiles(w *filetools.Workspace, editTools []filetools.EditTool) {
	c.Files = InFiles(w, c.Tool, c.Block, editTools)
}

// InFiles returns what a tool does with a call and the files of a workspace; nil if that is not known.
func InFiles(w *filetools.Workspace, tool *toolspec.Tool, b *xmlcall.Block, editTools []filetools.EditTool) *filetools.Result {
	if tool == nil || tool.Custom && !slices.ContainsFunc(editTools, func(t filetools.EditTool) bool { return t.Name == tool.Name }) {
		return nil // a custom tool may have the name of another one
	}
	return w.Do(tool.Name, tool.Read(b).Arguments, editTools)
}

// Given returns the element of an argument that the tool gets, by a path such as "edits/0/search".
func (c *Call) Given(path string) (found xmlcall.ElementID, ok bool) {
	return c.Tool.Read(c.Block).Element(c.Block, path)
}
