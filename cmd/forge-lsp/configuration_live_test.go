package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/transcript"
)

// workspace writes files, given as names and texts in turn, into a new folder.
func workspace(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		file := filepath.Join(dir, filepath.FromSlash(files[i]))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(files[i+1]), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// write changes a file, and sees to it that its time differs.
func write(t *testing.T, file, text string, at int64) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(file, time.Unix(at, 0), time.Unix(at, 0)); err != nil {
		t.Fatal(err)
	}
}

// TestLiveConfig changes the configuration of a workspace while it is open.
func TestLiveConfig(t *testing.T) {
	dir := workspace(t, ".git/HEAD", "", "prompts/x", "", "defs/t.json", `{"name": "ours"}`)
	path, file := filepath.Join(dir, "prompts", "a.md"), filepath.Join(dir, "forge-lsp.toml")
	l := &liveConfig{flags: &toolOptions{}, log: zap.NewNop(), tools: liveTools{log: zap.NewNop()}}
	level := func() diagnostics.Level { return l.known(path).Rules["empty-call"] }
	unchanged := func() {
		t.Helper()
		if changed, messages := l.changedSince(); changed || len(messages) > 0 {
			t.Errorf("changed: %v, messages %q", changed, messages)
		}
	}
	changed := func(want ...string) {
		t.Helper()
		changed, messages := l.changedSince()
		if got := strings.Join(messages, "\n"); !changed || len(messages) != len(want) || !strings.Contains(got, strings.Join(want, "")) {
			t.Errorf("changed: %v, messages %q, want %q", changed, messages, want)
		}
	}

	if level() != diagnostics.Default {
		t.Error("a level without configuration")
	}
	unchanged()
	write(t, file, "rules.empty-call = 'off'", 1)
	if level() != diagnostics.Default {
		t.Error("the disk is asked at each keystroke")
	}
	changed()
	if level() != diagnostics.Off {
		t.Error("a configuration that appears is not read")
	}
	unchanged()

	write(t, file, "extends = 'base.toml'\ntools = ['defs']\n[[files]]\nglob = 'prompts/*'\nkind = 'ignore'", 2)
	changed("base.toml\": no such file")
	unchanged()
	if _, ok := l.kind(path, transcript.Document); ok {
		t.Error("an ignored file is read")
	}
	if kind, ok := l.kind(filepath.Join(dir, "b.md"), transcript.Document); !ok || kind != transcript.Document {
		t.Error("another one is not")
	}
	l.changedSince() // another folder has read the same file
	if l.known(path).Tools.Find("", "ours") == nil {
		t.Error("the configured tools are not known")
	}
	write(t, filepath.Join(dir, "base.toml"), "rules.empty-call = 'hint'", 3)
	changed()
	if level() != diagnostics.AsHint {
		t.Error("a file that was missing is not noticed")
	}
	write(t, filepath.Join(dir, "defs", "t.json"), `{"name": "theirs"}`, 4)
	changed()
	if l.known(path).Tools.Find("", "theirs") == nil {
		t.Error("tools that change are not read again")
	}

	// Settings count more than the file.
	if messages := l.take([]string{dir}, []byte(`{"rules": {"empty-call": "error", "x": "off"}, "tools": ["../x"]}`)); len(messages) != 2 {
		t.Errorf("messages %q", messages)
	}
	if level() != diagnostics.AsError || l.known("").Rules["empty-call"] != diagnostics.AsError {
		t.Error("the settings do not count")
	}
	if messages := l.take([]string{dir}, []byte(`{"config": "other.toml"}`)); len(messages) != 1 {
		t.Errorf("messages %q", messages)
	}
	write(t, filepath.Join(dir, "other.toml"), "rules.empty-call = 'warning'", 5)
	changed()
	if level() != diagnostics.AsWarning {
		t.Error("the file that the settings name does not count")
	}
	if messages := l.take([]string{dir}, []byte(`{"config": "none"}`)); len(messages) != 0 || level() != diagnostics.Default {
		t.Errorf("none: %v, %q", level(), messages)
	}

	// Flags count more than both.
	l.flags = &toolOptions{specs: []string{"none"}, config: configOptions{file: file, levels: map[string]diagnostics.Level{"empty-call": diagnostics.Off}}}
	l.take([]string{dir}, []byte(`{"config": "none", "rules": {"empty-call": "error"}}`))
	if o := l.known(path); o.Rules["empty-call"] != diagnostics.Off || len(o.Tools.Tools()) != 0 {
		t.Error("the flags do not count")
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	changed("no such file or folder")
}
