package workspace

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/text"
)

// described returns mistakes as file:line:from-to, 0-based.
func described(list []Mistake, enc text.Encoding) (all []string) {
	for _, m := range list {
		start, end := m.Range(enc)
		all = append(all, fmt.Sprintf("%s:%d:%d-%d", filepath.Base(m.Path), start.Line, start.Column, end.Column))
	}
	return all
}

func TestMistakes(t *testing.T) {
	dir := disk.Folder(t, ".git/HEAD", "",
		"forge-lsp.toml", "x😀 = 1\n[rules]\n'é😀' = 'off'\nempty-call = 'eror' # x\n",
		".forge/tools.json", `{"tools": [{"name": "ours", "description": "😀", "schema": {"type": "objekt"}}]}`,
		".forge/tools/a.yaml", "- name: yours\n  schema: 7\n", ".forge/tools/sound.json", `{"name": "sound"}`)
	path := filepath.Join(dir, "a.md")
	l := newLive(t, Flags{}, path)
	all := l.update(Change{}).Mistakes
	for enc, want := range map[text.Encoding][]string{
		text.UTF16: {"forge-lsp.toml:0:1-3", "forge-lsp.toml:2:0-5", "forge-lsp.toml:3:13-19", "tools.json:0:68-76", "a.yaml:1:10-11"},
		text.UTF8:  {"forge-lsp.toml:0:1-5", "forge-lsp.toml:2:0-8", "forge-lsp.toml:3:13-19", "tools.json:0:70-78", "a.yaml:1:10-11"},
		text.UTF32: {"forge-lsp.toml:0:1-2", "forge-lsp.toml:2:0-4", "forge-lsp.toml:3:13-19", "tools.json:0:67-75", "a.yaml:1:10-11"},
	} {
		if got := described(all, enc); !slices.Equal(got, want) {
			t.Errorf("encoding %v: %q, want %q", enc, got, want)
		}
	}
	if got := all[3].Message; !strings.HasSuffix(got, " (at /tools/0/schema/type)") {
		t.Errorf("without its place in the definition: %s", got)
	}
	// A tool with a mistake is known by its name, but calls are not checked against it.
	call := "<tool><server_name>local</server_name><tool_name>ours</tool_name><arguments></arguments></tool>"
	d := l.Options(path).OpenRead(document.Read(call, document.Reply))
	for c := range d.Calls() {
		if found := slices.Collect(d.Diagnostics()); len(found) != 0 || c.Checked() || !d.Options().Toolset().IsBroken("ours") {
			t.Errorf("%v, %s", found, c.Detailed())
		}
	}

	// The text of an open document takes precedence over the file.
	for name, test := range map[string]struct {
		text string
		want []string
	}{
		"forge-lsp.toml":      {"\n\nrules.empty-call = 'eror'", []string{"forge-lsp.toml:2:19-25"}},
		".forge/tools.json":   {`{`, []string{"tools.json:0:1-1"}},
		".forge/tools/a.yaml": {"- name: yours\n", nil},
		"a.md":                {"x = 1\n", nil},
		"b.toml":              {"x = 1\n", nil},
	} {
		got := described(l.Mistakes(filepath.Join(dir, filepath.FromSlash(name)), text.New(test.text)), text.UTF16)
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
	l.open = nil
	if s := l.update(Change{}); len(s.Mistakes) != 0 {
		t.Errorf("of files that nothing depends on: %q", described(s.Mistakes, text.UTF16))
	}
}
