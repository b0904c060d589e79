package facts

import (
	"github.com/entrhq/forge-lsp/internal/filetools"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// CheckFiles determines what the tool does with the files of a workspace, and sets Files. The tool
// accepts the arguments as such. editTools are as for [filetools.Workspace.Do].
func (c *Call) CheckFiles(w *filetools.Workspace, editTools []filetools.EditTool) {
	if c.Tool != nil {
		c.Files = w.Do(c.Block.ToolName(), c.Tool.Read(c.Block).Arguments, editTools)
	}
}

// Given returns the element of an argument that the tool gets, by a path such as "edits/0/search".
func (c *Call) Given(path string) (found xmlcall.ElementID, ok bool) {
	return c.Tool.Read(c.Block).Element(c.Block, path)
}
