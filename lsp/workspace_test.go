package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
)

const (
	watchesFiles    = `"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}`
	reportsSettings = `"configuration":true`
	registerMethod  = "client/registerCapability"
	askMethod       = "workspace/configuration"
	folderMethod    = "workspace/didChangeWorkspaceFolders"
	filesMethod     = "workspace/didChangeWatchedFiles"
	settingsMethod  = "workspace/didChangeConfiguration"
)

// onDisk returns options with the real workspace, which check the disk only if
// necessary, and then soon.
func onDisk(poll time.Duration) Config {
	return Config{Workspace: workspace.New(workspace.Flags{}, nil), configPoll: poll}
}

// uriOf returns the URI of a file in a folder.
func uriOf(dir, name string) string {
	return string(uri.File(filepath.Join(dir, filepath.FromSlash(name))))
}

// startIn starts a session of a client with some members of the capability
// workspace, in some folders.
func startIn(t *testing.T, opts Config, members string, folders ...string) *testClient {
	t.Helper()
	c := connect(t, opts)
	c.initializeWith(`"capabilities":{"workspace":{` + members + `}},"workspaceFolders":` + wire.FoldersJSON(folders...))
	return c
}

// asked returns the n-th request of the server with a method, from 0.
func (c *testClient) asked(method string, n int) wire.Message {
	c.T.Helper()
	return c.Await(fmt.Sprintf("request %d %s", n, method), func(m wire.Message) bool {
		if m.Method != method || len(m.ID) == 0 {
			return false
		}
		n--
		return n < 0
	})
}

// reply answers a request of the server.
func (c *testClient) reply(m wire.Message, result string) {
	c.T.Helper()
	c.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
}

// sent returns the messages of the server with a method.
func (c *testClient) sent(method string) (list []wire.Message) {
	for _, m := range c.All() {
		if m.Method == method {
			list = append(list, m)
		}
	}
	return list
}

// filesChanged reports that files in a folder have changed.
func (c *testClient) filesChanged(dir string, names ...string) {
	c.T.Helper()
	var changes []string
	for _, name := range names {
		changes = append(changes, fmt.Sprintf(`{"uri":%s,"type":2}`, wire.Quote(uriOf(dir, name))))
	}
	c.Notify(filesMethod, `{"changes":[`+strings.Join(changes, ",")+`]}`)
}

// awaitSeverities waits until the last diagnostics of a document have severities.
func (c *testClient) awaitSeverities(uri string, want ...int) {
	c.T.Helper()
	c.Await(fmt.Sprintf("severities %v of %s", want, uri), func(m wire.Message) bool {
		var p wire.Published
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || p.URI != uri {
			return false
		}
		var got []int
		for _, d := range p.Diagnostics {
			got = append(got, d.Severity)
		}
		return slices.Equal(got, want)
	})
	c.Forget(func(m wire.Message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), uri)
	})
}

// globs returns the watchers in a registration, as folder and glob.
func globs(t *testing.T, m wire.Message) (id string, list []string) {
	t.Helper()
	var p struct {
		Registrations []struct {
			ID, Method      string
			RegisterOptions struct {
				Watchers []struct{ GlobPattern json.RawMessage }
			}
		}
	}
	if err := json.Unmarshal(m.Params, &p); err != nil || len(p.Registrations) != 1 {
		t.Fatalf("%v in %s", err, m.Params)
	}
	r := p.Registrations[0]
	if r.Method != filesMethod {
		t.Errorf("registered for %s", r.Method)
	}
	for _, w := range r.RegisterOptions.Watchers {
		var glob string
		if json.Unmarshal(w.GlobPattern, &glob) != nil {
			var relative struct{ BaseURI, Pattern string }
			if err := json.Unmarshal(w.GlobPattern, &relative); err != nil {
				t.Fatal(err)
			}
			glob = relative.BaseURI + " " + relative.Pattern
		}
		list = append(list, glob)
	}
	return r.ID, list
}

// configurationAsked returns the sections and scopes that a request asks for.
func configurationAsked(t *testing.T, m wire.Message) string {
	t.Helper()
	var p struct {
		Items []struct{ ScopeURI, Section string }
	}
	if err := json.Unmarshal(m.Params, &p); err != nil {
		t.Fatalf("%v in %s", err, m.Params)
	}
	var all []string
	for _, item := range p.Items {
		all = append(all, item.Section+"@"+item.ScopeURI)
	}
	return strings.Join(all, " ")
}

func setting(level string) string {
	return `{"rules":{"unescaped-ampersand":"` + level + `"}}`
}

// TestSettingsPulled uses a client that is asked for settings.
func TestSettingsPulled(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "")
	folder := string(uri.File(dir))
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{"workspace":{` + reportsSettings + `,"didChangeConfiguration":{"dynamicRegistration":true}}},` +
		`"rootUri":` + wire.Quote(folder) + `,"initializationOptions":` + setting("error"))
	doc := uriOf(dir, "a.md")
	c.open(doc, 1, inCall("a & b"))
	c.awaitSeverities(doc, 1)
	if m := c.asked(registerMethod, 0); string(m.Params) != `{"registrations":[{"id":"configuration","method":"workspace/didChangeConfiguration"}]}` {
		t.Errorf("registers %s", m.Params)
	}
	asks := 0
	ask := func() wire.Message {
		t.Helper()
		m := c.asked(askMethod, asks)
		asks++
		if got, want := configurationAsked(t, m), "forge@ forge@"+folder; got != want {
			t.Errorf("asked for %q, want %q", got, want)
		}
		return m
	}
	// A client that stores its settings elsewhere has no answer.
	c.reply(ask(), `[null,{}]`)
	c.Notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), `["x","y","z"]`)
	c.Notify(settingsMethod, `{"settings":{"other":{"x":1}}}`)
	c.Frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no"}}`, ask().ID))
	c.Change(doc, 2, wire.Whole(inCall("a & b")))
	c.awaitSeverities(doc, 1)

	c.Notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), "["+setting("hint")+","+setting("hint")+"]")
	c.awaitSeverities(doc, 4)
	// Of two requests the second one counts, and overrides what is sent.
	c.Notify(settingsMethod, `{"settings":null}`)
	late := ask()
	c.Notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), "["+setting("information")+",null]")
	c.awaitSeverities(doc, 3)
	c.reply(late, "["+setting("error")+",null]")
	c.Notify(settingsMethod, `{"settings":null}`)
	late = ask()
	c.Notify(settingsMethod, `{"settings":{"forge":`+setting("error")+`}}`)
	c.awaitSeverities(doc, 1)
	c.reply(late, "["+setting("hint")+",null]")
	// One that has answered before has no settings any more.
	c.Notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), `[{},null]`)
	c.awaitSeverities(doc, 2)
}

// TestFolders uses folders with configurations and settings of their own, which are
// opened and closed.
func TestFolders(t *testing.T) {
	one := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'error'")
	two := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'", "own.toml", ampersand+"'information'")
	c := startIn(t, onDisk(time.Hour), `"workspaceFolders":true,`+reportsSettings+`,`+watchesFiles, one)
	first := c.asked(askMethod, 0)
	c.reply(first, "[null,null]")
	c.reply(c.asked(registerMethod, 0), "null")
	a, b := uriOf(one, "a.md"), uriOf(two, "a.md")
	c.open(a, 1, inCall("a & b"))
	c.open(b, 1, inCall("a & b"))
	c.awaitSeverities(a, 1)
	c.awaitSeverities(b, 4)

	c.Notify(folderMethod, `{"event":{"added":`+wire.FoldersJSON(two)+`,"removed":[]}}`)
	m := c.asked(askMethod, 1)
	if got, want := configurationAsked(t, m), "forge@ forge@"+string(uri.File(one))+" forge@"+string(uri.File(two)); got != want {
		t.Errorf("asked for %q, want %q", got, want)
	}
	_, watched := globs(t, c.asked(registerMethod, 1))
	for _, dir := range []string{one, two} {
		if !slices.Contains(watched, string(uri.File(dir))+" **/forge-lsp.toml") {
			t.Errorf("%s is not watched: %q", dir, watched)
		}
	}
	c.reply(m, `[`+setting("warning")+`,`+setting("warning")+`,{"config":"own.toml"}]`)
	c.awaitSeverities(a, 2)
	c.awaitSeverities(b, 3)

	// A closed folder has the settings of all folders again.
	c.Notify(folderMethod, `{"event":{"added":[],"removed":`+wire.FoldersJSON(two)+`}}`)
	c.awaitSeverities(b, 2)
	c.NotifyOdd(folderMethod, `{"event":{"added":null,"removed":[{"uri":7}]}}`)
	if m := c.Call("shutdown", "null"); m.Error != nil {
		t.Errorf("after odd folders: %v", m)
	}
}

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
