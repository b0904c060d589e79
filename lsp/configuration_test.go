package lsp

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
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

func (f *fakeConfig) options() Options {
	return Options{configPoll: time.Millisecond, Workspace: f}
}

func (f *fakeConfig) Kind(_ string, kind document.Kind) (document.Kind, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kind != 0 {
		kind = f.kind
	}
	return kind, !f.ignored
}

func (f *fakeConfig) Entries(string, string) ([]workspace.Entry, bool) { return nil, false }
func (f *fakeConfig) Definitions(string) (string, []byte, bool)        { return "", nil, false }
func (f *fakeConfig) Find(_ string, paths []string) []string           { return make([]string, len(paths)) }

func (f *fakeConfig) Options(string) diagnostics.Options {
	f.mu.Lock()
	defer f.mu.Unlock()
	return diagnostics.Options{Rules: map[string]diagnostics.Level{
		"unescaped-ampersand": diagnostics.AsError + diagnostics.Level(f.severity-diagnostics.Error),
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
	c.initializeWith(`"capabilities":{},"workspaceFolders":[{"uri":"file:///ws/a%20b","name":"a"}],"initializationOptions":{"profile":"wrong"}`)
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

// TestConfigurationPulled checks that a client that pulls is asked to do so again, if
// it supports that.
func TestConfigurationPulled(t *testing.T) {
	for _, capabilities := range []string{
		`{"textDocument":{"diagnostic":{}}}`,
		`{"textDocument":{"diagnostic":{}},"workspace":{"diagnostics":{"refreshSupport":true}}}`,
	} {
		f := &fakeConfig{severity: diagnostics.Error}
		c := connect(t, f.options())
		c.initializeWith(`"capabilities":` + capabilities + `,"rootUri":"file:///ws","initializationOptions":{"forge":{"rules":{}}}`)
		c.open("file:///ws/a.md", 1, inCall("a & b"))
		pull := func(previous string) (report struct {
			Kind     string
			ResultID string
			Items    []wire.Diagnostic
		},
		) {
			c.Result("textDocument/diagnostic", `{"textDocument":{"uri":"file:///ws/a.md"},"previousResultId":`+wire.Quote(previous)+`}`, &report)
			return report
		}
		first := pull("")
		if pull(first.ResultID).Kind != "unchanged" {
			t.Error("changed without a reason")
		}
		c.Notify("workspace/didChangeConfiguration", `{"settings":{"forge":{"rules":{"x":"hint"}}}}`)
		if again := pull(first.ResultID); again.Kind != "full" || len(again.Items) != 1 || again.Items[0].Severity != 4 {
			t.Errorf("after new settings: %+v", again)
		}
		asked := slices.ContainsFunc(c.All(), func(m wire.Message) bool { return m.Method == "workspace/diagnostic/refresh" })
		if asked != strings.Contains(capabilities, "refreshSupport") {
			t.Errorf("%s: asked to refresh: %v", capabilities, asked)
		}
		// The answer to the server's own request has no effect.
		c.Frame(`{"jsonrpc":"2.0","id":"forge-lsp-1","result":null}`)
		if pull("").Kind != "full" {
			t.Error("the session does not go on")
		}
		f.mu.Lock()
		if f.settings[0] != `{"rules":{}}` || len(f.folders) != 1 {
			t.Errorf("settings %q in %q", f.settings, f.folders)
		}
		f.mu.Unlock()
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
	opts.analyze = func(path string, t text.Text, kind document.Kind, read reading) *diagnostics.Document {
		kinds <- kind
		return Options{}.run(path, t, kind, read)
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
