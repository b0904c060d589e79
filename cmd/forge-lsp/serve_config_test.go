package main

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestServeConfiguration changes a configuration and settings under a real server.
func TestServeConfiguration(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{".git/HEAD": "", "forge-lsp.toml": "[rules]\nunescaped-ampersand = \"error\"\n"})
	e := startEditor(t, "serve")
	e.Initialize(fmt.Sprintf(`"processId":null,"rootUri":null,"capabilities":{},"rootPath":%s,"initializationOptions":{"rules":{"missing-server-name":"off"}}`, wire.Quote(dir)))
	uri := wire.FileURI(filepath.Join(dir, "a.xml"))
	e.Open(uri, "xml", 1, "<tool><tool_name>converse</tool_name><arguments><message>a & b</message></arguments></tool>")
	want := func(severity int) {
		t.Helper()
		// Diagnostics published in between belong to the earlier configuration.
		e.Await(fmt.Sprintf("diagnostic of severity %d", severity), func(m wire.Message) bool {
			var p wire.Published
			if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || len(p.Diagnostics) != 1 {
				return false
			}
			return p.Diagnostics[0].Code == "unescaped-ampersand" && p.Diagnostics[0].Severity == severity
		})
	}
	want(1)
	disk.Write(t, dir, map[string]string{"forge-lsp.toml": "[rules]\nunescaped-ampersand = \"hint\" # later\n"})
	want(4)
	e.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"rules":{"missing-server-name":"off","unescaped-ampersand":"information"}}}}`)
	want(3)
}
