package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/zap"
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
	if set := l.of(path); set.Find("", "ours") != nil || set.Find("", "write_file") == nil {
		t.Error("without a definition: not the built-in tools")
	}
	write(`[{"name": "ours"}]`, time.Unix(1, 0))
	if l.of(path).Find("", "ours") != nil {
		t.Error("the disk is asked at each keystroke")
	}
	later()
	first := l.of(path)
	if first.Find("", "ours") == nil || first.Find("", "write_file") == nil {
		t.Error("a definition that appears is not read")
	}
	later()
	if l.of(path) != first {
		t.Error("a definition that did not change is read again")
	}
	write(`[{"name": "ours"}, {"name":`, time.Unix(2, 0))
	later()
	if l.of(path).Find("", "write_file") == nil {
		t.Error("a definition that is broken takes the built-in tools along")
	}
	if err := os.Remove(definition); err != nil {
		t.Fatal(err)
	}
	later()
	if l.of(path).Find("", "ours") != nil {
		t.Error("a definition that is gone is still known")
	}
	if l.of("") != nil {
		t.Error("an unsaved document has other tools than the built-in ones")
	}
	none := &liveTools{specs: []string{"none"}, log: zap.NewNop()}
	if len(none.of(path).Tools()) != 0 {
		t.Error("--tools none knows tools")
	}
}
