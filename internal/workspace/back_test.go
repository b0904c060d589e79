package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestBack checks that the pieces of a file from its end make up its text, and that each
// begins with a line.
func TestBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.jsonl")
	line := strings.Repeat("x", 99) + "\n"
	for name, text := range map[string]string{
		"empty":             "",
		"a line":            "a\n",
		"no line end":       "a\nb",
		"as long as a read": strings.Repeat(line, firstBack/len(line)),
		"several":           strings.Repeat(line, 20000),
		"a long line":       line + strings.Repeat("y", 3*firstBack) + "\n" + line,
		"a long last line":  line + strings.Repeat("y", 3*firstBack),
		"a long first line": strings.Repeat("y", 3*firstBack) + "\n" + line,
		"only line ends":    strings.Repeat("\n", 2*firstBack),
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			var pieces []string
			s := Source{Path: path, File: path}
			for piece, err := range s.Back() {
				if err != nil {
					t.Fatal(err)
				}
				pieces = append(pieces, piece)
			}
			slices.Reverse(pieces)
			if strings.Join(pieces, "") != text {
				t.Errorf("%d pieces are not the text", len(pieces))
			}
			for _, p := range pieces[:max(0, len(pieces)-1)] {
				if !strings.HasSuffix(p, "\n") {
					t.Errorf("a piece ends with %q", p[max(0, len(p)-10):])
				}
			}
		})
	}
}

// TestBackErrors checks that a source that cannot be read from its end returns an
// error.
func TestBackErrors(t *testing.T) {
	dir := t.TempDir()
	gz, _ := compress(t, "a\n")
	compressed := filepath.Join(dir, "a.jsonl.gz")
	if err := os.WriteFile(compressed, []byte(gz), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{compressed: "it is compressed", dir: "", filepath.Join(dir, "none"): "no such file or folder"} {
		s := Source{Path: path, File: path}
		n := 0
		for piece, err := range s.Back() {
			if n++; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q, %v", path, piece, err)
			}
		}
		if n != 1 {
			t.Errorf("%s: %d pieces", path, n)
		}
	}
}
