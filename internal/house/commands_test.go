package house

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// testCommand is the README's test command. It is all that .ci/run runs.
const testCommand = "make test"

// checkCommands holds the commands that people are told to run against what is
// there: each make target of README.md and CONTRIBUTING.md exists, and .ci/run
// runs the README's test command and nothing else.
func checkCommands(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var breaches []string
	targets := makeTargets(read(t, tree, "Makefile"))
	for _, name := range []string{"README.md", "CONTRIBUTING.md"} {
		shown := shownCommands(read(t, tree, name))
		for _, command := range shown {
			for _, target := range namedTargets(command) {
				if !slices.Contains(targets, target) {
					breaches = append(breaches, fmt.Sprintf("%s says %q: the Makefile has no target %s", name, command, target))
				}
			}
		}
		if name == "README.md" && !slices.Contains(shown, testCommand) {
			breaches = append(breaches, fmt.Sprintf("README.md does not show %q, the command that .ci/run runs", testCommand))
		}
	}
	if got := scriptCommands(read(t, tree, ".ci/run")); !slices.Equal(got, []string{testCommand}) {
		breaches = append(breaches, fmt.Sprintf(".ci/run runs %q: it must run %q, the README's test command, and nothing else", got, testCommand))
	}
	return breaches
}

// target matches a rule of a Makefile; .PHONY and variables do not match.
var target = regexp.MustCompile(`(?m)^([a-z][a-z-]*):(?:[^=]|$)`)

// makeTargets returns the targets of a Makefile.
func makeTargets(makefile string) []string {
	var list []string
	for _, m := range target.FindAllStringSubmatch(makefile, -1) {
		list = append(list, m[1])
	}
	return list
}

// namedTargets returns the targets that a make command names.
func namedTargets(command string) []string {
	words := strings.Fields(command)
	if len(words) == 0 || words[0] != "make" {
		return nil
	}
	var list []string
	for _, word := range words[1:] {
		if !strings.HasPrefix(word, "-") && !strings.Contains(word, "=") {
			list = append(list, word)
		}
	}
	return list
}

var codeSpan = regexp.MustCompile("`([^`]+)`")

// shownCommands returns what Markdown shows as code, prompt and comment taken
// off: each line of a fenced block, and each code span outside of one.
func shownCommands(markdown string) []string {
	var list []string
	add := func(code string) {
		code, _, _ = strings.Cut(code, " #")
		code = strings.TrimPrefix(strings.TrimSpace(code), "$ ")
		list = append(list, strings.TrimSpace(code))
	}
	fenced := false
	for line := range strings.Lines(markdown) {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced = !fenced
		case fenced:
			add(line)
		default:
			for _, m := range codeSpan.FindAllStringSubmatch(line, -1) {
				add(m[1])
			}
		}
	}
	return list
}

// scriptCommands returns the commands of a shell script, those left out that
// only set the stage: comments, set and cd.
func scriptCommands(script string) []string {
	var list []string
	for line := range strings.Lines(script) {
		line = strings.TrimSpace(line)
		word, _, _ := strings.Cut(line, " ")
		if line != "" && word != "set" && word != "cd" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	return list
}

// TestRunIsExecutable looks at the file's mode, which Windows does not keep.
func TestRunIsExecutable(t *testing.T) {
	info, err := os.Stat("../../.ci/run")
	if err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
		t.Errorf(".ci/run has mode %v and cannot be executed", info.Mode())
	}
}

func TestCommands(t *testing.T) {
	const makefile = ".POSIX:\nGO = go\n.PHONY: build test\nX := 1\nbuild:\n\tgo build\ntest: build\n\tgo test\n"
	const readme = "# Title\n\nOr `make build`.\n\n```sh\n$ make test   # all of them\n```\n"
	const run = "#!/usr/bin/env bash\nset -euo pipefail\n# all\ncd \"$(dirname \"$0\")/..\"\nmake test\n"
	with := func(name, text string) map[string]string {
		files := map[string]string{"Makefile": makefile, "README.md": readme, "CONTRIBUTING.md": "To make sure.\n", ".ci/run": run}
		files[name] = text
		return files
	}
	runBreaches(t, checkCommands, []breachTest{
		{"nothing", with("README.md", readme), ""},
		{"no such target, in a span", with("README.md", readme+"`make lint`"), `README.md says "make lint": the Makefile has no target lint`},
		{"no such target, in a fence", with("CONTRIBUTING.md", "```\nmake -j2 X=1 test X\n```"), "CONTRIBUTING.md says"},
		{"a variable is no target", with("CONTRIBUTING.md", "`make X`"), "the Makefile has no target X"},
		{"options", with("CONTRIBUTING.md", "`make -k test FUZZTIME=5m`"), ""},
		{"no test command", with("README.md", "`go test ./...`"), `README.md does not show "make test"`},
		{"another command", with(".ci/run", "go test ./...\n"), `.ci/run runs ["go test ./..."]`},
		{"one command more", with(".ci/run", run+"make lint\n"), `.ci/run runs ["make test" "make lint"]`},
		{"no command", with(".ci/run", "set -e\n"), ".ci/run runs []"},
	})
}
