package main

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestToolsRecursive lists a tool with a schema that refers to itself in many places,
// which represents more arguments than can be listed.
func TestToolsRecursive(t *testing.T) {
	t.Chdir(t.TempDir())
	properties := strings.Repeat(`,"#":{"$ref":"#"}`, 12)
	for i := range 12 {
		properties = strings.Replace(properties, `"#":`, `"`+string(rune('a'+i))+`":`, 1)
	}
	disk.Write(t, ".", map[string]string{
		"tools.json": `{"name":"endless","schema":{"type":"object","properties":{` + properties[1:] + `}}}`,
	})
	code, stdout, stderr := runCommand(t, "", "tools", "--tools", "none", "--tools", "tools.json", "--format", "json")
	if code != cli.ExitOK || stderr != "" || strings.Count(stdout, `"kind"`) > 2100 || !strings.Contains(stdout, `"members"`) {
		t.Errorf("exit code %d, %d bytes, stderr %q", code, len(stdout), stderr)
	}
	code, stdout, stderr = runCommand(t, "", "tools", "--check", "tools.json")
	if code != cli.ExitOK || stdout != "1 file, 1 tool; 0 problems\n" {
		t.Errorf("exit code %d\n%s%s", code, stdout, stderr)
	}
}
