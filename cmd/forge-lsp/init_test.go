package main

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/diagnostics/config"
)

// TestInitial: what init writes has no mistakes, and none where each of its examples is used.
func TestInitial(t *testing.T) {
	used := regexp.MustCompile(`(?m)^#(\S)`).ReplaceAllString(initial[strings.IndexByte(initial, '\n')+1:], "$1")
	for _, text := range []string{initial, used} {
		if _, problems := config.Parse("f", []byte(text)); len(problems) > 0 {
			t.Errorf("%v\nin\n%s", problems[0], text)
		}
	}
	file, _ := config.Parse("f", []byte(used))
	if file.Profile == "" || file.Tools == nil || len(file.Exclude) == 0 || len(file.Rules) == 0 || len(file.Files) != 1 {
		t.Errorf("read as %+v", file)
	}
}

// TestRepository: all that a walk finds in this repository is as it should be, and what is
// excluded is checked where it is named.
func TestRepository(t *testing.T) {
	for folder, want := range map[string]int{".": exitOK, "examples": exitFindings} {
		cmd := exec.Command("forge-lsp", "check", folder)
		cmd.Dir = "../.."
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != want {
			t.Errorf("check %s: exit code %d, want %d:\n%s", folder, code, want, out)
		}
	}
}
