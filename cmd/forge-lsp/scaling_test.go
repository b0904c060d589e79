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
	"time"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/bench"
	"github.com/entrhq/forge-lsp/internal/test/wire"
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

// TestShapes prints what each command costs for each construct in each container, and marks with * what costs more
// than 2.4 times as much for twice as many.
func TestShapes(t *testing.T) {
	for _, c := range containers {
		for _, name := range slices.Sorted(maps.Keys(constructs)) {
			for _, command := range shapeCommands {
				compareCosts(t, command, c.file, name, 2.4, func(size int) string { return c.text(constructs[name], size) })
			}
		}
	}
}

// TestScaling prints what each command costs for each of the texts, and marks with * what costs more than 2.5 times as
// much for a text that is twice as large.
func TestScaling(t *testing.T) {
	for _, text := range scalingTexts {
		for _, command := range scalingCommands {
			compareCosts(t, command+" --as reply", "reply.txt", text.name, 2.5, func(size int) string {
				return text.head + strings.Repeat(text.unit, size/len(text.unit)) + text.tail
			})
		}
	}
}

// compareCosts compares the costs of a command for texts of the largest size and of a quarter of it: their
// allocations, and their times where these are long enough to be measured.
func compareCosts(t *testing.T, command, file, name string, limit float64, text func(size int) string) {
	cost := func(size int) (took time.Duration, bytes float64) {
		path := filepath.Join(t.TempDir(), file)
		if err := os.WriteFile(path, []byte(text(size)), 0o600); err != nil {
			t.Fatal(err)
		}
		args := append(strings.Fields(strings.Replace(command, "OUT", path+".out", 1)), path)
		began := time.Now()
		bytes = bench.Allocated(func() {
			var errs strings.Builder
			if code := run(args, strings.NewReader(""), io.Discard, &errs); code != cli.ExitOK && code != cli.ExitFindings {
				t.Fatalf("%s of %s: exit code %d: %s", command, name, code, errs.String())
			}
		})
		return time.Since(began), bytes
	}
	less, lessBytes := cost(*scalingSize / 4)
	more, moreBytes := cost(*scalingSize)
	mark := ""
	if limit *= limit; moreBytes > limit*lessBytes || more > 200*time.Millisecond && float64(more) > limit*float64(less) {
		mark = " *"
	}
	fmt.Printf("%-12s %-20s %-28s %5d %5d ms %12.0f %12.0f%s\n", file, name, command, less.Milliseconds(), more.Milliseconds(), lessBytes, moreBytes, mark)
}

// A container is a file with calls: what comes before and after the text, and how it is written.
type container struct {
	file, head, tail string
	write            func(string) string
}

// text returns the file with about size bytes of a construct.
func (c *container) text(unit string, size int) string {
	text := strings.Repeat(unit, size/len(unit))
	if c.write != nil {
		text = c.write(text)
	}
	return c.head + text + c.tail
}

// containers are the containers.
var containers = []container{
	{"a.reply", "", "", nil},
	{"a.md", "# A\n\n", "", nil},
	{"a.go", "package a\n\nconst a = `", "`\n", strings.NewReplacer("`", "'").Replace},
	{"b.go", "package a\n\n", "", nil}, // no program
	{"a.js", "const a = `", "`\n", strings.NewReplacer("`", "\\`", "\\", "\\\\").Replace},
	{"b.js", "a=/[/", "", nil},
	{"a.py", "a = r\"\"\"", "\"\"\"\n", strings.NewReplacer("\"\"", "''").Replace},
	{"a.yaml", "a: |\n  ", "\n", strings.NewReplacer("\n", "\n  ").Replace},
	{"a.toml", "a = \"\"\"\n", "\"\"\"\n", strings.NewReplacer("\\", "\\\\", "\"", "\\\"").Replace},
	{"a.json", `[{"role":"assistant","content":`, "}]\n", wire.Quote},
	{"a.jsonl", "", "", func(s string) string {
		return strings.Repeat(`{"role":"assistant","content":`+wire.Quote(s[:len(s)/8])+"}\n", 8)
	}},
}

// constructs are the units of their texts, by what they are.
var constructs = map[string]string{
	"openers": "<tool>", "ends": "</tool>", "quotes": "`<tool>` ", "fences": "```\n<tool>\n```\n\n", "regular expressions": "a=/[/<tool>/",
	"comments": "<!-- <tool> -->\n", "open comments": "<!-- <tool>", "thinking": "<thinking><tool></tool></thinking>\n",
	"entities": "<tool>&lt;&amp;&nbsp;&#1;</tool>\n", "CDATA": "<tool><![CDATA[a]]></tool>\n", "open CDATA": "<tool><![CDATA[\n",
	"open names":     "<tool><tool_name>",
	"ends in values": "- <tool><tool_name>write_file</tool_name><arguments><path>a</path><content>x</tool>y</content></arguments></tool>",
	"calls":          "<tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>",
	"unknown tools":  "<tool><tool_name>read_fil</tool_name><arguments><path>a</path></arguments></tool>\n",
	"arguments":      "<tool><tool_name>read_file</tool_name><arguments><path>a</path><a>1</a><b>1</b><c>1</c></arguments></tool>\n\n",
	"directives":     "<!-- forge-lsp-disable-next-call raw-les-than -->\n<tool><tool_name>read_file</tool_name><arguments><path>a</path></arguments></tool>\n",
}
