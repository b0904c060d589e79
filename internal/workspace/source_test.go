package workspace

import (
	"io"
	"os"
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

// TestReadChanged checks that a file is read completely, even if it is shorter or longer than its size was.
func TestReadChanged(t *testing.T) {
	content := strings.Repeat("0123456789abcde\n", 1<<20/16) + "end"
	for _, size := range []int{len(content) - 1, len(content), len(content) + 1, len(content) / 2, 2 * len(content), 1, 0} {
		if got, err := (&Source{Path: "a", File: "a"}).readAll(strings.NewReader(content), int64(size)); err != nil || got != content {
			t.Errorf("as of %d bytes: %d, %v, want %d", size, len(got), err, len(content))
		}
	}
}
