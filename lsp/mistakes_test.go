package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
)

const pulls = `"textDocument":{"diagnostic":{}}`

// startWith starts a session of a client with capabilities, in some folders.
func startWith(t *testing.T, opts Options, capabilities string, folders ...string) *testClient {
	t.Helper()
	c := connect(t, opts)
	c.initializeWith(`"capabilities":{` + capabilities + `},"workspaceFolders":` + wire.FoldersJSON(folders...))
	return c
}

// awaitRanges waits until the published diagnostics of a document have ranges.
func (c *testClient) awaitRanges(uri string, want string) {
	c.T.Helper()
	c.Await(want+" published of "+uri, func(m wire.Message) bool {
		var p wire.Published
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri && ranges(p.Diagnostics) == want
	})
	c.Forget(func(m wire.Message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), uri)
	})
}

// TestMistakes checks that errors in definitions and configurations are shown at their
// place, once, whether the files are open or not, as long as a document depends on them.
func TestMistakes(t *testing.T) {
	for _, pull := range []bool{false, true} {
		dir := disk.Folder(t, ".git/HEAD", "",
			"forge-lsp.toml", "extends = 'base.toml'\n", "base.toml", "rules.empty-call = 'eror'\n",
			".forge/tools.yaml", "- name: ours\n  schema: 7\n")
		capabilities := `"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `}`
		if pull {
			capabilities += "," + pulls
		}
		c := startWith(t, onDisk(time.Hour), capabilities, dir)
		doc, base, tools := uriOf(dir, "a.md"), uriOf(dir, "base.toml"), uriOf(dir, ".forge/tools.yaml")
		own := func(uri, want string) {
			t.Helper()
			if !pull {
				c.awaitRanges(uri, want)
				return
			}
			var report struct{ Items []wire.Diagnostic }
			decodeInto(t, c.Call("textDocument/diagnostic", `{"textDocument":{"uri":`+wire.Quote(uri)+`}}`), &report)
			if got := ranges(report.Items); got != want {
				t.Errorf("%s has %s, want %s", uri, got, want)
			}
		}
		call := "<tool><server_name>local</server_name><tool_name>ours</tool_name><arguments></arguments></tool>\n"
		c.open(doc, 1, call)
		own(doc, "")
		c.awaitRanges(base, "0:19-0:25")
		c.awaitRanges(tools, "1:10-1:11")

		// An open file is read from the editor, and no longer published separately.
		c.open(tools, 1, "\n- name: ours\n  schema: 7\n")
		if pull {
			c.awaitRanges(tools, "")
		}
		own(tools, "2:10-2:11")
		c.Change(tools, 2, wire.Whole("- name: ours\n"))
		own(tools, "")
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(tools)+`}}`)
		c.awaitRanges(tools, "1:10-1:11")

		// A mistake is removed when it is fixed.
		disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.yaml"), "- name: ours\n")
		c.filesChanged(dir, ".forge/tools.yaml")
		c.awaitRanges(tools, "")
		disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.yaml"), "- name: [\n")
		c.filesChanged(dir, ".forge/tools.yaml")
		c.Await("the mistake again", func(m wire.Message) bool {
			return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), "this is not YAML")
		})
		if err := os.Remove(filepath.Join(dir, ".forge", "tools.yaml")); err != nil {
			t.Fatal(err)
		}
		c.filesChanged(dir, ".forge/tools.yaml")
		c.awaitRanges(tools, "")

		// So it is when no document depends on it, and when the session ends.
		c.Notify("textDocument/didClose", `{"textDocument":{"uri":`+wire.Quote(doc)+`}}`)
		c.awaitRanges(base, "")
		c.open(doc, 1, call)
		c.awaitRanges(base, "0:19-0:25")
		c.Call("shutdown", "null")
		c.awaitRanges(base, "")
		if shown := c.sent("window/showMessage"); len(shown) > 0 {
			t.Errorf("shown: %s", shown[0].Params)
		}
		if published := c.sent("textDocument/publishDiagnostics"); pull && slices.ContainsFunc(published, func(m wire.Message) bool { return strings.Contains(string(m.Params), doc) }) {
			t.Error("diagnostics of a document are pulled and pushed")
		}
	}
}
