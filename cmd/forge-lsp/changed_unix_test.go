//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/hostile"
)

// TestChangedRunsNothing checks files of repositories whose configuration names programs.
func TestChangedRunsNothing(t *testing.T) {
	const attributes = "*.md filter=evil diff=evil\n*.txt filter=a=b\n"
	outside := t.TempDir()
	ran := filepath.Join(outside, "ran")
	program := filepath.Join(outside, "program")
	if err := os.WriteFile(program, []byte("#!/bin/sh\ntouch '"+ran+"'\ncat\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string][]string{
		"nothing":        {},
		"a filter":       {"filter.evil.clean", program, "filter.evil.required", "true"},
		"a process":      {"filter.evil.process", program},
		"an odd name":    {"filter.a=b.clean", program},
		"a monitor":      {"core.fsmonitor", program},
		"a diff":         {"diff.external", program, "diff.evil.command", program, "diff.evil.textconv", program},
		"a pager":        {"core.pager", program, "pager.diff", "true"},
		"an included":    {"include.path", "more"},
		"a missing tree": {"remote.evil.url", "ext::" + program, "remote.evil.promisor", "true", "protocol.ext.allow", "always", "extensions.partialClone", "evil", "core.repositoryFormatVersion", "1"},
		"an upload":      {"remote.evil.url", outside, "remote.evil.uploadpack", program, "remote.evil.promisor", "true", "extensions.partialClone", "evil", "core.repositoryFormatVersion", "1"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := disk.Folder(t, "a.md", hostile.DocumentText, "b.txt", "b\n", "same.md", hostile.DocumentText, ".gitattributes", attributes)
			t.Chdir(dir)
			git := func(args ...string) string {
				t.Helper()
				out, err := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...).CombinedOutput()
				if err != nil {
					t.Fatalf("git %q: %v\n%s", args, err, out)
				}
				return strings.TrimSpace(string(out))
			}
			git("init", "-q")
			git("add", "-A")
			git("commit", "-q", "-m", "a")
			if tree := git("rev-parse", "HEAD^{tree}"); strings.Contains(strings.Join(settings, " "), "promisor") {
				if err := os.Remove(filepath.Join(".git/objects", tree[:2], tree[2:])); err != nil {
					t.Fatal(err)
				}
			}
			disk.WriteFile(t, ".git/more", "[filter \"evil\"]\n\tclean = "+program+"\n")
			for i := 0; i < len(settings); i += 2 {
				git("config", settings[i], settings[i+1])
			}
			disk.WriteFile(t, "a.md", hostile.DocumentText+"\n")
			disk.WriteFile(t, "b.txt", "c\n")
			_ = os.Remove(ran)
			code, stdout, stderr := runCommand(t, "", "check", "--changed", ".")
			if _, err := os.Stat(ran); err == nil {
				t.Error("the program has run")
			}
			if lacks := strings.Contains(strings.Join(settings, " "), "promisor"); lacks != (code == 2) || lacks == strings.Contains(stdout, "a.md:4:14") || strings.Contains(stdout, "same.md") {
				t.Errorf("exit code %d: %s%s", code, stdout, stderr)
			}
		})
	}
}
