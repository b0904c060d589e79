package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// TestLiveTools changes the definitions of a workspace while it is open.
func TestLiveTools(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "prompts", "a.md")
	definition := filepath.Join(dir, ".forge", "tools.json")
	for _, folder := range []string{filepath.Dir(path), filepath.Dir(definition), filepath.Join(dir, ".git")} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	l := &liveTools{log: zap.NewNop()}
	of := func(path string) *toolspec.Set { return l.of(path, nil) }
	later := func() {
		for _, folder := range l.folders {
			folder.seen = folder.seen.Add(-2 * restTime)
		}
	}
	write := func(text string, at time.Time) {
		t.Helper()
		if err := os.WriteFile(definition, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(definition, at, at); err != nil {
			t.Fatal(err)
		}
	}
	if set := of(path); set.Find("", "ours") != nil || set.Find("", "write_file") == nil {
		t.Error("without a definition: not the built-in tools")
	}
	write(`[{"name": "ours"}]`, time.Unix(1, 0))
	if of(path).Find("", "ours") != nil {
		t.Error("the disk is asked at each keystroke")
	}
	later()
	first := of(path)
	if first.Find("", "ours") == nil || first.Find("", "write_file") == nil {
		t.Error("a definition that appears is not read")
	}
	later()
	if of(path) != first {
		t.Error("a definition that did not change is read again")
	}
	write(`[{"name": "ours"}, {"name":`, time.Unix(2, 0))
	later()
	if of(path).Find("", "write_file") == nil {
		t.Error("a definition that is broken takes the built-in tools along")
	}
	switch changed, messages := l.changedSince(); {
	case !changed:
		t.Error("nothing has changed")
	case len(messages) != 1 || !strings.HasPrefix(messages[0], definition+":1:"):
		t.Errorf("messages %q", messages)
	}
	if changed, messages := l.changedSince(); changed || messages != nil {
		t.Errorf("told twice: %v, %q", changed, messages)
	}
	if err := os.Remove(definition); err != nil {
		t.Fatal(err)
	}
	later()
	if of(path).Find("", "ours") != nil {
		t.Error("a definition that is gone is still known")
	}
	if of("") != nil {
		t.Error("an unsaved document has other tools than the built-in ones")
	}
	if len(l.of(path, &config.Tools{None: true}).Tools()) != 0 {
		t.Error("--tools none knows tools")
	}
}
