package xmlcall_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readable are slips that refuse a call and leave no doubt about its values, by the part
// of their name before '/'.
var readable = []string{
	"arguments-attribute", "arguments-comment", "arguments-declaration", "arguments-end-without-slash", "arguments-no-end",
	"arguments-other-end", "list-item-attributes", "tag-attribute", "tag-end-case", "tag-end-short", "tag-end-without-greater",
	"tool-end", "tool-no-end",
}

// TestMeant plants slips in calls whose values are known. A call that the runtime refuses
// for one that leaves no doubt has, in the reading that was meant, the values that were;
// and of all calls with one to four slips of every kind, of which many cannot be read, as
// many are as were.
func TestMeant(t *testing.T) {
	const draws, floor = 3000, 526
	all, right := 0, 0
	for seed := range uint64(draws) {
		c := slips.Draw(rand.New(rand.NewPCG(5, seed)))
		if len(c.Calls) != 1 || c.Around != "" {
			continue
		}
		blocks := slices.Collect(xmlcall.Blocks(c.Text, xmlcall.Options{}))
		if len(blocks) == 0 || blocks[0].Verdict().Outcome != xmlcall.Refused {
			continue
		}
		all++
		if asMeant(&c, blocks[0]) {
			right++
			continue
		}
		name, _, _ := strings.Cut(c.Slips[0], "/")
		if len(c.Slips) == 1 && slices.Contains(readable, name) {
			t.Errorf("%s is read with other values:\n%s\nwant %v", c.Slips[0], c.Text, c.Calls[0])
		}
	}
	t.Logf("%d of %d calls are read as they were meant", right, all)
	if right < floor {
		t.Errorf("%d of %d calls are read as they were meant; there were %d", right, all, floor)
	}
}

func asMeant(c *slips.Case, b *xmlcall.Block) bool {
	meant := &c.Calls[0]
	tool := c.Tools.Of(b)
	if tool == nil || tool.Name != meant.Tool {
		return false
	}
	arguments := tool.Read(b).Arguments
	return reflect.DeepEqual(arguments, meant.Arguments) || meant.Written != nil && reflect.DeepEqual(arguments, meant.Written)
}
