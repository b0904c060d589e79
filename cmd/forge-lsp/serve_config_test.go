package main

import (
	"path/filepath"
	"testing"
)

// TestServeConfiguration has a configuration and settings change under a real
// server.
func TestServeConfiguration(t *testing.T) {
	dir := t.TempDir()
	writeTree(t, dir, map[string]string{".git/HEAD": "", "forge-lsp.toml": "[rules]\nunescaped-ampersand = \"error\"\n"})
	e := startEditor(t, "serve")
	var initialized any
	e.call("initialize", map[string]any{
		"processId": nil, "capabilities": map[string]any{}, "rootPath": dir,
		"initializationOptions": map[string]any{"rules": map[string]any{"missing-server-name": "off"}},
	}, &initialized)
	e.notify("initialized", struct{}{})
	uri := "file://" + filepath.ToSlash(filepath.Join(dir, "a.xml"))
	if filepath.VolumeName(dir) != "" {
		uri = "file:///" + filepath.ToSlash(filepath.Join(dir, "a.xml"))
	}
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": "xml", "version": 1,
		"text": "<tool><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>",
	}})
	want := func(severity int) {
		t.Helper()
		// What is published in between belongs to what was in force before.
		for range 5 {
			if found := e.diagnostics(1); len(found) == 1 && found[0].Code == "unescaped-ampersand" && found[0].Severity == severity {
				return
			}
		}
		t.Errorf("the severity does not become %d", severity)
	}
	want(1)
	writeTree(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"hint\" # later\n"})
	want(4)
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"forge": map[string]any{
		"rules": map[string]any{"missing-server-name": "off", "unescaped-ampersand": "information"},
	}}})
	want(3)
}
