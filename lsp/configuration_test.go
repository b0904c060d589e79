package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/wire"
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
)

// fakeConfig replaces the configuration: the level of the rules, ignored documents, and
// changes on the disk.
type fakeConfig struct {
	noWorkspace
	mu       sync.Mutex
	settings []string
	folders  []string
	severity diagnostics.Severity
	kind     document.Kind
	ignored  bool
	changed  bool
	messages []string
}

func (f *fakeConfig) set(change func()) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change()
	f.changed = true
}

func (f *fakeConfig) options() Config {
	return Config{configPoll: time.Millisecond, Workspace: f}
}

func (f *fakeConfig) Kind(_ string, kind document.Kind) (document.Kind, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kind != 0 {
		kind = f.kind
	}
	return kind, !f.ignored
}

func (f *fakeConfig) Options(string) diagnostics.Options {
	f.mu.Lock()
	defer f.mu.Unlock()
	return diagnostics.Options{Rules: map[string]diagnostics.Level{
		"unescaped-ampersand": diagnostics.Level(f.severity.String()),
	}}
}

func (f *fakeConfig) Update(c workspace.Change) (s workspace.State) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if c.Client != nil {
		s.Changed = true
		f.folders = c.Client.Folders
		f.settings = append(f.settings, string(c.Client.Settings))
		if strings.Contains(string(c.Client.Settings), "hint") {
			f.severity = diagnostics.Hint
		}
		if strings.Contains(string(c.Client.Settings), "wrong") {
			s.Reports = append(s.Reports, workspace.Report{Message: "a wrong value"})
		}
	}
	if c.Look {
		s.Changed = s.Changed || f.changed
		for _, message := range f.messages {
			s.Reports = append(s.Reports, workspace.Report{Message: message})
		}
		f.changed, f.messages = false, nil
	}
	return s
}

func (c *testClient) initializeWith(members string) {
	c.T.Helper()
	c.Call("initialize", `{"processId":null,"rootUri":null,`+members+`}`)
	c.Notify("initialized", `{}`)
}

// awaitSeverity waits until the diagnostics of a document have a severity, 0 for none
// at all, and returns how often they were published before.
func (c *testClient) awaitSeverity(uri string, severity int) {
	c.T.Helper()
	c.Await("another severity", func(m wire.Message) bool {
		var p wire.Published
		return m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri &&
			(severity == 0 && len(p.Diagnostics) == 0 || len(p.Diagnostics) > 0 && p.Diagnostics[0].Severity == severity)
	})
}

func TestConfiguration(t *testing.T) {
	f := &fakeConfig{severity: diagnostics.Error}
	c := connect(t, f.options())
	c.initializeWith(`"capabilities":{},"workspaceFolders":[{"uri":"file:///ws/a%20b","name":"a"}],"initializationOptions":{"forge":{"profile":"wrong"}}`)
	c.open("file:///ws/a.md", 1, inCall("a & b"))
	c.awaitSeverity("file:///ws/a.md", 1)

	// Other servers' settings, and repetitions, have no effect.
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"other":{"x":"hint"}}}`)
	c.Notify("workspace/didChangeConfiguration", `{"settings":null}`)
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"profile":"wrong"}}}`)
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"profile":"wrong","rules":{"x":"hint"}}}}`)
	c.awaitSeverity("file:///ws/a.md", 4)
	f.set(func() { f.severity = diagnostics.Warning; f.messages = []string{"a file is wrong", "a wrong value"} })
	c.awaitSeverity("file:///ws/a.md", 2)
	f.set(func() { f.ignored = true })
	c.awaitSeverity("file:///ws/a.md", 0)

	f.mu.Lock()
	defer f.mu.Unlock()
	want := []string{`{"profile":"wrong"}`, `{"profile":"wrong","rules":{"x":"hint"}}`}
	if !slices.Equal(f.settings, want) {
		t.Errorf("settings %q, want %q", f.settings, want)
	}
	if len(f.folders) != 1 || !strings.HasSuffix(strings.ReplaceAll(f.folders[0], `\`, "/"), "/ws/a b") {
		t.Errorf("folders %q", f.folders)
	}
	var shown []string
	for _, m := range c.All() {
		if m.Method == "window/showMessage" {
			shown = append(shown, string(m.Params))
		}
	}
	if len(shown) != 2 || !strings.Contains(shown[0], `"forge-lsp: a wrong value"`) || !strings.Contains(shown[1], `"forge-lsp: a file is wrong"`) {
		t.Errorf("shown: %q", shown)
	}
}

// TestConfigurationWhileTyping makes changes on the disk and in the text race: the last
// diagnostics must be those of the last text.
func TestConfigurationWhileTyping(t *testing.T) {
	f := &fakeConfig{severity: diagnostics.Error}
	c := connect(t, f.options())
	c.initializeWith(`"capabilities":{}`)
	const doc = "file:///ws/a.md"
	c.open(doc, 1, "")
	const last = 200
	for version := 2; version <= last; version++ {
		f.set(func() {})
		c.Change(doc, version, wire.Whole(inCall(strings.Repeat("& ", version%7))))
	}
	c.AwaitVersion(doc, last)
	f.set(func() { f.severity = diagnostics.Hint })
	c.awaitSeverity(doc, 4)
	newest := 0
	for _, m := range c.All() {
		var p wire.Published
		if m.Method != "textDocument/publishDiagnostics" || json.Unmarshal(m.Params, &p) != nil {
			continue
		}
		if *p.Version < newest {
			t.Errorf("version %d is published after %d", *p.Version, newest)
		}
		newest = max(newest, *p.Version)
	}
}

// TestResolveAcrossConfigurations checks that an action that was offered before the
// configuration changed still applies to the open text.
func TestResolveAcrossConfigurations(t *testing.T) {
	f := &fakeConfig{severity: diagnostics.Error}
	c := connect(t, f.options())
	c.initializeWith(`"capabilities":{"textDocument":{"codeAction":{"dataSupport":true,"resolveSupport":{"properties":["edit"]}}}}`)
	c.open(aURI, 1, inCall("a & b"))
	as := c.actions(wire.RangeJSON(0, 0, 0, 0), `,"only":["source.fixAll"]`)
	f.set(func() { f.severity = diagnostics.Warning })
	c.awaitSeverity(aURI, 2)
	var resolved action
	c.Result("codeAction/resolve", as[0].raw, &resolved)
	if resolved.Edit == nil || resolved.Edit.apply(inCall("a & b")) != inCall("a &amp; b") {
		t.Errorf("%+v", resolved)
	}
	c.Change(aURI, 2, wire.Whole(inCall("a & b")))
	wantError(t, c.Call("codeAction/resolve", as[0].raw), contentModified)
}

func TestKindOfIsConfigured(t *testing.T) {
	f := &fakeConfig{severity: diagnostics.Error, kind: document.Reply}
	opts := f.options()
	kinds := make(chan document.Kind, 10)
	opts.analyze = func(path string, t text.Text, kind document.Kind, open func() *diagnostics.Document) *diagnostics.Document {
		kinds <- kind
		return open()
	}
	c := connect(t, opts)
	c.initializeWith(`"capabilities":{}`)
	c.open("file:///ws/a.md", 1, "&")
	if kind := <-kinds; kind != document.Reply {
		t.Errorf("opened as %v", kind)
	}
	f.set(func() { f.kind = document.Document })
	for kind := <-kinds; kind != document.Document; kind = <-kinds {
		// The text may have been analyzed once more before the change.
		if kind != document.Reply {
			t.Fatalf("then read as %v", kind)
		}
	}
}

const pulls = `"textDocument":{"diagnostic":{}}`

// startWith starts a session of a client with capabilities, in some folders.
func startWith(t *testing.T, opts Config, capabilities string, folders ...string) *testClient {
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
			"forge-lsp.toml", "rules.empty-call = 'eror'\n",
			".forge/tools.yaml", "- name: ours\n  schema: 7\n")
		capabilities := `"workspace":{"diagnostics":{"refreshSupport":true},` + watchesFiles + `}`
		if pull {
			capabilities += "," + pulls
		}
		c := startWith(t, onDisk(time.Hour), capabilities, dir)
		doc, base, tools := uriOf(dir, "a.md"), uriOf(dir, "forge-lsp.toml"), uriOf(dir, ".forge/tools.yaml")
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

// TestLenses checks that all calls have a lens, or none has: by a setting, or because there are too many.
func TestLenses(t *testing.T) {
	c := start(t, onDisk(time.Hour), `{}`)
	count := func() int {
		var found []wireLens
		c.Result("textDocument/codeLens", `{"textDocument":{"uri":`+wire.Quote(aURI)+`}}`, &found)
		return len(found)
	}
	c.open(aURI, 1, strings.Repeat(inCall("x")+"\n\n", 1000))
	if n := count(); n != 1000 {
		t.Errorf("%d lenses of 1,000 calls", n)
	}
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"lenses":false}}}`)
	if n := count(); n != 0 {
		t.Errorf("%d lenses although they are off", n)
	}
	c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"lenses":true}}}`)
	c.Change(aURI, 2, wire.Whole(strings.Repeat(inCall("x")+"\n\n", 1001)))
	if n := count(); n != 0 {
		t.Errorf("%d lenses of too many calls", n)
	}
}
