package lsp

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/workspace"
)

const (
	watchesFiles   = `"didChangeWatchedFiles":{"dynamicRegistration":true,"relativePatternSupport":true}`
	tellsSettings  = `"configuration":true`
	registerMethod = "client/registerCapability"
	askMethod      = "workspace/configuration"
	folderMethod   = "workspace/didChangeWorkspaceFolders"
	filesMethod    = "workspace/didChangeWatchedFiles"
	settingsMethod = "workspace/didChangeConfiguration"
)

// onDisk returns options with the real workspace, which look at the disk only if
// they must, and then soon.
func onDisk(poll time.Duration) Options {
	return Options{Workspace: workspace.New(workspace.Flags{}, nil), configPoll: poll}
}

// tree writes files, given as names and texts in turn, into a new folder.
func tree(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		writeFile(t, filepath.Join(dir, filepath.FromSlash(files[i])), files[i+1])
	}
	return dir
}

func writeFile(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// uriOf returns the URI of a file in a folder.
func uriOf(dir, name string) string {
	return string(uri.File(filepath.Join(dir, filepath.FromSlash(name))))
}

// startIn starts a session of a client with some members of the capability
// workspace, in some folders.
func startIn(t *testing.T, opts Options, members string, folders ...string) *testClient {
	t.Helper()
	c := connect(t, opts)
	c.initializeWith(`"capabilities":{"workspace":{` + members + `}},"workspaceFolders":` + foldersJSON(folders...))
	return c
}

func foldersJSON(folders ...string) string {
	list := []string{}
	for _, folder := range folders {
		list = append(list, fmt.Sprintf(`{"uri":%s,"name":"x"}`, quoted(string(uri.File(folder)))))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// asked returns the n-th request of the server with a method, from 0.
func (c *testClient) asked(method string, n int) message {
	c.t.Helper()
	return c.await(fmt.Sprintf("request %d %s", n, method), func(m message) bool {
		if m.Method != method || len(m.ID) == 0 {
			return false
		}
		n--
		return n < 0
	})
}

// reply answers a request of the server.
func (c *testClient) reply(m message, result string) {
	c.t.Helper()
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result))
}

// sent returns the messages of the server with a method.
func (c *testClient) sent(method string) (list []message) {
	for _, m := range c.all() {
		if m.Method == method {
			list = append(list, m)
		}
	}
	return list
}

// filesChanged tells that files in a folder have changed.
func (c *testClient) filesChanged(dir string, names ...string) {
	c.t.Helper()
	var changes []string
	for _, name := range names {
		changes = append(changes, fmt.Sprintf(`{"uri":%s,"type":2}`, quoted(uriOf(dir, name))))
	}
	c.notify(filesMethod, `{"changes":[`+strings.Join(changes, ",")+`]}`)
}

// awaitSeverities waits until the last diagnostics of a document have severities.
func (c *testClient) awaitSeverities(uri string, want ...int) {
	c.t.Helper()
	c.await(fmt.Sprintf("severities %v of %s", want, uri), func(m message) bool {
		var p published
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil || p.URI != uri {
			return false
		}
		var got []int
		for _, d := range p.Diagnostics {
			got = append(got, d.Severity)
		}
		return slices.Equal(got, want)
	})
	c.mu.Lock()
	defer c.mu.Unlock()
	c.received = slices.DeleteFunc(c.received, func(m message) bool {
		return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), uri)
	})
}

// globs returns what a registration asks to watch, as folder and glob.
func globs(t *testing.T, m message) (id string, list []string) {
	t.Helper()
	var p struct {
		Registrations []struct {
			ID, Method      string
			RegisterOptions struct {
				Watchers []struct{ GlobPattern any }
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
		if glob, ok := w.GlobPattern.(string); ok {
			list = append(list, glob)
			continue
		}
		base, _ := at(w.GlobPattern, "baseUri").(string)
		pattern, _ := at(w.GlobPattern, "pattern").(string)
		list = append(list, base+" "+pattern)
	}
	return r.ID, list
}

const ampersand = "rules.unescaped-ampersand = "

// TestWatchedFiles changes a configuration, what it extends, and definitions of
// tools, under a client that watches files. Nobody looks at the disk unasked.
func TestWatchedFiles(t *testing.T) {
	dir := tree(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'error'", "defs/x.txt", "")
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

	writeFile(t, filepath.Join(dir, "forge-lsp.toml"), "extends = 'base[1].toml'\ntools = ['defs']\n"+ampersand+"'hint'")
	c.filesChanged(dir, "forge-lsp.toml")
	c.awaitSeverities(doc, 4)

	// The new dependencies are watched, and then the old registration is removed.
	second := c.asked(registerMethod, 1)
	_, got = globs(t, second)
	for _, glob := range []string{"defs", "defs/**", "base?1?.toml"} {
		if !slices.Contains(got, base+" "+glob) {
			t.Errorf("%q is not watched: %q", glob, got)
		}
	}
	if len(c.sent("client/unregisterCapability")) != 0 {
		t.Error("for a while nothing is watched")
	}
	c.reply(second, "null")
	if m := c.asked("client/unregisterCapability", 0); string(m.Params) !=
		`{"unregisterations":[{"id":`+quoted(id)+`,"method":"workspace/didChangeWatchedFiles"}]}` {
		t.Errorf("unregisters %s", m.Params)
	}

	// What was missing appears.
	tool := uriOf(dir, "b.md")
	c.open(tool, 1, "<tool><server_name>local</server_name><tool_name>ours</tool_name><arguments></arguments></tool>")
	c.awaitSeverities(tool, 1)
	writeFile(t, filepath.Join(dir, "defs", "t.json"), `{"name": "ours"}`)
	c.filesChanged(dir, "defs/t.json")
	c.awaitSeverities(tool)
	writeFile(t, filepath.Join(dir, "forge-lsp.toml"), "extends = 'base[1].toml'")
	writeFile(t, filepath.Join(dir, "base[1].toml"), ampersand+"'warning'")
	c.filesChanged(dir, "forge-lsp.toml", "base[1].toml")
	c.awaitSeverities(doc, 2)
	c.awaitSeverities(tool, 1)

	// Other schemes, and files that nobody depends on, disturb nothing.
	c.notify(filesMethod, `{"changes":[{"uri":"untitled:x","type":1},{"uri":`+quoted(uriOf(dir, "x.md"))+`,"type":3}]}`)
	c.change(doc, 2, whole(inCall("c & d")))
	c.awaitVersion(doc, 2)
}

// TestWatchedFilesPulled holds that a client that pulls diagnostics is told to do
// so again, and that the answer is by what was reported before it.
func TestWatchedFilesPulled(t *testing.T) {
	dir := tree(t, ".git/HEAD", "", ".forge/tools.json", `{"name": "theirs"}`)
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `}},"rootUri":` + quoted(string(uri.File(dir))))
	doc := uriOf(dir, "a.md")
	c.open(doc, 1, "<tool><server_name>local</server_name><tool_name>ours</tool_name><arguments></arguments></tool>")
	pull := func() (report struct{ Items []testDiagnostic }) {
		c.result("textDocument/diagnostic", `{"textDocument":{"uri":`+quoted(doc)+`}}`, &report)
		return report
	}
	if found := pull().Items; len(found) != 1 || found[0].Code != "unknown-tool" {
		t.Errorf("found %+v", found)
	}
	writeFile(t, filepath.Join(dir, ".forge", "tools.json"), `{"name": "ours"}`)
	c.filesChanged(dir, ".forge/tools.json")
	if found := pull().Items; len(found) != 0 {
		t.Errorf("after the tool is defined: %+v", found)
	}
	c.asked("workspace/diagnostic/refresh", 0)
}

// TestPolled looks at the disk for a client that cannot be asked to watch it, that
// refuses to, or that does not see what is depended on.
func TestPolled(t *testing.T) {
	for _, test := range []struct {
		name, members string
		folder        string // that is open
		refuses       bool
	}{
		{"no capability", ``, "sub", false},
		{"settings only", tellsSettings, "", false},
		{"no dynamic registration", `"didChangeWatchedFiles":{"relativePatternSupport":true}`, "", false},
		{"refused", watchesFiles, "", true},
		{"elsewhere", watchesFiles, "sub", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := tree(t, ".git/HEAD", "", "sub/x", "")
			c := startIn(t, onDisk(time.Millisecond), test.members, filepath.Join(dir, test.folder))
			if strings.Contains(test.members, "dynamicRegistration") {
				if m := c.asked(registerMethod, 0); test.refuses {
					c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no"}}`, m.ID))
				} else {
					c.reply(m, "null")
				}
			}
			doc := uriOf(dir, "sub/a.md")
			c.open(doc, 1, inCall("a & b"))
			c.awaitSeverities(doc, 2)
			writeFile(t, filepath.Join(dir, "forge-lsp.toml"), ampersand+"'error'")
			c.awaitSeverities(doc, 1)
			if err := os.Remove(filepath.Join(dir, "forge-lsp.toml")); err != nil {
				t.Fatal(err)
			}
			c.awaitSeverities(doc, 2)
			if n := len(c.sent(registerMethod)); (n > 0) != strings.Contains(test.members, "dynamicRegistration") {
				t.Errorf("registered %d times", n)
			}
			if n := len(c.sent(askMethod)); (n > 0) != strings.Contains(test.members, tellsSettings) {
				t.Errorf("asked for settings %d times", n)
			}
		})
	}
}

// TestWhatIsPolled holds that the disk is not looked at for what a client watches,
// nor where no document is open.
func TestWhatIsPolled(t *testing.T) {
	dir, other := tree(t, ".git/HEAD", ""), tree(t, ".git/HEAD", "")
	s := newServer(t.Context(), strings.NewReader(""), io.Discard, onDisk(time.Hour))
	s.client = client{encoding: utf16Encoding, watches: true, pull: true}
	polls := func(want bool, what string) {
		t.Helper()
		if got := s.catchUp(); got != want {
			t.Errorf("%s: polls: %v, want %v", what, got, want)
		}
	}
	open := func(dir string) didCloseParams {
		t.Helper()
		var p didOpenParams
		p.TextDocument.URI = uriOf(dir, "a.md")
		if err := s.didOpen(&p); err != nil {
			t.Fatal(err)
		}
		return didCloseParams{p.TextDocument.textDocument}
	}
	polls(false, "without a folder")
	s.update(workspace.Change{Client: &workspace.Client{Folders: []string{dir}}})
	polls(false, "without a document")
	open(dir)
	polls(true, "before the client can be asked")
	s.watching.ready = true
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
	s.client.watches = false
	polls(true, "a client that watches nothing")
}

// TestWatchedGlobs holds what a client watches that knows no relative patterns.
func TestWatchedGlobs(t *testing.T) {
	one, two := tree(t, ".git/HEAD", "", "forge-lsp.toml", "extends = 'base.toml'"), tree(t, ".git/HEAD", "")
	c := startIn(t, onDisk(time.Hour), `"didChangeWatchedFiles":{"dynamicRegistration":true}`, one, two)
	c.reply(c.asked(registerMethod, 0), "null")
	c.open(uriOf(one, "a.md"), 1, "")
	_, got := globs(t, c.asked(registerMethod, 1))
	if want := []string{"**/.forge", "**/.forge/**", "**/.git", "**/forge-lsp.toml", "**/base.toml"}; !slices.Equal(got, want) {
		t.Errorf("watches %q, want %q", got, want)
	}
}

// configurationAsked returns the sections and scopes that a request asks for.
func configurationAsked(t *testing.T, m message) string {
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

// TestSettingsPulled has a client that is asked for settings.
func TestSettingsPulled(t *testing.T) {
	dir := tree(t, ".git/HEAD", "")
	folder := string(uri.File(dir))
	c := connect(t, onDisk(time.Hour))
	c.initializeWith(`"capabilities":{"workspace":{` + tellsSettings + `,"didChangeConfiguration":{"dynamicRegistration":true}}},` +
		`"rootUri":` + quoted(folder) + `,"initializationOptions":` + setting("error"))
	doc := uriOf(dir, "a.md")
	c.open(doc, 1, inCall("a & b"))
	c.awaitSeverities(doc, 1)
	if m := c.asked(registerMethod, 0); string(m.Params) != `{"registrations":[{"id":"configuration","method":"workspace/didChangeConfiguration"}]}` {
		t.Errorf("registers %s", m.Params)
	}
	asks := 0
	ask := func() message {
		t.Helper()
		m := c.asked(askMethod, asks)
		asks++
		if got, want := configurationAsked(t, m), "forge@ forge@"+folder; got != want {
			t.Errorf("asked for %q, want %q", got, want)
		}
		return m
	}
	// A client that keeps its settings elsewhere has no answer.
	c.reply(ask(), `[null,{}]`)
	c.notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), `["x","y","z"]`)
	c.notify(settingsMethod, `{"settings":{"other":{"x":1}}}`)
	c.frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32603,"message":"no"}}`, ask().ID))
	c.change(doc, 2, whole(inCall("a & b")))
	c.awaitSeverities(doc, 1)

	c.notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), "["+setting("hint")+","+setting("hint")+"]")
	c.awaitSeverities(doc, 4)
	// Of two questions the second counts, and what is sent above both.
	c.notify(settingsMethod, `{"settings":null}`)
	late := ask()
	c.notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), "["+setting("information")+",null]")
	c.awaitSeverities(doc, 3)
	c.reply(late, "["+setting("error")+",null]")
	c.notify(settingsMethod, `{"settings":null}`)
	late = ask()
	c.notify(settingsMethod, `{"settings":{"forge":`+setting("error")+`}}`)
	c.awaitSeverities(doc, 1)
	c.reply(late, "["+setting("hint")+",null]")
	// One that has answered before has no settings any more.
	c.notify(settingsMethod, `{"settings":null}`)
	c.reply(ask(), `[{},null]`)
	c.awaitSeverities(doc, 2)
}

// TestFolders has folders with configurations and settings of their own, which are
// opened and closed.
func TestFolders(t *testing.T) {
	one := tree(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'error'")
	two := tree(t, ".git/HEAD", "", "forge-lsp.toml", ampersand+"'hint'", "own.toml", ampersand+"'information'")
	c := startIn(t, onDisk(time.Hour), `"workspaceFolders":true,`+tellsSettings+`,`+watchesFiles, one)
	first := c.asked(askMethod, 0)
	c.reply(first, "[null,null]")
	c.reply(c.asked(registerMethod, 0), "null")
	a, b := uriOf(one, "a.md"), uriOf(two, "a.md")
	c.open(a, 1, inCall("a & b"))
	c.open(b, 1, inCall("a & b"))
	c.awaitSeverities(a, 1)
	c.awaitSeverities(b, 4)

	c.notify(folderMethod, `{"event":{"added":`+foldersJSON(two)+`,"removed":[]}}`)
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

	// What is closed has the settings of all folders again.
	c.notify(folderMethod, `{"event":{"added":[],"removed":`+foldersJSON(two)+`}}`)
	c.awaitSeverities(b, 2)
	c.notify(folderMethod, `{"event":{"added":null,"removed":[{"uri":7}]}}`)
	if m := c.call("shutdown", "null"); m.Error != nil {
		t.Errorf("after odd folders: %v", m)
	}
}

// TestFolderCapability holds that the server tells that it can do with several
// folders, to a client that has them.
func TestFolderCapability(t *testing.T) {
	for members, want := range map[string]bool{`"workspaceFolders":true`: true, `"workspaceFolders":false`: false, ``: false} {
		var got struct {
			Capabilities struct {
				Workspace struct {
					WorkspaceFolders struct{ Supported, ChangeNotifications bool }
				}
			}
		}
		if err := json.Unmarshal(connect(t, Options{}).initialize(`{"workspace":{`+members+`}}`).Result, &got); err != nil {
			t.Fatal(err)
		}
		if f := got.Capabilities.Workspace.WorkspaceFolders; f.Supported != want || f.ChangeNotifications != want {
			t.Errorf("{%s}: %+v", members, f)
		}
	}
}
