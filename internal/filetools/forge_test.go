package filetools

import (
	"bufio"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var forgeCases = flag.String("forge", "testdata/forge.jsonl", "what the runtime's own tools did, a case per line")

// A forgeCase is what a tool of the runtime did in a workspace. ROOT is its path in texts, and next
// to it is a folder outside with a file secret.
type forgeCase struct {
	Files, Links map[string]string // by name; folders end with a slash
	Tool         string
	Args         map[string]any
	Error        string
	Written      map[string]string
}

// TestForge compares what tools are predicted to do with what they did: whether they refuse the
// call, and what they write.
func TestForge(t *testing.T) {
	f, err := os.Open(*forgeCases)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 16<<20)
	count, different, unchecked := map[string]int{}, 0, 0
	for n := 1; lines.Scan(); n++ {
		var c forgeCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		what := c.Tool + " runs"
		if c.Error != "" {
			what = c.Tool + " refuses"
		}
		count[what]++
		base := t.TempDir()
		r, own := c.do(t, base)
		written := map[string]string{}
		if r != nil && r.Refused() == "" && r.Changes {
			written[r.Path] = r.After
		}
		switch {
		case own: // for arguments that cannot be accepted as such
		case r == nil:
			unchecked++
			t.Logf("%s:%d: not checked: %s", *forgeCases, n, c.Error)
		case (r.Refused() != "") != (c.Error != "") || !maps.Equal(written, c.Written):
			if different++; different < 10 {
				t.Errorf("%s:%d: %s %v: refused %q, written %q; the tool: %q, %q", *forgeCases, n, c.Tool, c.Args, r.Refused(), written, c.Error, c.Written)
			}
		}
		if err := os.RemoveAll(base); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%v, %d differ, %d not checked", count, different, unchecked)
	if different > 0 {
		t.Errorf("%d differ", different)
	}
}

// do makes the workspace and does what the case does. own reports whether the tool refuses the
// arguments themselves.
func (c *forgeCase) do(t *testing.T, base string) (r *Result, own bool) {
	root := filepath.Join(base, "ws")
	t.Setenv("HOME", filepath.Join(base, "home"))
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(path, "/") {
			return
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write(root+"/", "")
	write(filepath.Join(base, "outside", "secret"), "secret\n")
	for name, text := range c.Files {
		write(root+"/"+name, text)
	}
	for name, to := range c.Links {
		if err := os.Symlink(strings.ReplaceAll(to, "ROOT", root), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	w, err := Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	if path, ok := c.Args["path"].(string); ok {
		c.Args["path"] = strings.ReplaceAll(path, "ROOT", root)
	}
	path, _ := c.Args["path"].(string)
	edits, _ := c.Args["edits"].([]any)
	own = path == "" && c.Tool != "list_files" && c.Tool != "search_files" || c.Tool == "apply_diff" && len(edits) == 0 ||
		c.Tool == "read_file" && strings.Contains(c.Error, "_line") // ranges are not predicted
	return w.Do(c.Tool, c.Args), own
}
