package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/config"
)

// TestInitial checks that the file that init writes has no errors, also with each of its
// examples enabled.
func TestInitial(t *testing.T) {
	used := regexp.MustCompile(`(?m)^#(\S)`).ReplaceAllString(initial[strings.IndexByte(initial, '\n')+1:], "$1")
	fsys := fstest.MapFS{"agents/tools.yaml": {}}
	for _, text := range []string{initial, used} {
		if _, problems := config.Load(fsys, "f", "f", []byte(text)); len(problems) > 0 {
			t.Errorf("%v\nin\n%s", problems[0], text)
		}
	}
	file, _ := config.Load(fsys, "f", "f", []byte(used))
	if file.Profile == "" || file.Tools == nil || len(file.Exclude) == 0 || len(file.Rules) == 0 || len(file.Files) != 1 {
		t.Errorf("read as %+v", file)
	}
}

// TestRepository checks that all files found in this repository are valid, and that
// excluded ones are checked if they are named.
func TestRepository(t *testing.T) {
	for folder, want := range map[string]int{".": cli.ExitOK, "examples": cli.ExitFindings} {
		cmd := exec.Command("forge-lsp", "check", folder)
		cmd.Dir = "../.."
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != want {
			t.Errorf("check %s: exit code %d, want %d:\n%s", folder, code, want, out)
		}
	}
}
