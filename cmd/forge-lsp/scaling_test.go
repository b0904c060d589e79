package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/shapes"
)

var scalingSize = flag.Int("scaling", 0, "TestScaling prints what texts of so many bytes cost beside those of half the size")

// scalingCommands are the commands whose cost is compared. Each gets a file of replies.
var scalingCommands = []string{
	"check", "check --format jsonl", "check --format sarif", "check --format github", "check --format gitlab",
	"check --format junit", "check --format agent", "check --write-baseline OUT", "check --diff",
	"check --add-suppressions", "stats", "stats --facts OUT", "inspect", "convert --to cdata --diff",
}

// scalingTexts are dense: a call or a finding in every few bytes, with and without fixes.
// Those that are one call, or in which one call is to run, are bounded instead of linear: of
// a call a thousand findings are recorded, and up to there fixes cost the square of them.
var scalingTexts = []struct {
	name, head, unit, tail string
	bounded                bool
}{
	{"<tool>", "", "<tool>", "", false},
	{"<tool> in lines", "", "<tool>\n", "", false},
	{"<tool>&", "", "<tool>&", "", true},
	{"<tool></tool>", "", "<tool></tool>", "", true},
	{"a log", "", "assistant: <tool></tool>\n", "", false},
	{"calls", "", "<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>\n", "", false},
	{"directives", "", "assistant: <!-- forge-lsp-disable-next-call unescaped-ampersand -->\n<tool><tool_name>read_file</tool_name><arguments><path>a & b</path></arguments></tool>\n", "", false},
	{"edits", "<tool><tool_name>apply_diff</tool_name><arguments><path>a.go</path><edits>", "<edit><search>a && b</search><replace>c</replace></edit>\n", "</edits></arguments></tool>\n", true},
	{"&", "<tool><tool_name>read_file</tool_name><arguments><path>", "& ", "</path></arguments></tool>\n", true},
	{"unknown arguments", "<tool><tool_name>read_file</tool_name><arguments>", "<x>1</x>", "</arguments></tool>\n", true},
	{"</tool>", "<tool><tool_name>read_file</tool_name></tool>", "</tool>", "", true},
}

// shapeCommands are the commands that get a file of each container with each construct.
var shapeCommands = []string{"check", "check --diff", "fmt --diff", "convert --to cdata --diff", "inspect", "stats"}

// TestShapes compares what each command allocates for each construct in each container, as
// TestScaling does.
func TestShapes(t *testing.T) {
	step, most, limit := 4, 16<<10, 2.4*2.4
	commands := shapeCommands[1:3] // which do most
	if *scalingSize > 0 {
		step, most, commands = 2, *scalingSize, shapeCommands
	}
	for _, c := range shapes.Containers {
		for _, name := range slices.Sorted(maps.Keys(shapes.Constructs)) {
			for _, command := range commands {
				var times, bytes []float64
				for size := most / 4; size <= most; size *= step {
					cost := fileCost(t, command, c.File, c.Text(shapes.Constructs[name], size), 1)
					times, bytes = append(times, cost.Time.Seconds()*1000), append(bytes, cost.Bytes)
				}
				last := len(bytes) - 1
				if *scalingSize > 0 {
					mark := ""
					if bytes[last] > limit*bytes[0] || times[last] > 200 && times[last] > limit*times[0] {
						mark = " *"
					}
					fmt.Printf("%-8s %-20s %-28s %7.0f %7.0f ms %12.0f%s\n", c.File, name, command, times[0], times[last], bytes[last], mark)
				} else if bytes[last] > limit*bytes[0] && bytes[last] > 16<<20 {
					t.Errorf("%s of %s in %s allocates %.0f bytes, and %.0f for four times the text", command, name, c.File, bytes[0], bytes[last])
				}
			}
		}
	}
}

// TestScaling compares what each command allocates for texts that double. With -scaling it
// prints that, and the time, up to a size, and marks with * what costs more than 2.5 times as
// much as half of it.
func TestScaling(t *testing.T) {
	runs, step, most := 1, 4, 16<<10
	if *scalingSize > 0 {
		runs, step, most = 2, 2, *scalingSize // the first run of a process also makes what all share
	}
	for _, text := range scalingTexts {
		for _, command := range scalingCommands {
			if text.bounded && *scalingSize == 0 {
				continue
			}
			var times, bytes []float64
			for size := most / 4; size <= most; size *= step {
				c := commandCost(t, command, text.head+strings.Repeat(text.unit, size/len(text.unit))+text.tail, runs)
				times, bytes = append(times, c.Time.Seconds()*1000), append(bytes, c.Bytes/float64(size))
			}
			// The mean of the last two doublings, as in diagnostics.
			last := len(bytes) - 1
			twice := bytes[last] / bytes[0] * 4
			if *scalingSize == 0 {
				if twice > 2.5*2.5 {
					t.Errorf("%s of %s allocates %.0f times %d bytes, and %.0f times four times as many", command, text.name, bytes[0], most/4, bytes[last])
				}
				continue
			}
			mark := ""
			if twice > 2.5*2.5 || times[2] > 25 && times[2] > 2.5*2.5*times[0] {
				mark = " *"
			}
			fmt.Printf("%-20s %-28s %7.0f %7.0f %7.0f ms %6.0f %6.0f %6.0fx%s\n", text.name, command, times[0], times[1], times[2], bytes[0], bytes[1], bytes[2], mark)
		}
	}
}

// commandCost returns the least cost of runs of a command for a reply, without the time if that is not
// printed.
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
	args := strings.Fields(strings.Replace(command, "OUT", out, 1))
	if args[0] == "check" {
		args = append(args, "--no-cache")
	}
	args = append(args, path)
	once := func() {
		var errs strings.Builder
		if code := run(args, strings.NewReader(""), io.Discard, &errs); code != cli.ExitOK && code != cli.ExitFindings {
			t.Fatalf("%s of %.40q: exit code %d: %s", command, text, code, errs.String())
		}
	}
	if *scalingSize == 0 {
		return bench.Cost{Bytes: bench.Allocated(once)}
	}
	least = bench.Cost{Time: 1 << 60}
	for range runs {
		c := bench.Measure(once)
		least = bench.Cost{Time: min(least.Time, c.Time), Bytes: c.Bytes}
	}
	return least
}

// A heldWriter records what is in memory while a report is written.
type heldWriter struct{ size, next, most int }

func (w *heldWriter) Write(p []byte) (int, error) {
	if w.size += len(p); w.size >= w.next {
		w.next = w.size + 2<<20
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		w.most = max(w.most, int(now.HeapAlloc))
	}
	return len(p), nil
}

// TestHeld checks that no format is in memory before it is written, of which it is the larger
// part: a report takes up to a hundred times the text.
func TestHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reply.txt")
	text := strings.Repeat("<tool>", 128<<10/len("<tool>"))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	held := func(format, path string) *heldWriter {
		w := &heldWriter{}
		run([]string{"check", "--no-cache", "--as", "reply", "--format", format, path}, strings.NewReader(""), w, io.Discard)
		return w
	}
	for _, format := range []string{"text", "concise", "json", "jsonl", "sarif", "github", "gitlab", "junit"} {
		before := held(format, os.DevNull).most
		w := held(format, path)
		if w.size < len(text) {
			t.Errorf("%s: the report has %d bytes", format, w.size)
		}
		if times := float64(w.most-before) / float64(len(text)); times > 90 {
			t.Errorf("%s: %.0f times the text is in memory", format, times)
		}
	}
}
