package lsp

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestFiles checks that the calls of a reply are checked against the files of its folder, and again
// when one changes: in a buffer, or on the disk.
func TestFiles(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "a.go", "func a() {\n\treturn\n}\n")
	c := startIn(t, onDisk(time.Millisecond), "", dir)
	const call = "<tool>\n<server_name>local</server_name>\n<tool_name>apply_diff</tool_name>\n<arguments>\n<path>a.go</path>\n" +
		"<edits><edit><search>  return</search><replace>x</replace></edit></edits>\n</arguments>\n</tool>"
	reply, file := uriOf(dir, "a.reply"), uriOf(dir, "a.go")
	c.open(reply, 1, call)
	c.awaitSeverities(reply) // it may have run long ago
	c.Notify("textDocument/didChange", `{"textDocument":{"uri":`+wire.Quote(reply)+`,"version":2},"contentChanges":[{"text":`+wire.Quote(call+"\n")+`}]}`)
	c.awaitSeverities(reply, 1)
	c.open(uriOf(dir, "a.md"), 1, call)
	c.awaitSeverities(uriOf(dir, "a.md"))

	c.open(file, 1, "func a() {\n  return\n}\n")
	c.awaitSeverities(reply)
	c.Notify("textDocument/didChange", `{"textDocument":{"uri":`+wire.Quote(file)+`,"version":2},"contentChanges":[{"text":"nothing"}]}`)
	c.awaitSeverities(reply, 1)
	disk.WriteFile(t, filepath.Join(dir, "a.go"), "  return\n")
	c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(file)+`}}`)
	c.awaitSeverities(reply)
	disk.WriteFile(t, filepath.Join(dir, "a.go"), "  return\n  return\n")
	c.awaitSeverities(reply, 1)
	disk.WriteFile(t, filepath.Join(dir, "a.go"), "  return, once again\n")
	c.awaitSeverities(reply)
}
