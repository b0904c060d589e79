package workspace

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
)

// TestReadStream checks that a text whose size is not known is read completely, about the
// ends of the pieces that it is read in.
func TestReadStream(t *testing.T) {
	content := strings.Repeat("0123456789abcde\n", 1<<20/16)
	src := Source{Path: Stdin, File: Stdin}
	for _, size := range []int{0, 1, binaryHead - 1, binaryHead, binaryHead + 1, binaryHead + 64<<10 - 1, binaryHead + 64<<10, binaryHead + 64<<10 + 1, len(content)} {
		for _, r := range []io.Reader{strings.NewReader(content[:size]), iotest.HalfReader(strings.NewReader(content[:size]))} {
			if got, err := src.Read(r); err != nil || got != content[:size] {
				t.Errorf("%d bytes of %d, %v", len(got), size, err)
			}
		}
		if got, err := src.Read(io.MultiReader(strings.NewReader(content[:size]), iotest.ErrReader(os.ErrDeadlineExceeded))); err == nil {
			t.Errorf("%d bytes of %d before the failure are all", len(got), size)
		}
	}
}

// TestReadLarge checks that a large file is read completely, even if it is shorter or
// longer than its size was.
func TestReadLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	content := strings.Repeat("0123456789abcde\n", largeFile/16) + "end"
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := (&Source{Path: path, File: path}).Read(nil); err != nil || got != content {
		t.Errorf("%d bytes, %v, want %d", len(got), err, len(content))
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, size := range []int{len(content) - 1, len(content) + 1, len(content) / 2, 2 * len(content), 1} {
		if got, err := readLarge(f, int64(size)); err != nil || got != content {
			t.Errorf("as of %d bytes: %d, %v, want %d", size, len(got), err, len(content))
		}
	}
}
