package lsp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const ampersand = "rules.unescaped-ampersand = "

// TestWatchedFiles changes a configuration, and definitions
// of tools, with a client that watches files. The disk is not checked otherwise.
func TestWatchedFiles(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'error'", "defs/x.txt", "")
	c := startIn(t, onDisk(time.Hour), watchesFiles, dir)
	doc, base := uriOf(dir, "sub/a.md"), string(uri.File(dir))
	c.open(doc, 1, inCall("a & b"))
	c.awaitSeverities(doc, 1)
	first := c.asked(registerMethod, 0)
	id, got := globs(t, first)
	want := []string{base + " **/.forge", base + " **/.forge/**", base + " **/.git", base + " **/forge-lsp.toml"}
	if !slices.Equal(got, want) {
		t.Errorf("watches %q, want %q", got, want)
	}
	c.reply(first, "null")

	disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), "tools = ['defs', 'base[1].json']\n"+ampersand+"'hint'")
	c.filesChanged(dir, "forge-lsp.toml")
	c.awaitSeverities(doc, 4)

	// The new dependencies are watched, and then the old registration is removed.
	second := c.asked(registerMethod, 1)
	_, got = globs(t, second)
	for _, glob := range []string{"defs", "defs/**", "base?1?.json"} {
		if !slices.Contains(got, base+" "+glob) {
			t.Errorf("%q is not watched: %q", glob, got)
		}
	}
	if len(c.sent("client/unregisterCapability")) != 0 {
		t.Error("for a while nothing is watched")
	}
	c.reply(second, "null")
	if m := c.asked("client/unregisterCapability", 0); string(m.Params) !=
		`{"unregisterations":[{"id":`+wire.Quote(id)+`,"method":"workspace/didChangeWatchedFiles"}]}` {
		t.Errorf("unregisters %s", m.Params)
	}

	// A missing file appears.
	tool := uriOf(dir, "b.md")
	c.open(tool, 1, "<tool><server_name>local</server_name><tool_name>ours</tool_name><arguments></arguments></tool>")
	c.awaitSeverities(tool, 1)
	disk.WriteFile(t, filepath.Join(dir, "defs", "t.json"), `{"name": "ours"}`)
	c.filesChanged(dir, "defs/t.json")
	c.awaitSeverities(tool)
	disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), ampersand+"'warning'")
	c.filesChanged(dir, "forge-lsp.toml")
	c.awaitSeverities(doc, 2)
	c.awaitSeverities(tool, 1)

	// Other schemes, and files that nothing depends on, have no effect.
	c.Notify(filesMethod, `{"changes":[{"uri":"untitled:x","type":1},{"uri":`+wire.Quote(uriOf(dir, "x.md"))+`,"type":3}]}`)
	c.Change(doc, 2, wire.Whole(inCall("c & d")))
	c.AwaitVersion(doc, 2)
}

// TestChangedBeforeWatched checks that a file that changes before the client answers that it
// watches, which therefore does not report it, is read again.
func TestChangedBeforeWatched(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'error'")
	c := startIn(t, onDisk(time.Hour), watchesFiles, dir)
	doc := uriOf(dir, "a.md")
	c.open(doc, 1, inCall("a & b"))
	c.awaitSeverities(doc, 1)
	asked := c.asked(registerMethod, 0)
	disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), ampersand+"'information'")
	c.reply(asked, "null")
	c.awaitSeverities(doc, 3)
}

// TestPolled checks the disk for a client that cannot be asked to watch it, that
// refuses, or that does not see the dependencies.
func TestPolled(t *testing.T) {
	for _, test := range []struct {
		name, members string
		folder        string // that is open
		refuses       bool
	}{
		{"no capability", ``, "sub", false},
		{"settings only", reportsSettings, "", false},
		{"no dynamic registration", `"didChangeWatchedFiles":{"relativePatternSupport":true}`, "", false},
		{"refused", watchesFiles, "", true},
		{"elsewhere", watchesFiles, "sub", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := disk.Folder(t, ".git/HEAD", "", "sub/x", "")
			c := startIn(t, onDisk(time.Millisecond), test.members, filepath.Join(dir, test.folder))
			if strings.Contains(test.members, "dynamicRegistration") {
				if m := c.asked(registerMethod, 0); test.refuses {
					c.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, m.ID))
				} else {
					c.reply(m, "null")
				}
			}
			doc := uriOf(dir, "sub/a.md")
			c.open(doc, 1, inCall("a & b"))
			c.awaitSeverities(doc, 2)
			disk.WriteFile(t, filepath.Join(dir, "forge-lsp.toml"), ampersand+"'error'")
			c.awaitSeverities(doc, 1)
			if err := os.Remove(filepath.Join(dir, "forge-lsp.toml")); err != nil {
				t.Fatal(err)
			}
			c.awaitSeverities(doc, 2)
			if n := len(c.sent(registerMethod)); (n > 0) != strings.Contains(test.members, "dynamicRegistration") {
				t.Errorf("registered %d times", n)
			}
			if n := len(c.sent(askMethod)); (n > 0) != strings.Contains(test.members, reportsSettings) {
				t.Errorf("asked for settings %d times", n)
			}
		})
	}
}

// TestWhatIsPolled checks that the disk is not checked for files that a client watches,
// nor if no document is open.
func TestWhatIsPolled(t *testing.T) {
	dir, other := disk.Folder(t, ".git/HEAD", ""), disk.Folder(t, ".git/HEAD", "")
	s := newServer(t.Context(), onDisk(time.Hour))
	s.client = client{encoding: "utf-16", pull: true}
	s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration = true
	polls := func(want bool, what string) {
		t.Helper()
		if got := s.catchUp(false); got != want {
			t.Errorf("%s: polls: %v, want %v", what, got, want)
		}
	}
	open := func(dir string) documentParams {
		t.Helper()
		var p didOpenParams
		p.TextDocument.URI = uriOf(dir, "a.md")
		if err := s.didOpen(&p); err != nil {
			t.Fatal(err)
		}
		return documentParams{p.TextDocument.textDocument}
	}
	polls(false, "without a folder")
	s.update(workspace.Change{Client: &workspace.Client{Folders: []string{dir}}})
	polls(false, "without a document")
	open(dir)
	polls(true, "before the client can be asked")
	s.watching.ready.Store(true)
	polls(true, "before the client is asked")
	polls(true, "before the client has answered")
	s.registered("watch-1", nil)
	polls(false, "what is watched")
	elsewhere := open(other)
	polls(true, "a document in no folder")
	if err := s.didClose(&elsewhere); err != nil {
		t.Fatal(err)
	}
	polls(false, "when that is closed")
	s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration = false
	polls(true, "a client that watches nothing")
}

// TestWatchedGlobs checks the globs of a client that does not support relative
// patterns.
func TestWatchedGlobs(t *testing.T) {
	one, two := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "tools = ['base.json']"), disk.Folder(t, ".git/HEAD", "")
	c := startIn(t, onDisk(time.Hour), `"didChangeWatchedFiles":{"dynamicRegistration":true}`, one, two)
	c.reply(c.asked(registerMethod, 0), "null")
	c.open(uriOf(one, "a.md"), 1, "")
	_, got := globs(t, c.asked(registerMethod, 1))
	if want := []string{"**/.forge", "**/.forge/**", "**/.git", "**/forge-lsp.toml", "**/base.json"}; !slices.Equal(got, want) {
		t.Errorf("watches %q, want %q", got, want)
	}
}

// TestPromptDrift checks that a prompt that is open shows what differs from its tools as soon as their
// definitions change.
func TestPromptDrift(t *testing.T) {
	const before = `{name: ship, parameters: {type: object, properties: {to: {type: string, enum: [here, there]}}, required: [to]}}, {name: sail}`
	dir := disk.Folder(t, ".git/HEAD", "", ".forge/tools.yaml", "["+before+"]", "forge-lsp.toml", "[[files]]\nglob = \"system.md\"\nprompt = true\n")
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `}},"rootUri":` + wire.Quote(string(uri.File(dir))))
	doc := uriOf(dir, "system.md")
	c.open(doc, 1, "# Tools\n\n## ship\n\n- `to` (string, required): one of `here`, `there`\n\n## sail\n")
	pull := func() (report struct{ Items []wire.Diagnostic }) {
		c.Result("textDocument/diagnostic", `{"textDocument":{"uri":`+wire.Quote(doc)+`}}`, &report)
		return report
	}
	if found := pull().Items; len(found) != 0 {
		t.Fatalf("before: %+v", found)
	}
	for i, test := range []struct{ definition, want string }{
		{strings.ReplaceAll(before, "to: {", "where: {"), "Unknown argument `to` of `ship`; did you mean `where`?"},
		{strings.ReplaceAll(before, "{name: sail}", ""), "Unknown tool `sail`; remove it from the prompt, or define it"},
		{before + ", {name: land_it}", "The prompt lists `ship`, but not all tools; add `land_it`"},
		{before, ""},
	} {
		disk.WriteFile(t, filepath.Join(dir, ".forge", "tools.yaml"), "["+test.definition+"]")
		c.filesChanged(dir, ".forge/tools.yaml")
		c.Notify("textDocument/didChange", `{"textDocument":{"uri":`+wire.Quote(doc)+`,"version":`+strconv.Itoa(i+2)+`},"contentChanges":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":0}},"text":"a "}]}`)
		found := pull().Items
		if len(found) == 0 && test.want == "" {
			continue
		}
		if len(found) == 0 || found[0].Code != "prompt-drift" || !strings.HasPrefix(found[0].Message, test.want) || len(found) > 1 {
			t.Errorf("with %s: %+v", test.definition, found)
		}
	}
}
