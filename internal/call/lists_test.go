package call

import (
	"testing"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// TestNotRepeated checks that elements in an item of a list without a wrapper stay in doubt: they
// may be items, or the text of one.
func TestNotRepeated(t *testing.T) {
	text := callOf("many", "<tags><item>a</item></tags>")
	c := newStage(text, Options{})
	arguments := c.Block.Arguments()
	tags, _ := c.Block.Child(arguments, "tags")
	item, _ := c.Block.Child(tags, "item")
	list := &toolspec.Argument{Name: "tags", Kind: toolspec.List, Repeated: true, Item: &toolspec.Argument{Name: "tags"}}
	sure := c.list(toolspec.Issue{
		Kind: toolspec.ArrayShape, Shape: toolspec.NotRepeated, Span: c.Block.Element(tags).Content(), Element: tags, Argument: list, Elements: []xmlcall.ElementID{item},
	}, nil)
	if sure || len(c.edits) > 0 {
		t.Errorf("the elements are rewritten with %v", c.edits)
	}
}
