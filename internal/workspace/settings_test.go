package workspace

import (
	"os"
	"path/filepath"
	"testing"
)

// TestScope checks what is read for the settings of a client: nothing where there are none, and
// those of a folder that cannot be opened without its files.
func TestScope(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "forge-lsp.toml"), []byte("strict = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name            string
		root, given     string
		settings        bool
		files, problems int
	}{
		{"no settings", folder, "", false, 0, 0},
		{"no folder", "", `{"max-size": 1000}`, true, 0, 0},
		{"a folder that is gone", filepath.Join(folder, "gone"), `{"max-size": 1000}`, true, 0, 0},
		{"a file", folder, `{"config": "forge-lsp.toml"}`, true, 1, 0},
		{"no object", folder, `[]`, true, 0, 1},
		{"no JSON", folder, `{`, true, 0, 1},
	} {
		var given []byte
		if test.given != "" {
			given = []byte(test.given)
		}
		got := loadScope(test.root, given)
		if (got.config != nil) != test.settings || len(got.Problems) != test.problems || len(got.Files()) != test.files {
			t.Errorf("%s: settings %+v, files %q, problems %v", test.name, got.settings, got.Files(), got.Problems)
		}
		if (got.state != "") != (test.files > 0) {
			t.Errorf("%s: state %q", test.name, got.state)
		}
	}
}
