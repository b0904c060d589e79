package lsp

import (
	"slices"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

// TestFormats checks that the server reads a transcript by the formats of the
// configuration file.
func TestFormats(t *testing.T) {
	dir := disk.Folder(t, "forge-lsp.toml", "[[formats]]\nname = \"x\"\nwhere = [\"(said)\"]\n[[formats.sources]]\nmessages = \"(said)\"\nas = \"assistant\"\ncontent = [\"said\"]\n")
	c := start(t, Options{}, `{}`)
	const text = `{"said":"<tool>\n<server_name>local</server_name>\n<tool_name>list_files</tool_name>\n<arguments><path>a & b</path></arguments>\n</tool>"}`
	for uri, want := range map[string]string{uriOf(dir, "a.json"): "unescaped-ampersand", uriOf(t.TempDir(), "a.json"): "unattributed-call"} {
		c.open(uri, 1, text)
		r := c.pull(uri, "")
		if !slices.ContainsFunc(r.Items, func(d wire.Diagnostic) bool { return d.Code == want }) {
			t.Errorf("%s: %+v, want %s", uri, r.Items, want)
		}
	}
}
