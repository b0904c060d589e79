package facts

import (
	"strconv"
	"strings"

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
	reading := c.Tool.Read(c.Block)
	found = c.ArgumentsElement()
	for name := range strings.SplitSeq(path, "/") {
		n, err := strconv.Atoi(name)
		ok = false
		for child := range c.Block.Children(found) {
			if !reading.Of(child).Fate.Arrives() || err != nil && c.Block.Element(child).Local() != name {
				continue
			}
			if n--; err != nil || n < 0 {
				found, ok = child, true
				break
			}
		}
		if !ok {
			return found, false
		}
	}
	return found, true
}
