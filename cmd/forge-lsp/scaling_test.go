//go:build slow

package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/shapes"
)

var scalingSize = flag.Int("scaling", 64<<10, "the size in bytes of the largest texts of TestScaling and TestShapes")

// scalingCommands are the commands whose cost is compared. Each gets a file of replies.
var scalingCommands = []string{
	"check", "check --format sarif", "check --format github", "check --format gitlab",
	"check --format junit", "check --format agent", "check --write-baseline OUT", "check --diff",
	"stats", "stats --facts OUT", "inspect", "fmt --encoding cdata --diff",
}

// scalingTexts are dense: a call or a finding in every few bytes, with and without fixes.
// Those that are one call, or in which one call is to run, are bounded instead of linear: of
// a call a thousand findings are recorded, and up to there fixes cost the square of them.
var scalingTexts = []struct {
	name, head, unit, tail string
}{
	{"<tool>", "", "<tool>", ""},
	{"<tool> in lines", "", "<tool>\n", ""},
	{"<tool>&", "", "<tool>&", ""},
	{"<tool></tool>", "", "<tool></tool>", ""},
	{"a log", "", "assistant: <tool></tool>\n", ""},
	{"calls", "", "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>\n", ""},
	{"directives", "", "assistant: <!-- forge-lsp-disable-next-call unescaped-ampersand -->\n<tool><tool_name>read_file</tool_name><arguments><path>a & b</path></arguments></tool>\n", ""},
	{"edits", "<tool><tool_name>apply_diff</tool_name><arguments><path>a.go</path><edits>", "<edit><search>a && b</search><replace>c</replace></edit>\n", "</edits></arguments></tool>\n"},
	{"&", "<tool><tool_name>read_file</tool_name><arguments><path>", "& ", "</path></arguments></tool>\n"},
	{"unknown arguments", "<tool><tool_name>read_file</tool_name><arguments>", "<x>1</x>", "</arguments></tool>\n"},
	{"</tool>", "<tool><tool_name>read_file</tool_name></tool>", "</tool>", ""},
}

// shapeCommands are the commands that get a file of each container with each construct.
var shapeCommands = []string{"check", "check --diff", "fmt --diff", "fmt --encoding cdata --diff", "inspect", "stats"}

// TestShapes prints what each command costs for each construct in each container, as
// TestScaling does.
func TestShapes(t *testing.T) {
	const limit = 2.4 * 2.4
	for _, c := range shapes.Containers {
		for _, name := range slices.Sorted(maps.Keys(shapes.Constructs)) {
			for _, command := range shapeCommands {
				var times, bytes []float64
				for size := *scalingSize / 4; size <= *scalingSize; size *= 2 {
					cost := fileCost(t, command, c.File, c.Text(shapes.Constructs[name], size), 1)
					times, bytes = append(times, cost.Time.Seconds()*1000), append(bytes, cost.Bytes)
				}
				last := len(bytes) - 1
				mark := ""
				if bytes[last] > limit*bytes[0] || times[last] > 200 && times[last] > limit*times[0] {
					mark = " *"
				}
				fmt.Printf("%-8s %-20s %-28s %7.0f %7.0f ms %12.0f%s\n", c.File, name, command, times[0], times[last], bytes[last], mark)
			}
		}
	}
}

// TestScaling prints what each command costs for texts that double, and marks with * what costs
// more than 2.5 times as much as half of it.
func TestScaling(t *testing.T) {
	const runs = 2 // the first run of a process also makes what all share
	for _, text := range scalingTexts {
		for _, command := range scalingCommands {
			var times, bytes []float64
			for size := *scalingSize / 4; size <= *scalingSize; size *= 2 {
				c := commandCost(t, command, text.head+strings.Repeat(text.unit, size/len(text.unit))+text.tail, runs)
				times, bytes = append(times, c.Time.Seconds()*1000), append(bytes, c.Bytes/float64(size))
			}
			// The mean of the last two doublings, as in diagnostics.
			last := len(bytes) - 1
			twice := bytes[last] / bytes[0] * 4
			mark := ""
			if twice > 2.5*2.5 || times[2] > 25 && times[2] > 2.5*2.5*times[0] {
				mark = " *"
			}
			fmt.Printf("%-20s %-28s %7.0f %7.0f %7.0f ms %6.0f %6.0f %6.0fx%s\n", text.name, command, times[0], times[1], times[2], bytes[0], bytes[1], bytes[2], mark)
		}
	}
}

// commandCost returns the least cost of runs of a command for a reply.
func commandCost(t *testing.T, command, reply string, runs int) bench.Cost {
	return fileCost(t, command+" --as reply", "reply.txt", reply, runs)
}

// fileCost is commandCost for a file.
func fileCost(t *testing.T, command, name, text string, runs int) (least bench.Cost) {
	dir := t.TempDir()
	path, out := filepath.Join(dir, name), filepath.Join(dir, "out")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields(strings.Replace(command, "OUT", out, 1)), path)
	once := func() {
		var errs strings.Builder
		if code := run(args, strings.NewReader(""), io.Discard, &errs); code != cli.ExitOK && code != cli.ExitFindings {
			t.Fatalf("%s of %.40q: exit code %d: %s", command, text, code, errs.String())
		}
	}
	least = bench.Cost{Time: 1 << 60}
	for range runs {
		c := bench.Measure(once)
		least = bench.Cost{Time: min(least.Time, c.Time), Bytes: c.Bytes}
	}
	return least
}
