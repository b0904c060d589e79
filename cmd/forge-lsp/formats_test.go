package main

import (
	"os"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestFormatsExample checks that the example of docs/transcripts.md has the documented
// results.
func TestFormatsExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/transcripts.md")
	if err != nil {
		t.Fatal(err)
	}
	block := func(language string) string {
		_, rest, ok := strings.Cut(string(page), "\n```"+language+"\n")
		text, _, ends := strings.Cut(rest, "```\n")
		if !ok || !ends {
			t.Fatalf("no example in %s", language)
		}
		return text
	}
	t.Chdir(t.TempDir())
	doc := block("json")
	disk.Write(t, ".", map[string]string{
		"forge-lsp.toml": block("toml"), "a.json": doc, "a.jsonl": strings.Repeat(strings.ReplaceAll(doc, "\n", "")+"\n", 2), "other.json": record,
	})
	for _, test := range []struct{ name, config, want string }{
		{"a.json", "forge-lsp.toml", "1 transcript, 2 replies, 2 calls: "},
		{"a.jsonl", "forge-lsp.toml", "1 transcript, 4 replies, 4 calls: "},
		{"other.json", "forge-lsp.toml", "1 transcript, 1 reply, 1 call: "},
	} {
		if code, out, errs := runCommand(t, "", "check", "--config", test.config, "--fail-on", "never", test.name); code != 0 || !strings.Contains(out, test.want) || errs != "" {
			t.Errorf("%s: %d, %s%s", test.name, code, out, errs)
		}
		if _, out, _ := runCommand(t, "", "check", "--config", test.config, test.name); strings.Contains(out, "unattributed-call") {
			t.Errorf("%s: nobody wrote it\n%s", test.name, out)
		}
	}
	if _, out, _ := runCommand(t, "", "check", "--config", "none", "--fail-on", "never", "a.json"); !strings.Contains(out, "unattributed-call") {
		t.Errorf("without the format: %s", out)
	}
	smallPieces(t, 100)
	if _, out, _ := runCommand(t, "", "check", "--fail-on", "never", "a.jsonl"); !strings.Contains(out, "1 transcript, 4 replies, 4 calls: ") || strings.Contains(out, "unattributed-call") {
		t.Errorf("in pieces: %s", out)
	}
	if code, out, errs := runCommand(t, "", "check", "--fix", "--fail-on", "never", "a.json"); code != 0 || !strings.Contains(out, " in a.json\n1 transcript, 2 replies, 2 calls: all run as written; no findings") {
		t.Errorf("--fix: %d, %s%s", code, out, errs)
	}
	if _, out, _ := runCommand(t, "", "config", "a.json"); !strings.Contains(out, "\nformats ") || !strings.Contains(out, "harness") || !strings.Contains(out, "forge-lsp.toml:2") {
		t.Errorf("config: %s", out)
	}
	if _, out, _ := runCommand(t, "", "config", "--format", "json", "a.json"); !strings.Contains(out, `"formats":[{"value":"harness","from":"forge-lsp.toml:2"}]`) {
		t.Errorf("config: %s", out)
	}
}
