package config

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/diagnostics"
)

// folder returns a file system from alternating names and texts.
func folder(files ...string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		fsys[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fsys
}

// load reads and loads a file.
func load(t *testing.T, fsys fs.FS, name string) (*Config, []*Problem) {
	t.Helper()
	content, err := Read(fsys, name)
	if err != nil {
		t.Fatal(err)
	}
	return Load(fsys, name, name, content)
}

// TestRead checks the errors of a file that cannot be read.
func TestRead(t *testing.T) {
	for name, want := range map[string]string{
		"missing": "no such file or folder", "folder": "this is a folder", "large": "the file is 65,537 bytes; the limit is 65,536",
	} {
		if _, err := Read(folder("folder/f", "", "large", strings.Repeat("#", MaxFile+1)), name); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	if _, err := Read(folder("f", strings.Repeat("#", MaxFile)), "f"); err != nil {
		t.Errorf("the largest: %v", err)
	}
}

// TestLoad checks the problems that require more than the text of the file.
func TestLoad(t *testing.T) {
	for _, test := range []struct {
		name string
		fsys fstest.MapFS
		want string
	}{
		{"missing", folder("f", "\ntools = ['g']"), `2:10: tools "g": no such file or folder`},
		{"outside", folder("f", `tools = ["../g"]`), `1:10: tools "../g": the path leads out of the workspace, which is the folder with .git, or without one the folder of the configuration`},
		{"absolute", folder("f", `tools = ["/etc/x"]`), `1:10: tools "/etc/x": the path must be relative to this file`},
		{"a drive", folder("f", `tools = ['C:\x']`), `1:10: tools "C:\\x": the path must be relative to this file`},
		{"tools", folder("f", "tools = [\"t.json\",\n 'u.json', '../x']", "t.json", ""), "2:2: tools \"u.json\": no such file or folder\n2:12: tools \"../x\": " + errOutside.Error()},
		{"tools of files", folder("f", "[[files]]\nglob = '*'\ntools = ['u.json']"), `3:10: tools "u.json": no such file or folder`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, problems := load(t, test.fsys, "f")
			if got := strings.TrimPrefix(shown(problems), " "); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestSymbolicLink checks that a link does not lead out of a workspace either.
func TestSymbolicLink(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "secret.toml")
	for file, text := range map[string]string{outside: "x = 1", filepath.Join(dir, "f"): "tools = ['link']"} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	_, problems := load(t, root.FS(), "f")
	want := "1:10: tools \"link\": " + errOutside.Error()
	if got := shown(problems); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestResolve(t *testing.T) {
	fsys := folder("shared/t.json", "", "sub/f", `
profile = "strict"
tools = ["../shared/t.json"]
[rules]
empty-call = "off"
nested-call = "error"
[[files]]
glob = "prompts/**/*.{md,txt}"
kind = "document"
tools = "none"
[[files]]
glob = "./prompts/old/*"
kind = "ignore"
tools = ["../shared"]
rules = {nested-call = "warning", empty-call = "information"}
`)
	c, problems := load(t, fsys, "sub/f")
	if len(problems) > 0 {
		t.Fatal(shown(problems))
	}
	if got := strings.Join(c.Names(), " "); got != "sub/f shared/t.json shared" {
		t.Errorf("depends on %s", got)
	}
	const base = "profile=strict(sub/f:2) kind=() tools=[at/shared/t.json](sub/f:3) empty-call=off(sub/f:5) nested-call=error(sub/f:6)"
	for name, want := range map[string]string{
		"":                    base,
		"a.md":                base,
		"prompts/a.md":        base,
		"sub/prompts/a.md":    "profile=strict(sub/f:2) kind=document(sub/f:9) tools=none(sub/f:10) empty-call=off(sub/f:5) nested-call=error(sub/f:6)",
		"sub/prompts/b/c.txt": "profile=strict(sub/f:2) kind=document(sub/f:9) tools=none(sub/f:10) empty-call=off(sub/f:5) nested-call=error(sub/f:6)",
		"sub/prompts/old/x":   "profile=strict(sub/f:2) kind=ignore(sub/f:13) tools=[at/shared](sub/f:14) empty-call=information(sub/f:15) nested-call=warning(sub/f:15)",
	} {
		r := Defaults()
		c.Resolve(r, name, func(name string) string { return "at/" + name })
		if got := described(r); got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", name, got, want)
		}
	}
	var none *Config
	r := Defaults()
	none.Resolve(r, "a.md", asNamed)
	if got := described(r); got != "profile=forge(default) kind=() tools=<nil>(default)" {
		t.Errorf("without configuration: %s", got)
	}
}

// asNamed locates a file in the file system of its configuration.
func asNamed(name string) string { return name }

func described(r *Resolved) string {
	text := fmt.Sprintf("profile=%s(%v) kind=%s(%v) ", r.Profile.Value, r.Profile.From, r.Kind.Value, r.Kind.From)
	text = strings.Replace(text, "kind=(default)", "kind=()", 1)
	switch tools := r.Tools.Value; {
	case tools == nil:
		text += "tools=<nil>"
	case slices.Contains(*tools, None):
		text += "tools=none"
	default:
		text += fmt.Sprintf("tools=%v", *tools)
	}
	text += fmt.Sprintf("(%v)", r.Tools.From)
	for _, code := range slices.Sorted(maps.Keys(r.Rules)) {
		text += fmt.Sprintf(" %s=%v(%v)", code, r.Rules[code].Value, r.Rules[code].From)
	}
	return text
}

func TestOptions(t *testing.T) {
	f, _ := parse("f", []byte("profile = 'strict'\nintended-examples = 'normal'\nrules.empty-call = 'off'\ntool-results = true\nmax-size = 1_000"))
	r := Defaults()
	(&Config{File: f, dir: "."}).Resolve(r, "", asNamed)
	o := r.Options()
	if o.Profile != diagnostics.Strict || o.Intended != diagnostics.IntendedNormal || len(o.Rules) != 1 || o.Rules["empty-call"] != diagnostics.Off {
		t.Errorf("%+v", o)
	}
	if !o.ToolResults || r.ToolResults.From.String() != "f:4" {
		t.Errorf("what tools answered is read: %+v", r.ToolResults)
	}
	s, problems := ReadSettings(nil, []byte(`{"tool-results": false, "max-size": 500}`))
	s.Config.Resolve(r, "", asNamed)
	if r.MaxSize.Value != 500 || r.MaxSize.From.String() != "setting forge.max-size" {
		t.Errorf("%+v", r.MaxSize)
	}
	if r.ToolResults.Value || r.ToolResults.From.String() != "setting forge.tool-results" || len(problems) > 0 {
		t.Errorf("what tools answered is read: %+v, %v", r.ToolResults, problems)
	}
	if o := Defaults().Options(); o.Profile != diagnostics.Forge || o.ToolResults || o.Rules != nil {
		t.Errorf("%+v", o)
	}
}

func TestSettings(t *testing.T) {
	fsys := folder("a.toml", "", "t.json", "")
	for _, test := range []struct{ name, settings, want, problems string }{
		{"none", `{}`, "profile=forge(default) kind=() tools=<nil>(default)", ""},
		{"null", `{"rules": null, "trace": {"server": "off"}}`, "profile=forge(default) kind=() tools=<nil>(default)", ""},
		{
			"all", `{"profile": "strict", "config": "a.toml", "tools": ["t.json"], "rules": {"empty-call": "off"}}`,
			"profile=strict(setting forge.profile) kind=() tools=[t.json](setting forge.tools) empty-call=off(setting forge.rules.empty-call)", "",
		},
		{
			"mistakes", `{"profile": "x", "config": "b.toml", "tools": ["../t.json", 1, "t.json"], "rules": {"empty-cal": "off", "empty-call": 1}, "run": "sh"}`,
			"profile=forge(default) kind=() tools=[t.json](setting forge.tools)",
			`setting forge.config: config "b.toml": no such file or folder
setting forge.profile: unknown profile "x"; expected forge, strict or transition
setting forge.rules.empty-cal: unknown rule "empty-cal"; did you mean "empty-call"?
setting forge.rules.empty-call: "empty-call" must be a string, not an integer
setting forge.run: unknown key "run"; expected config, intended-examples, lenses, max-diagnostics, max-size, profile, rules, tool-results or tools
setting forge.tools: tools "../t.json": ` + errOutside.Error() + `
setting forge.tools: a path in "tools" must be a string, not an integer`,
		},
		{
			"numbers", `{"profile": 1.5, "config": 2, "max-diagnostics": 3.5, "tools": true}`, "profile=forge(default) kind=() tools=<nil>(default)",
			`setting forge.config: "config" must be a string, not an integer
setting forge.max-diagnostics: "max-diagnostics" must be an integer, not a number
setting forge.profile: "profile" must be a string, not a number
setting forge.tools: "tools" must be a list of paths or "none", not a boolean`,
		},
		{
			"null in a table", `{"rules": {"empty-call": null}}`, "profile=forge(default) kind=() tools=<nil>(default)",
			`setting forge.rules.empty-call: "empty-call" must be a string, not null`,
		},
		{"a list", `[]`, "profile=forge(default) kind=() tools=<nil>(default)", "setting forge: it must be an object, not an array"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, problems := ReadSettings(fsys, []byte(test.settings))
			r := Defaults()
			s.Config.Resolve(r, "x.md", asNamed)
			if got := described(r); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
			if got := shown(problems); got != test.problems {
				t.Errorf("got\n%s\nwant\n%s", got, test.problems)
			}
		})
	}
	if s, _ := ReadSettings(fsys, []byte(`{"config": "a.toml"}`)); s.File != "a.toml" || !slices.Equal(s.Config.Names(), []string{"a.toml"}) {
		t.Errorf("%+v", s)
	}
	// Changes to a file that does not exist yet must be noticed.
	if s, _ := ReadSettings(fsys, []byte(`{"config": "b.toml"}`)); s.File != "" || !slices.Equal(s.Config.Names(), []string{"b.toml"}) {
		t.Errorf("%+v", s)
	}
	s, problems := ReadSettings(nil, []byte(`{"config": "a.toml", "tools": ["t.json"]}`))
	if s.File != "" || len(problems) != 2 {
		t.Errorf("without a folder: %+v, %s", s, shown(problems))
	}
}

// TestExcluded checks that a glob excludes files and folders below the one that was
// named.
func TestExcluded(t *testing.T) {
	fsys := fstest.MapFS{
		"forge-lsp.toml":     {Data: []byte(`exclude = ["examples", "a/**", "**/*_test.go", "./b/c"]`)},
		"sub/forge-lsp.toml": {Data: []byte("\nexclude = [\"x.md\"]")},
	}
	top, _ := load(t, fsys, "forge-lsp.toml")
	sub, _ := load(t, fsys, "sub/forge-lsp.toml")
	for _, c := range []struct {
		config       *Config
		name, folder string
		want         bool
	}{
		{top, "examples/a.md", ".", true},
		{top, "examples/a.md", "examples", false},
		{top, "examples/b/a.md", "examples/b", false},
		{top, "x/examples/a.md", ".", false},
		{top, "a/b.md", ".", true},
		{top, "a/b.md", "a", false},
		{top, "a", ".", true},
		{top, "a/b_test.go", "a", true},
		{top, "b/c/d.md", ".", true},
		{top, "b/c/d.md", "b", true},
		{top, "b/d.md", ".", false},
		{top, "", ".", false},
		{sub, "sub/x.md", ".", true},
		{sub, "x.md", ".", false},
		{sub, "sub/a/b.md", ".", false},
		{nil, "a", ".", false},
	} {
		if got := c.config.Excludes(c.name, c.folder); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.name, c.folder, got, c.want)
		}
	}
}
