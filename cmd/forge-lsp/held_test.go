package main

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A heldWriter records what is in memory while a report is written.
type heldWriter struct{ size, next, most int }

func (w *heldWriter) Write(p []byte) (int, error) {
	if w.size += len(p); w.size >= w.next {
		w.next = w.size + 2<<20
		var now runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&now)
		w.most = max(w.most, int(now.HeapAlloc))
	}
	return len(p), nil
}

// TestHeld checks that no format is in memory before it is written, of which it is the larger
// part: a report takes up to a hundred times the text.
func TestHeld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "reply.txt")
	text := strings.Repeat("<tool>", 128<<10/len("<tool>"))
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	held := func(format, path string) *heldWriter {
		w := &heldWriter{}
		run([]string{"check", "--as", "reply", "--format", format, path}, strings.NewReader(""), w, io.Discard)
		return w
	}
	for _, format := range []string{"text", "concise", "json", "sarif", "github", "gitlab", "junit"} {
		before := held(format, os.DevNull).most
		w := held(format, path)
		if w.size < len(text) {
			t.Errorf("%s: the report has %d bytes", format, w.size)
		}
		if times := float64(w.most-before) / float64(len(text)); times > 90 {
			t.Errorf("%s: %.0f times the text is in memory", format, times)
		}
	}
}
