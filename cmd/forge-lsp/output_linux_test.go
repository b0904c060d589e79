package main

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

type fullTest struct {
	args, in string
	code     int // 0 for exitFailure
}

// fullTests are commands that write: each is run with its output on a full device.
var fullTests = []fullTest{
	{args: "check a.reply"},
	{args: "check --quiet a.reply"},
	{args: "check --statistics a.reply"},
	{args: "check --diff a.reply"},
	{args: "check --diff --as reply -", in: repairedCall},
	{args: "check --fix --as reply -", in: repairedCall},
	{args: "check --fix b.reply"},
	{args: "check --write-baseline base.json a.reply"},
	{args: "check --format concise a.reply"},
	{args: "check --format json a.reply"},
	{args: "check --format sarif a.reply"},
	{args: "check --format github a.reply"},
	{args: "check --format gitlab a.reply"},
	{args: "check --format junit a.reply"},
	{args: "check --format agent refused.reply"},
	{args: "check --output /dev/full a.reply"},
	{args: "check --format sarif --output /dev/full a.reply"},
	{args: "check --format json --output /dev/full a.reply"},
	{args: "check s.jsonl"},
	{args: "inspect a.reply"},
	{args: "inspect --format json a.reply"},
	{args: "stats s.jsonl"},
	{args: "stats --format json s.jsonl"},
	{args: "stats --format markdown s.jsonl"},
	{args: "stats --format openmetrics s.jsonl"},
	{args: "stats --facts /dev/full s.jsonl"},
	{args: "stats --tally /dev/full s.jsonl"},
	{args: "fmt c.reply"},
	{args: "fmt --diff e.reply"},
	{args: "fmt --as reply -", in: repairedCall},
	{args: "init"},
	{args: "config a.reply"},
	{args: "config --format json a.reply"},
	{args: "tools"},
	{args: "tools --format json"},
	{args: "tools --check tools.json"},
	{args: "rules"},
	{args: "rules --format json"},
	{args: "explain"},
	{args: "explain raw-less-than"},
	{args: "example read_file"},
	{args: "prompt"},
	{args: "version"},
	{args: "--version"},
	{args: "help"},
	{args: "help check"},
	{args: "--help"},
	{args: "check -h"},
	{args: "completion bash"},
	{args: "completion zsh"},
	{args: "completion fish"},
	{args: "completion powershell"},
	{args: "hook", in: `{"hook_event_name":"Stop","last_assistant_message":"<function_calls><invoke name=\"Bash\"><parameter name=\"command\">ls</parameter></invoke></function_calls>"}`, code: 1},
	{args: "mcp", in: `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n"},
}

// TestFullDevice checks that every command that cannot write its output reports that once, and
// ends with the code for it.
func TestFullDevice(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		"a.reply":       repairedCall,
		"b.reply":       repairedCall,
		"c.reply":       repairedCall,
		"e.reply":       strings.ReplaceAll(repairedCall, "\n", ""),
		"refused.reply": "<tool><tool_name>read_file</tool_name><arguments><path>a < b</path></arguments></tool>\n",
		"s.jsonl":       `{"role":"assistant","content":"<tool><tool_name>read_file</tool_name><arguments><path>a & b</path></arguments></tool>"}` + "\n",
		"tools.json":    `[{"name": "x"}]`,
	})
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, test := range fullTests {
		var errs bytes.Buffer
		code := run(strings.Fields(test.args), strings.NewReader(test.in), full, &errs)
		want := test.code
		if want == 0 {
			want = cli.ExitFailure
		}
		if code != want || strings.Count(errs.String(), "no space left on device") != 1 {
			t.Errorf("%s: exit code %d, want %d\n%s", test.args, code, want, errs.String())
		}
	}
	for _, c := range newRootCommand().Commands() {
		if c.Name() != "serve" && c.Runnable() && !slices.ContainsFunc(fullTests, func(test fullTest) bool { return strings.Fields(test.args)[0] == c.Name() }) {
			t.Errorf("%s is not tried", c.Name())
		}
	}
}
