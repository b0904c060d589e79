package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"
	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/stats"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestParts checks that the parts of a file have each line once, wherever they start
// and end.
func TestParts(t *testing.T) {
	for _, content := range []string{"a\nbc\n\n\ndefghi\nj", "\n", "abc", "a\r\nb\r\n", strings.Repeat("a line\n", pieceSize), strings.Repeat("x", 50) + "\ny\n"} {
		name := filepath.Join(disk.Folder(t, "a.jsonl", content), "a.jsonl")
		for size := int64(1 + len(content)/100); size < int64(len(content))+2; size += 1 + size/50*30 {
			var got strings.Builder
			for start := int64(0); start < int64(len(content)); start += size {
				p := part{name, start, min(start+size, int64(len(content)))}
				_, err := p.read(t.Context(), func(text string, at stats.Place) error {
					if at.Offset != got.Len() {
						t.Errorf("%q in parts of %d: %q starts at %d, want %d", content, size, text, at.Offset, got.Len())
					}
					got.WriteString(text)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if got.String() != content {
				t.Errorf("%q in parts of %d: %q", content, size, got.String())
			}
		}
	}
}

// TestSplit checks that only files whose lines are conversations are split, whatever their names.
func TestSplit(t *testing.T) {
	alone := strings.Repeat(`{"messages":[{"role":"assistant","content":"Done."}]}`+"\n", 40)
	message := strings.Repeat(`{"role":"assistant","content":"Done."}`+"\n", 40)
	for name, want := range map[string]int{"alone.jsonl": 5, "messages.jsonl": 1, "first.jsonl": 1, "alone.json": 5, "alone.txt": 5, "zipped.jsonl": 1, "gone.jsonl": 1} {
		dir := disk.Folder(t, "alone.jsonl", alone, "messages.jsonl", message, "first.jsonl", message[:39]+alone, "alone.json", alone, "alone.txt", alone, "zipped.jsonl", zipped(alone)+alone)
		fn := splitFn{again(t, settings{Shards: 1, Split: 500})}
		var parts []part
		fn.ProcessElement(filepath.Join(dir, name), func(p part) { parts = append(parts, p) })
		if len(parts) != want {
			t.Errorf("%s: %d parts, want %d", name, len(parts), want)
		}
	}
}

// TestStore checks that a file in a store is copied, read as it is there, and the copy
// removed.
func TestStore(t *testing.T) {
	in := generate(t, 40)
	want := counted(t, in)
	for _, name := range in.names {
		if content, err := os.ReadFile(name); err == nil {
			memfs.Write("memfs://"+filepath.Base(name), content)
		}
	}
	t.Setenv("TMPDIR", t.TempDir())
	dir := disk.Folder(t)
	job(t, dir, []string{"memfs://*"}, settings{Shards: 2, Split: 5000})
	if got := result(t, dir); got.Tally != want.Tally {
		t.Error(cmp.Diff(want.Tally, got.Tally))
	}
	if left, err := filepath.Glob(filepath.Join(os.TempDir(), "*.*")); err != nil || len(left) > 0 {
		t.Errorf("%v: %v is left", err, left)
	}
}
