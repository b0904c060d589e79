// Package disk writes files for tests. Only tests use it.
package disk

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Folder writes files, given as names and texts in turn, into a new folder, and returns
// its path. Names are slash-separated; one that ends with a slash is that of a folder.
func Folder(t testing.TB, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		WriteFile(t, dir+"/"+files[i], files[i+1])
	}
	return dir
}

// Write writes files, by name, into a folder. Names have the form of those for Folder.
func Write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		WriteFile(t, dir+"/"+name, text)
	}
}

// WriteFile writes a file, and the folders that it is in.
func WriteFile(t testing.TB, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if strings.HasSuffix(file, "/") {
		return // Dir is the folder itself
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// Module returns the folder of go.mod, from that of the test.
func Module() string {
	root := "."
	for _, err := os.Stat("go.mod"); err != nil; _, err = os.Stat(root + "/go.mod") {
		root += "/.."
	}
	return root
}
