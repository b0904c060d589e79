package main

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/disk"
)

// TestModules checks that each module of the command, as listed by the linker, is included
// with its license, and with additional licenses of its packages.
func TestModules(t *testing.T) {
	parts, err := dependencies()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := write(&text, parts); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}{{end}}{{end}}", command).Output()
	if err != nil {
		t.Fatal(err)
	}
	modules := strings.Fields(strings.ReplaceAll(string(out), " ", "@"))
	if len(modules) < 10 {
		t.Fatalf("the command has the modules %q", modules)
	}
	for _, want := range append(slices.Compact(modules), "github.com/inconshreveable/mousetrap@v1.1.0", "Go@go1") {
		if !strings.Contains(text.String(), "=\n"+strings.ReplaceAll(want, "@", " ")) {
			t.Errorf("no license of %s", want)
		}
	}
	for _, want := range []string{"\nzstd/internal/xxhash:\n\nCopyright (c) 2016 Caleb Spare\n", "Apache License", "THE SOFTWARE IS PROVIDED \"AS IS\""} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is missing", want)
		}
	}
}

func TestLicenses(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, dir, map[string]string{
		"LICENSE.md": "", "license.go": "", "licensed": "", "notice": "", "a/b/COPYING": "", "a/b/c/LICENCE-MIT": "", "x/LICENSE": "", "empty/a.go": "",
	})
	p := &part{name: "m", root: dir, folders: map[string]bool{dir + "/a/b/c": true}}
	files, err := p.licenses()
	if got := strings.Join(files, " "); err != nil || got != "LICENSE.md notice a/b/COPYING a/b/c/LICENCE-MIT" {
		t.Errorf("%v, %s", err, got)
	}
	p.root = dir + "/empty"
	p.folders = nil
	if err := write(os.Stderr, []*part{p}); err == nil || !strings.HasPrefix(err.Error(), "m has no license in ") {
		t.Errorf("without a license: %v", err)
	}
}
