package lsp

import (
	"flag"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/shapes"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/text"
)

var scalingSize = flag.Int("scaling", 0, "TestShapes prints what texts of so many bytes cost beside those of half the size")

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

// TestShapes compares what the server allocates for each construct in each container when the text
// doubles twice: for opening it, and for requests. With -scaling it prints that, and the time, and marks
// with * what costs more than 2.4 times as much as half of it.
func TestShapes(t *testing.T) {
	step, most, containers := 4, 8<<10, []string{"a.reply", "a.md", "b.js", "a.jsonl"}
	if *scalingSize > 0 {
		step, most, containers = 2, *scalingSize, nil
	}
	for i := range shapes.Containers {
		c := &shapes.Containers[i]
		if containers != nil && !slices.Contains(containers, c.File) {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(shapes.Constructs)) {
			var all []map[string]shapeCost
			for size := most / 4; size <= most; size *= step {
				all = append(all, shapeCosts(t, c.File, c.Text(shapes.Constructs[name], size)))
			}
			compareShapes(t, c.File+" "+name, all[0], all[len(all)-1])
		}
	}
}

// leastShape is the number of allocated bytes from which costs are compared: below it, the proofs of
// fixes, each of which reads a part of the text, are within their budgets.
const leastShape = 64 << 20

// compareShapes compares the costs of a text with those of four times as much.
func compareShapes(t *testing.T, name string, less, more map[string]shapeCost) {
	const limit = 2.4 * 2.4
	for _, operation := range slices.Sorted(maps.Keys(more)) {
		a, b := less[operation], more[operation]
		if *scalingSize == 0 {
			if b.bytes > limit*a.bytes && b.bytes > leastShape {
				t.Errorf("%s of %s allocates %.0f bytes, and %.0f for four times the text", operation, name, a.bytes, b.bytes)
			}
			continue
		}
		mark := ""
		if b.bytes > limit*a.bytes && b.bytes > leastShape || b.took > 200*time.Millisecond && float64(b.took) > limit*float64(a.took) {
			mark = " *"
		}
		fmt.Printf("%-30s %-15s %7d %7d ms %12.0f %12.0f%s\n", name, operation, a.took.Milliseconds(), b.took.Milliseconds(), a.bytes, b.bytes, mark)
	}
}

// A shapeCost is the cost of an operation, of the client too.
type shapeCost struct {
	took  time.Duration
	bytes float64 // allocated
}

// shapeCosts measures the operations on a text.
func shapeCosts(t *testing.T, file, content string) map[string]shapeCost {
	costs := map[string]shapeCost{}
	measured := func(name string, do func()) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := bench.CPUTime()
		do()
		took := bench.CPUTime() - start
		runtime.ReadMemStats(&after)
		costs[name] = shapeCost{took, float64(after.TotalAlloc - before.TotalAlloc)}
	}
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
