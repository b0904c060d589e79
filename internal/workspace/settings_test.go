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
		scope           scope
		settings        bool
		files, problems int
	}{
		{"no settings", scope{root: folder}, false, 0, 0},
		{"no folder", scope{given: []byte(`{"max-size": 1000}`)}, true, 0, 0},
		{"a folder that is gone", scope{root: filepath.Join(folder, "gone"), given: []byte(`{"max-size": 1000}`)}, true, 0, 0},
		{"a file", scope{root: folder, given: []byte(`{"config": "forge-lsp.toml"}`)}, true, 1, 0},
		{"no object", scope{root: folder, given: []byte(`[]`)}, true, 0, 1},
		{"no JSON", scope{root: folder, given: []byte(`{`)}, true, 0, 1},
	} {
		got := test.scope.load()
		if got.root != test.scope.root || string(got.given) != string(test.scope.given) {
			t.Errorf("%s: it is of %q with %q", test.name, got.root, got.given)
		}
		if (got.settings.Config != nil) != test.settings || len(got.problems) != test.problems || len(got.files()) != test.files {
			t.Errorf("%s: settings %+v, files %q, problems %v", test.name, got.settings, got.files(), got.problems)
		}
		if (got.state != "") != (test.files > 0) {
			t.Errorf("%s: state %q", test.name, got.state)
		}
	}
}
