package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

var apply = flag.String("apply", "git apply -", "the command that applies a diff to the files of TestDiffApplies, which it reads from standard input")

// TestDiffApplies changes files with unusual names and contents, and has another
// program apply the diff to the old ones.
func TestDiffApplies(t *testing.T) {
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(1, 2))
	names := oddNames(r, 500)
	var patch strings.Builder
	want := map[string]string{}
	for i, name := range names {
		pair := contents[i%len(contents)]
		disk.WriteFile(t, name, pair[0])
		patch.WriteString(linediff.Unified(name, name, pair[0], pair[1]))
		want[name] = pair[1]
	}
	words := strings.Fields(*apply)
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Stdin = strings.NewReader(patch.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", *apply, err, out)
	}
	for name, text := range want {
		wantFile(t, name, text)
	}
}

// contents are old and new texts.
var contents = [][2]string{
	{"a\nb\nc\n", "a\nB\nc\n"},
	{"a & b", "a &amp; b"},
	{"a\nb", "a\nb\n"},
	{"a\nb\n", "a\nb"},
	{"a\r\nb\r\n", "a\r\nB\r\n"},
	{"a\r\nb", "a\r\nB\r\n"},
	{"a\rb\rc", "a\rB\rc"},
	{"a\rb\n\rc\n", "a\rb\n\rC\n"},
	{"\ufeffa\nb\n", "\ufeffA\nb\n"},
	{"", "a\n"},
	{"", "a"},
	{"a\n", ""},
	{"\n", "\n\n"},
	{"a\x00b\x1b[31m\n\x0c\n", "a\x00b\x1b[32m\n\x0c\n"},
	{"caf\xe9\n", "caf\xe9 \n"},
	{"--- a\n+++ b\n@@ -1 +1 @@\n", "--- A\n+++ b\n@@ -1 +1 @@\n"},
	{"- a\n-- b\n", "-- a\n- b\n"},
	{"\u2028a\u0085b\n", "\u2028A\u0085b\n"},
	{strings.Repeat("same\n", 50) + "x\n", strings.Repeat("same\n", 50) + "y\nz\n"},
}

// oddNames returns n paths: of each odd character alone, at the start, in the middle and
// at the end of a name, and random ones.
func oddNames(r *rand.Rand, n int) []string {
	pieces := []string{
		" ", "\t", "\n", "\r", "\v", "\f", "\a", "\b", "\x01", "\x1b[31m", "\x7f", "\"", "'", "\\", "\\n", "`", "-", "--", "+", "é", "日本", "\U0001f600",
		"\u202e", "\u00a0", "\u2028", "e\u0301", "\xff", "\xc3", "$", "*", "?", "[", "{", "~", "#", "!", "%41", "&", "|", ";", "<", ">", "(", "=", "@", ":", ",",
		"\\303", "a", "..a", "...", " -", "- ", "\t2026-01-01 00:00:00", ".orig", ".rej", "dev",
	}
	seen := map[string]bool{}
	var names []string
	add := func(name string) {
		// Each in a folder of its own, as some file systems take two of them for one.
		if folder := fmt.Sprint(len(names)); name != "." && name != ".." && !seen[name] {
			seen[name] = true
			names = append(names, folder+"/"+name)
		}
	}
	for _, p := range pieces {
		add(p)
		add(p + "x")
		add("x" + p)
		add("x" + p + "y.md")
	}
	for len(names) < n {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		add(b.String())
	}
	for i := 1; i < len(names); i += 5 { // folders have odd names, too
		folder, name, _ := strings.Cut(names[i], "/")
		names[i] = folder + name + "/" + name
	}
	return names
}

// TestDiffIsWhatFixDoes applies the output of --diff for files with unusual names and
// endings.
func TestDiffIsWhatFixDoes(t *testing.T) {
	t.Chdir(t.TempDir())
	endings := []string{"", "\n", "\r\n", "\r", "\n\n"}
	names := oddNames(rand.New(rand.NewPCG(3, 4)), 230)
	for i, name := range names {
		text := "\ufeff"[:3*(i%2)] + broken + endings[i%len(endings)]
		disk.WriteFile(t, "old/"+name+".xml", text)
		disk.WriteFile(t, "applied/"+name+".xml", text)
	}
	code, unified, stderr := runCommand(t, "", "check", "--diff", "old")
	if code != cli.ExitFindings || !strings.HasPrefix(stderr, "--fix would fix 230 findings in 230 files") {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	if code, _, stderr := runCommand(t, "", "check", "--fix", "old"); code != cli.ExitOK || stderr != "" {
		t.Fatalf("exit code %d\n%s", code, stderr)
	}
	cmd := exec.Command("git", "apply", "-p2", "-")
	cmd.Dir, cmd.Stdin = "applied", strings.NewReader(unified)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range names {
		want, err := os.ReadFile("old/" + name + ".xml")
		if err != nil {
			t.Fatal(err)
		}
		wantFile(t, "applied/"+name+".xml", string(want))
	}
}
