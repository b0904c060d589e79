package xmlcall_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/slips"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// readable are slips that refuse a call and leave no doubt about its values, identified
// by the part of their name before '/'.
var readable = []string{
	"arguments-attribute", "arguments-comment", "arguments-declaration", "arguments-end-without-slash", "arguments-no-end",
	"arguments-other-end", "list-item-attributes", "tag-attribute", "tag-end-case", "tag-end-short", "tag-end-without-greater",
	"tool-end", "tool-no-end",
}

// TestIntendedReading plants slips in calls whose values are known. A call that is
// refused for a slip that leaves no doubt must have its original values in the intended
// reading. Of all calls with one to four slips of every kind, many of which cannot be
// recovered, it checks that the number recovered has not decreased.
func TestIntendedReading(t *testing.T) {
	const draws, floor = 3000, 446
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
		if asIntended(&c, blocks[0]) {
			right++
			continue
		}
		name, _, _ := strings.Cut(c.Slips[0], "/")
		if len(c.Slips) == 1 && slices.Contains(readable, name) {
			t.Errorf("%s is read with other values:\n%s\nwant %v", c.Slips[0], c.Text, c.Calls[0])
		}
	}
	t.Logf("%d of %d calls are read as intended", right, all)
	if right < floor {
		t.Errorf("%d of %d calls are read as intended; there were %d", right, all, floor)
	}
}

func asIntended(c *slips.Case, b *xmlcall.Block) bool {
	intended := &c.Calls[0]
	tool := c.Tools.Of(b)
	if tool == nil || tool.Name != intended.Tool {
		return false
	}
	arguments := tool.Read(b).Arguments
	return reflect.DeepEqual(arguments, intended.Arguments) || intended.Written != nil && reflect.DeepEqual(arguments, intended.Written)
}
