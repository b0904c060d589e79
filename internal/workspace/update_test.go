package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/toolspec"
)

// write changes a file, and ensures that its time changes.
func write(t *testing.T, file, text string, at int64) {
	t.Helper()
	disk.WriteFile(t, file, text)
	if err := os.Chtimes(file, time.Unix(at, 0), time.Unix(at, 0)); err != nil {
		t.Fatal(err)
	}
}

// A live is a workspace with open documents.
type live struct {
	t *testing.T
	*Workspace
	open  []string
	known map[string]bool // reports and mistakes after the previous update
}

func newLive(t *testing.T, flags Flags, open ...string) *live {
	return &live{t, New(flags, nil), open, nil}
}

// update reads the files that the open documents depend on, and updates. New mistakes are
// among the reports.
func (l *live) update(c Change) State {
	for _, path := range l.open {
		l.Options(path)
	}
	c.Open = l.open
	s := l.Update(c)
	for _, m := range s.Mistakes {
		s.Reports = append(s.Reports, Report{Message: m.String()})
	}
	known := map[string]bool{}
	s.Reports = slices.DeleteFunc(s.Reports, func(r Report) bool {
		known[r.Message] = true
		return l.known[r.Message]
	})
	l.known = known
	return s
}

// unchanged checks the disk, on which nothing has changed.
func (l *live) unchanged() {
	l.t.Helper()
	if s := l.update(Change{Look: true}); s.Changed || len(s.Reports) > 0 {
		l.t.Errorf("changed: %v, reports %q", s.Changed, s.Reports)
	}
}

// changed checks the disk after a change. want has a text for each mistake in the files
// that are then read.
func (l *live) changed(want ...string) {
	l.t.Helper()
	if s := l.update(Change{Look: true}); !s.Changed {
		l.t.Error("nothing has changed")
	}
	l.reported(want...)
}

// reported compares the mistakes in files read since the last update.
func (l *live) reported(want ...string) {
	l.t.Helper()
	l.compare(l.update(Change{}), want...)
}

func (l *live) compare(s State, want ...string) {
	l.t.Helper()
	ok := len(s.Reports) == len(want)
	for i := 0; ok && i < len(want); i++ {
		ok = strings.Contains(s.Reports[i].Message, want[i])
	}
	if !ok {
		l.t.Errorf("reports %q, want %q", s.Reports, want)
	}
}

// configure sets folders and settings, whose mistakes are those in want.
func (l *live) configure(folders []string, settings string, want ...string) {
	l.t.Helper()
	s := l.update(Change{Client: &Client{Folders: folders, Settings: []byte(settings)}})
	if !s.Changed {
		l.t.Error("settings change nothing")
	}
	l.compare(s, want...)
}

func (l *live) level(path string) diagnostics.Level { return l.Options(path).Rules["empty-call"] }

// TestConfigurationChanges changes the configuration of an open workspace.
func TestConfigurationChanges(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "prompts/x", "", "defs/t.json", `{"name": "ours"}`)
	path, file := filepath.Join(dir, "prompts", "a.md"), filepath.Join(dir, "forge-lsp.toml")
	l := newLive(t, Flags{}, path, "")
	want := func(level diagnostics.Level, what string) {
		t.Helper()
		if got := l.level(path); got != level {
			t.Errorf("%s: the level is %v, want %v", what, got, level)
		}
	}
	want(diagnostics.Default, "without configuration")
	l.unchanged()
	write(t, file, "rules.empty-call = 'off'", 1)
	want(diagnostics.Default, "before anybody tells")
	before := l.For(path)
	l.changed()
	want(diagnostics.Off, "a configuration that appears")
	if before.Options().Rules != nil {
		t.Error("a snapshot changes")
	}
	l.unchanged()

	write(t, file, "tools = ['base.json', 'defs']\n[[files]]\nglob = 'prompts/*'\nkind = 'ignore'", 2)
	s := l.update(Change{Look: true})
	if !s.Changed {
		t.Error("nothing has changed")
	}
	l.compare(s, "base.json\": no such file")
	l.unchanged()
	if _, ok := l.Kind(path, document.Document); ok {
		t.Error("an ignored file is read")
	}
	if kind, ok := l.Kind(filepath.Join(dir, "b.md"), document.Document); !ok || kind != document.Document {
		t.Error("another one is not")
	}
	if l.Options(path).Tools.Find("", "ours") == nil {
		t.Error("the configured tools are not known")
	}
	write(t, filepath.Join(dir, "base.json"), `{"name": "base"}`, 3)
	l.changed()
	if l.Options(path).Tools.Find("", "base") == nil {
		t.Error("a file that was missing is not read")
	}
	write(t, filepath.Join(dir, "defs", "t.json"), `{"name": "theirs"}`, 4)
	l.changed()
	if l.Options(path).Tools.Find("", "theirs") == nil {
		t.Error("tools that change are not read again")
	}
	write(t, filepath.Join(dir, "defs", "u.json"), `{"name": "more"}`, 5)
	l.changed()
	if l.Options(path).Tools.Find("", "more") == nil {
		t.Error("a file that appears in a folder of tools is not read")
	}

	// Settings override the file.
	l.configure([]string{dir}, `{"rules": {"empty-call": "error", "x": "off"}, "tools": ["../x"], "max-diagnostics": 7}`, "unknown rule", "../x")
	if s := l.update(Change{Look: true}); s.Changed || s.MaxDiagnostics != 7 {
		t.Errorf("nothing was changed, and yet %+v", s)
	}
	want(diagnostics.AsError, "the settings")
	if l.level("") != diagnostics.AsError {
		t.Error("the settings do not apply to what is no file")
	}
	l.configure([]string{dir}, `{"config": "other.toml"}`, "no such file")
	write(t, filepath.Join(dir, "other.toml"), "rules.empty-call = 'warning'", 6)
	l.changed()
	want(diagnostics.AsWarning, "the file that the settings name")
	l.configure([]string{dir}, `{"config": "none"}`)
	want(diagnostics.Default, "no file")
}

// TestFlags checks that flags override settings and files.
func TestFlags(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "rules.empty-call = 'hint'\n")
	path, file := filepath.Join(dir, "a.md"), filepath.Join(dir, "forge-lsp.toml")
	l := newLive(t, Flags{
		Config: file, Tools: []string{config.None}, Kind: "reply",
	}, path)
	l.configure([]string{dir}, `{"config": "none"}`)
	if o := l.Options(path); o.Rules["empty-call"] != diagnostics.AsHint || len(o.Tools.Tools()) != 0 {
		t.Errorf("the flags do not apply: %+v", o)
	}
	if kind, ok := l.Kind(path, document.Document); !ok || kind != document.Reply {
		t.Errorf("read as %v, %v", kind, ok)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if s := l.update(Change{Look: true}); !s.Changed || len(s.Reports) != 1 || !strings.Contains(s.Reports[0].Message, "no such file or folder") {
		t.Errorf("a configuration that is gone: %+v", s)
	}
}

// TestNoFolderOfConfiguration checks that a configuration whose folder does not exist is
// reported once.
func TestNoFolderOfConfiguration(t *testing.T) {
	dir := disk.Folder(t, "a.md", "")
	l := newLive(t, Flags{Config: filepath.Join(dir, "none", "forge-lsp.toml")}, filepath.Join(dir, "a.md"))
	if s := l.update(Change{}); len(s.Reports) != 1 {
		t.Errorf("reports %q", s.Reports)
	}
	l.unchanged()
}

// TestToolsChange changes the definitions of an open workspace.
func TestToolsChange(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "", "prompts/x", "", ".forge/x", "")
	path, definition := filepath.Join(dir, "prompts", "a.md"), filepath.Join(dir, ".forge", "tools.json")
	l := newLive(t, Flags{}, path)
	tools := func() *toolspec.Set { return l.Options(path).Tools }
	if set := tools(); set.Find("", "ours") != nil || set.Find("", "write_file") == nil {
		t.Error("without a definition: not the built-in tools")
	}
	l.unchanged()
	write(t, definition, `[{"name": "ours"}]`, 1)
	if tools().Find("", "ours") != nil {
		t.Error("the disk is asked at each keystroke")
	}
	l.changed()
	first := tools()
	if first.Find("", "ours") == nil || first.Find("", "write_file") == nil {
		t.Error("a definition that appears is not read")
	}
	l.unchanged()
	if tools() != first {
		t.Error("a definition that did not change is read again")
	}
	// The same size and the same time: only a watcher can detect it.
	write(t, definition, `[{"name": "oars"}]`, 1)
	l.unchanged()
	if s := l.update(Change{Files: []string{definition}}); !s.Changed || tools().Find("", "oars") == nil {
		t.Error("a file that is told to have changed is not read again")
	}
	if s := l.update(Change{Files: []string{path}}); s.Changed {
		t.Error("a file that nobody depends on changes something")
	}
	write(t, definition, `[{"name": "ours"}, {"name": 1}, {"name":`, 2)
	l.changed(Shorten(definition) + ":1:")
	l.unchanged()
	if tools().Find("", "write_file") == nil {
		t.Error("a definition that is broken takes the built-in tools along")
	}
	if err := os.Remove(definition); err != nil {
		t.Fatal(err)
	}
	l.changed()
	if tools().Find("", "ours") != nil {
		t.Error("a definition that is gone is still known")
	}
	if l.Options("").Tools != nil {
		t.Error("an unsaved document has other tools than the built-in ones")
	}
}

// TestRoots uses folders with configurations and settings of their own, one inside the
// other.
func TestRoots(t *testing.T) {
	one := disk.Folder(t, ".git/HEAD", "", "forge-lsp.toml", "rules.empty-call = 'hint'\n", "in/.git/HEAD", "",
		"in/forge-lsp.toml", "rules.empty-call = 'warning'\n", "in/defs/t.json", `{"name": "ours"}`)
	two := disk.Folder(t, ".git/HEAD", "", "other.toml", "rules.empty-call = 'error'\n")
	inner := filepath.Join(one, "in")
	a, b, c := filepath.Join(one, "a.md"), filepath.Join(inner, "a.md"), filepath.Join(two, "a.md")
	l := newLive(t, Flags{}, a, b, c, "")
	levels := func(what string, want ...diagnostics.Level) {
		t.Helper()
		for i, path := range l.open {
			if got := l.level(path); got != want[i] {
				t.Errorf("%s: the level of %s is %v, want %v", what, path, got, want[i])
			}
		}
	}
	hint, warning, err, none := diagnostics.AsHint, diagnostics.AsWarning, diagnostics.AsError, diagnostics.Default
	l.configure([]string{two, one, inner}, `{}`)
	levels("without settings", hint, warning, none, none)
	s := l.update(Change{Client: &Client{
		Folders: []string{two, one, inner}, Settings: []byte(`{"config": "other.toml"}`),
		Own: map[string][]byte{one: []byte(`{"rules": {"empty-call": "off"}}`), inner: []byte(`{"tools": ["defs"]}`)},
	}})
	l.compare(s)
	levels("with settings", diagnostics.Off, warning, err, err)
	if l.Options(b).Tools.Find("", "ours") == nil || l.Options(a).Tools.Find("", "ours") != nil {
		t.Error("paths are not relative to the folder that the settings are of")
	}
	// A folder that is closed loses its settings, and the first folder is another one.
	l.configure([]string{one}, `{"config": "in/forge-lsp.toml"}`)
	levels("with one folder", warning, warning, warning, warning)
	l.configure(nil, `{}`)
	levels("without folders", hint, warning, none, none)
}

// TestSettingsAreBounded checks that the settings of few files are kept.
func TestSettingsAreBounded(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "")
	w := New(Flags{}, nil)
	for i := range 3 * maxSettings {
		w.For(filepath.Join(dir, "a", strings.Repeat("x", i%100)+string(rune('a'+i/100))))
	}
	if n := len(w.current().settings); n > maxSettings {
		t.Errorf("%d are kept", n)
	}
}
