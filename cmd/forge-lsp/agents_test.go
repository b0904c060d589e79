package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestAgentSettings checks that the settings of agents are JSON with commands that this program
// has, and file types that it reads.
func TestAgentSettings(t *testing.T) {
	t.Chdir("../..")
	hooks, extensions := 0, []string{}
	for _, folder := range []string{"claude-code", "cursor", "opencode"} {
		files, err := fs.Glob(os.DirFS("editors/"+folder), "*.json")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{".lsp.json", ".mcp.json", "hooks/hooks.json", ".claude-plugin/plugin.json", ".claude-plugin/marketplace.json"} {
			if folder == "claude-code" {
				files = append(files, name)
			}
		}
		if len(files) == 0 {
			t.Errorf("%s: no settings", folder)
		}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(files))) {
			text, err := os.ReadFile(filepath.Join("editors", folder, name))
			if err != nil {
				t.Fatal(err)
			}
			var value any
			if err := json.Unmarshal(text, &value); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			visit(value, func(object map[string]any) {
				if line := commandLine(object); line != nil {
					checkAgentCommand(t, name, line)
					hooks += strings.Count(strings.Join(line, " "), " hook")
				}
				for _, list := range []any{object["extensionToLanguage"], object["extensions"]} {
					extensions = append(extensions, keysOrItems(list)...)
				}
			})
		}
	}
	if hooks != 4 || len(extensions) < 30 {
		t.Errorf("%d hooks and %d extensions", hooks, len(extensions))
	}
	for _, e := range extensions {
		if kind := document.KindOf("a" + e); !strings.HasPrefix(e, ".") || kind.Source() {
			t.Errorf("%s is a file of %v, which has a server of its own", e, kind)
		}
	}
}

// checkAgentCommand runs a command of the settings; each of them ends with its input.
func checkAgentCommand(t *testing.T, file string, line []string) {
	t.Helper()
	if line[0] != "forge-lsp" || len(line) != 2 {
		t.Fatalf("%s runs %q", file, line)
	}
	stdin := ""
	switch line[1] {
	case "hook":
		stdin = `{"hook_event_name":"Stop"}`
	case "serve":
		for _, method := range []string{`"id":1,"method":"initialize","params":{"capabilities":{}}`, `"id":2,"method":"shutdown"`, `"method":"exit"`} {
			stdin += wire.Frame(`{"jsonrpc":"2.0",` + method + "}")
		}
	case "mcp":
	default:
		t.Fatalf("%s runs %q", file, line)
	}
	if code, stdout, stderr := runCommand(t, stdin, line[1:]...); code != 0 || (stdout != "") != (line[1] == "serve") || stderr != "" {
		t.Errorf("%s: %q exits with %d, %q, %q", file, line, code, stdout, stderr)
	}
}

// commandLine returns the command line of an object, or nil: a string for a shell, a program
// with arguments, or a list.
func commandLine(object map[string]any) []string {
	switch command := object["command"].(type) {
	case string:
		return append(strings.Fields(command), keysOrItems(object["args"])...)
	case []any:
		return keysOrItems(command)
	}
	return nil
}

// keysOrItems returns the names of an object, or the strings of a list.
func keysOrItems(value any) (list []string) {
	switch value := value.(type) {
	case map[string]any:
		for key := range value {
			list = append(list, key)
		}
	case []any:
		for _, item := range value {
			if s, ok := item.(string); ok {
				list = append(list, s)
			}
		}
	}
	return list
}

// visit calls f with each object of a value.
func visit(value any, f func(map[string]any)) {
	switch value := value.(type) {
	case map[string]any:
		f(value)
		for _, member := range value {
			visit(member, f)
		}
	case []any:
		for _, item := range value {
			visit(item, f)
		}
	}
}
