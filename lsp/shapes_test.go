//go:build slow

package lsp

import (
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/shapes"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

var scalingSize = flag.Int("scaling", 64<<10, "the size in bytes of the largest texts of TestShapes")

// shapeRequests are the measured operations, on a document that was just opened. at is a place in
// its middle, all the whole of it.
var shapeRequests = []struct {
	name string
	do   func(c *testClient, uri, at, all string)
}{
	{"edit", func(c *testClient, uri, at, _ string) {
		c.Change(uri, 2, `{"range":{"start":`+at+`,"end":`+at+`},"text":"x"}`)
		c.pull(uri, "")
	}},
	{"codeAction", func(c *testClient, uri, _, all string) {
		c.Call("textDocument/codeAction", `{"textDocument":{"uri":"`+uri+`"},"range":`+all+`,"context":{"diagnostics":[]}}`)
	}},
	{"completion", func(c *testClient, uri, at, _ string) {
		c.Call("textDocument/completion", `{"textDocument":{"uri":"`+uri+`"},"position":`+at+`}`)
	}},
	{"semanticTokens", func(c *testClient, uri, _, _ string) {
		c.Call("textDocument/semanticTokens/full", `{"textDocument":{"uri":"`+uri+`"}}`)
	}},
	{"formatting", func(c *testClient, uri, _, _ string) {
		c.Call("textDocument/formatting", `{"textDocument":{"uri":"`+uri+`"},"options":{"tabSize":2,"insertSpaces":true}}`)
	}},
}

// TestShapes prints what opening each construct in each container costs the server, and what
// requests do, when the text doubles twice. It marks with * what costs more than 2.4 times as much
// as half of it.
func TestShapes(t *testing.T) {
	for i := range shapes.Containers {
		c := &shapes.Containers[i]
		for _, name := range slices.Sorted(maps.Keys(shapes.Constructs)) {
			var all []map[string]bench.Cost
			for size := *scalingSize / 4; size <= *scalingSize; size *= 2 {
				t.Run("", func(t *testing.T) { // the server ends with it
					all = append(all, shapeCosts(t, c.File, c.Text(shapes.Constructs[name], size)))
				})
			}
			compareShapes(c.File+" "+name, all[0], all[len(all)-1])
		}
	}
}

// leastShape is the number of allocated bytes from which costs are compared: below it, the proofs of
// fixes, each of which reads a part of the text, are within their budgets.
const leastShape = 64 << 20

// compareShapes compares the costs of a text with those of four times as much.
func compareShapes(name string, less, more map[string]bench.Cost) {
	const limit = 2.4 * 2.4
	for _, operation := range slices.Sorted(maps.Keys(more)) {
		a, b := less[operation], more[operation]
		mark := ""
		if b.Bytes > limit*a.Bytes && b.Bytes > leastShape || b.Time > 200*time.Millisecond && float64(b.Time) > limit*float64(a.Time) {
			mark = " *"
		}
		fmt.Printf("%-30s %-15s %7d %7d ms %12.0f %12.0f%s\n", name, operation, a.Time.Milliseconds(), b.Time.Milliseconds(), a.Bytes, b.Bytes, mark)
	}
}

// shapeCosts measures the operations on a text, the client's part too.
func shapeCosts(t *testing.T, file, content string) map[string]bench.Cost {
	costs := map[string]bench.Cost{}
	measured := func(name string, do func()) { costs[name] = bench.Measure(do) }
	c := start(t, Options{}, ableClient)
	uri := "file:///" + file
	measured("open", func() {
		c.Open(uri, "", 1, content)
		c.pull(uri, "")
	})
	lines := text.New(content)
	place := func(offset int) string {
		p := lines.Position(offset, text.UTF16)
		return fmt.Sprintf(`{"line":%d,"character":%d}`, p.Line, p.Column)
	}
	middle := strings.LastIndexByte(content[:len(content)/2], '\n') + 1
	for _, r := range shapeRequests {
		measured(r.name, func() { r.do(c, uri, place(middle), wire.RangeJSON(0, 0, strings.Count(content, "\n"), 0)) })
	}
	return costs
}
