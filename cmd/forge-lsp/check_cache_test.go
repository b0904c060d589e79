package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/cli/report"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// callOf returns a call of a tool with some text for arguments.
func callOf(tool, arguments string) string {
	return "<tool>\n<server_name>local</server_name>\n<tool_name>" + tool + "</tool_name>\n<arguments>" + arguments + "</arguments>\n</tool>\n"
}

// cacheTree are files with all kinds of results that a report can have.
func cacheTree() map[string]string {
	return map[string]string{
		".git/HEAD":             "",
		"forge-lsp.toml":        "exclude = [\"left-out/\"]\n\n[[files]]\nglob = \"odd.md\"\nrules = {unescaped-ampersand = \"error\"}\n",
		".forge/tools.yaml":     "- name: deploy\n  description: Deploys.\n  inputSchema:\n    type: object\n    properties: {to: {type: string}}\n    required: [to]\n",
		"none.md":               "# Nothing here\n\nOnly prose.\n",
		"sound.md":              "# A call\n\n" + callOf("read_file", "<path>a</path>"),
		"amp.md":                "# Calls\n\n" + callOf("read_file", "<path>a & b & c</path>") + "\n" + callOf("deploy", "<too>x</too>"),
		"odd.md":                callOf("read_file", "<path>a & b</path>"),
		"refused.reply":         "Text.\n" + callOf("read_file", "<path>a</wrong>") + callOf("read_file", "<path>...</path>"),
		"log.jsonl":             strings.Repeat(record+"\n", 3),
		"binary.md":             "\x00\x01\x02<tool>",
		"left-out/a.md":         callOf("none", ""),
		"deep/down/b.md":        "Say `<tool>`.\n\n" + callOf("write_file", "<path>x</path><content>if a < b {</content>"),
		"tools/ignored.md":      "",
		"broken/forge-lsp.toml": "nonsense = 1\n",
		"broken/a.md":           callOf("read_file", "<path>a</path>"),
		"suppressed.md":         "<!-- forge-lsp-disable-next-call -- shown -->\n" + callOf("unknown", "<a>b</a>"),
	}
}

// settled makes files that were just written count as old.
func settled(t *testing.T) {
	old := setup
	setup.Now = func() time.Time { return time.Now().Add(time.Hour) }
	t.Cleanup(func() { setup = old })
}

// result is the output of a run.
type result struct {
	code           int
	stdout, stderr string
}

func runResult(t *testing.T, args ...string) result {
	t.Helper()
	code, stdout, stderr := runCommand(t, "", args...)
	return result{code, stdout, stderr}
}

// wantSame runs a command without a cache, and twice with one, and compares.
func wantSame(t *testing.T, cacheDir string, args ...string) {
	t.Helper()
	args = append([]string{"check"}, args...)
	want := runResult(t, append(args, "--no-cache")...)
	for i := range 3 {
		got := runResult(t, append(args, "--cache-dir", cacheDir)...)
		if got != want {
			t.Fatalf("%q, run %d with the cache: exit code %d, want %d\n%s%s", args, i+1, got.code, want.code,
				cmp.Diff(want.stdout, got.stdout), cmp.Diff(want.stderr, got.stderr))
		}
	}
}

// allFlags are sets of flags that change the output.
func allFlags() [][]string {
	sets := [][]string{
		nil,
		{"--statistics"},
		{"--statistics", "--format", "json"},
		{"--color", "always"},
		{"--quiet"},
		{"--min-severity", "error"},
		{"--select", "safety"},
		{"--ignore", "schema,unescaped-ampersand"},
		{"--fail-on", "hint"},
		{"--as", "reply"},
		{"--tools", "none"},
		{"--config", "none"},
		{"--rule", "unescaped-ampersand=off"},
		{"--exit-zero"},
		{"--max-warnings", "0"},
		{"--no-ignore"},
	}
	for _, format := range report.Formats {
		sets = append(sets, []string{"--format", format}, []string{"--format", format, "--min-severity", "warning"})
	}
	return append(sets, []string{"--format", "json"})
}

// TestCacheChangesNothing checks that the output for each format and flag is the same
// with and without a cache, empty or not.
func TestCacheChangesNothing(t *testing.T) {
	for _, isOld := range []bool{false, true} {
		t.Run(fmt.Sprintf("old=%t", isOld), func(t *testing.T) {
			if isOld {
				settled(t)
			}
			t.Chdir(t.TempDir())
			disk.Write(t, ".", cacheTree())
			dir := filepath.Join(t.TempDir(), "caches")
			for _, flags := range allFlags() {
				for _, paths := range [][]string{{"."}, {"amp.md", "tools", "deep", "left-out/a.md", "log.jsonl", "binary.md"}} {
					wantSame(t, dir, append(flags, paths...)...)
				}
			}
			for _, pieces := range []int{100, 1 << 20} {
				smallPieces(t, pieces)
				wantSame(t, dir, "log.jsonl")
				wantSame(t, dir, "--format", "json", "--statistics", "log.jsonl")
			}
			if code, _, errs := runCommand(t, "", "check", "--no-cache", "--exit-zero", "--write-baseline", "../base.json", "amp.md", "refused.reply"); code > cli.ExitFindings {
				t.Fatal(code, errs)
			}
			wantSame(t, dir, "--baseline", "../base.json", ".")
			wantSame(t, dir, "--baseline", "../base.json", "--format", "sarif", ".")
		})
	}
}

// doctor changes a text in each of the caches of a folder, so that a run shows whether it has
// read them. Both texts must have the same length.
func doctor(t *testing.T, dir, old, replacement string) {
	t.Helper()
	caches, err := filepath.Glob(filepath.Join(dir, "*.cache"))
	if err != nil || len(caches) == 0 {
		t.Fatalf("no caches: %v", err)
	}
	for _, name := range caches {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		const head = len("forge-lsp cache 1\n") + 32 + 4
		text = append(text[:head:head], bytes.ReplaceAll(text[head:], []byte(old), []byte(replacement))...)
		binary.LittleEndian.PutUint32(text[head-4:], crc32.Checksum(text[head:], crc32.MakeTable(crc32.Castagnoli)))
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCacheIsUsed checks that unchanged files are not read again, and changed ones are.
func TestCacheIsUsed(t *testing.T) {
	settled(t)
	t.Chdir(t.TempDir())
	disk.Write(t, ".", cacheTree())
	dir := filepath.Join(t.TempDir(), "caches")
	args := []string{"check", "--cache-dir", dir, "."}
	before := runResult(t, args...)
	if !strings.Contains(before.stdout, "Unescaped") {
		t.Fatal(before.stdout)
	}
	doctor(t, dir, "Unescaped", "Unreadeds")
	for range 2 {
		if got := runResult(t, args...); strings.Contains(got.stdout, "Unescaped") || strings.ReplaceAll(got.stdout, "Unreadeds", "Unescaped") != before.stdout {
			t.Errorf("the files were read again:\n%s", cmp.Diff(before.stdout, got.stdout))
		}
	}
	// With the same content and another time it is recognized.
	later := time.Now().Add(-time.Minute)
	if err := os.Chtimes("odd.md", later, later); err != nil {
		t.Fatal(err)
	}
	if got := runResult(t, args...); strings.Contains(got.stdout, "Unescaped") {
		t.Errorf("a file with the same content is checked again: %s", got.stdout)
	}
	// With another content it is checked, and no other file is.
	disk.WriteFile(t, "odd.md", strings.Replace(cacheTree()["odd.md"], "a & b", "c & d", 1))
	got := runResult(t, args...)
	for line := range strings.Lines(got.stdout) {
		if strings.Contains(line, "Unescaped") != strings.HasPrefix(line, "odd.md:") && strings.Contains(line, "Un") {
			t.Errorf("not as expected: %s", line)
		}
	}
	// --fix and --diff look at the files themselves.
	for _, flag := range []string{"--diff", "--fix"} {
		want := runResult(t, "check", "--no-cache", "--diff", "amp.md")
		if got := runResult(t, "check", "--cache-dir", dir, flag, "amp.md"); flag == "--diff" && got != want {
			t.Errorf("%s: %+v, want %+v", flag, got, want)
		}
	}
	doctor(t, dir, "Unreadeds", "Unescaped")
	wantSame(t, dir, ".")
}

// TestCacheOfSkipped checks that a file of a folder that is not text is remembered, and so is not
// read by every run; a named one is read, because it is reported.
func TestCacheOfSkipped(t *testing.T) {
	settled(t)
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{".git/HEAD": "", "folder/found.md": "\x7fELF\x00<tool>", "named.md": "\x00<tool>"})
	dir := filepath.Join(t.TempDir(), "caches")
	args := []string{"folder", "named.md", "--cache-dir", dir}
	want := runResult(t, append([]string{"check"}, args...)...)
	if want.code != cli.ExitFailure || !strings.Contains(want.stderr, "named.md is not checked") || strings.Contains(want.stderr, "found.md") {
		t.Fatalf("%+v", want)
	}
	caches, err := filepath.Glob(filepath.Join(dir, "*.cache"))
	if err != nil || len(caches) != 1 {
		t.Fatalf("%q: %v", caches, err)
	}
	text, err := os.ReadFile(caches[0])
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(text, []byte("found.md")) || bytes.Contains(text, []byte("named.md")) {
		t.Errorf("the cache has other entries than that of found.md: %q", text)
	}
	if got := runResult(t, append([]string{"check"}, args...)...); got != want {
		t.Errorf("with the cache: %+v, want %+v", got, want)
	}
}

// TestCacheChain checks that a cache is never out of date, however files,
// configurations and definitions change.
func TestCacheChain(t *testing.T) {
	t.Chdir(t.TempDir())
	tree := cacheTree()
	disk.Write(t, ".", tree)
	dir := filepath.Join(t.TempDir(), "caches")
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"none.md", "sound.md", "amp.md", "odd.md", "refused.reply", "log.jsonl", "deep/down/b.md", "deep/new.md", "binary.md"}
	rules := []string{"unescaped-ampersand", "prefer-cdata", "unknown-tool", "placeholder"}
	for step := range 150 {
		if step%10 == 9 {
			settled(t)
		}
		name := names[r.IntN(len(names))]
		switch r.IntN(8) {
		case 0, 1: // of the same length
			text, _ := os.ReadFile(name)
			disk.WriteFile(t, name, strings.NewReplacer("a & b", "a | b", "a | b", "a & b", "read_file", "reed_file", "reed_file", "read_file").Replace(string(text)))
		case 2:
			disk.WriteFile(t, name, tree[names[r.IntN(len(names))]])
		case 3:
			_ = os.Rename(name, names[r.IntN(len(names))]) // it may be gone
		case 4:
			then := time.Now().Add(-time.Duration(r.IntN(4)) * time.Hour)
			_ = os.Chtimes(name, then, then)
		case 5:
			disk.WriteFile(t, "forge-lsp.toml", fmt.Sprintf("rules = {%s = %q}\n%s", rules[r.IntN(len(rules))],
				[]string{"off", "hint", "warning", "error"}[r.IntN(4)], []string{"", "exclude = [\"deep\"]\n", "profile = \"strict\"\n"}[r.IntN(3)]))
		case 6:
			disk.WriteFile(t, ".forge/tools.yaml", strings.Replace(tree[".forge/tools.yaml"], "deploy", []string{"deploy", "reed_file", "other"}[r.IntN(3)], 1))
		default:
			below := filepath.Join("deep", []string{"forge-lsp.toml", ".forge/tools.yaml"}[r.IntN(2)])
			if os.Remove(below) != nil {
				disk.WriteFile(t, below, map[bool]string{true: "rules = {prefer-cdata = \"error\"}\n", false: tree[".forge/tools.yaml"]}[strings.HasSuffix(below, ".toml")])
			}
		}
		args := [][]string{{"."}, {"--format", "json", "."}, {"deep", "amp.md"}}[r.IntN(3)]
		args = append([]string{"check"}, args...)
		want, got := runResult(t, append(args, "--no-cache")...), runResult(t, append(args, "--cache-dir", dir)...)
		if want != got {
			t.Fatalf("step %d, %q: exit code %d, want %d\n%s%s", step, args, got.code, want.code, cmp.Diff(want.stdout, got.stdout), cmp.Diff(want.stderr, got.stderr))
		}
	}
}

// TestCacheFaults checks that a cache that is damaged, or cannot be read or written,
// does not affect the output.
func TestCacheFaults(t *testing.T) {
	settled(t)
	t.Chdir(t.TempDir())
	disk.Write(t, ".", cacheTree())
	dir := filepath.Join(t.TempDir(), "caches")
	disk.WriteFile(t, filepath.Join(filepath.Dir(dir), "file"), "")
	wantSame(t, dir, ".")
	caches, err := filepath.Glob(filepath.Join(dir, "*.cache"))
	if err != nil || len(caches) != 1 {
		t.Fatalf("%v, %v", caches, err)
	}
	sound, err := os.ReadFile(caches[0])
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 3))
	for range 10 {
		damaged := bytes.Clone(sound)
		damaged[r.IntN(len(damaged))]++
		for _, text := range [][]byte{damaged, sound[:r.IntN(len(sound))]} {
			if err := os.WriteFile(caches[0], text, 0o600); err != nil {
				t.Fatal(err)
			}
			wantSame(t, dir, ".")
		}
	}
	// With the checksum that a faulty program would write.
	for _, change := range [][2]string{{"\x01", "\x7f"}, {"\x03", "\x01"}, {"Unescaped", "\xff\xff\xff\xff\xff\xff\xff\xff\xff"}} {
		if err := os.WriteFile(caches[0], sound, 0o600); err != nil {
			t.Fatal(err)
		}
		doctor(t, dir, change[0], change[1])
		if got := runResult(t, "check", "--cache-dir", dir, "."); strings.Contains(got.stderr, "internal error") {
			t.Errorf("%q: %s", change, got.stderr)
		}
	}
	for _, folder := range []string{filepath.Join(dir, "..", "file"), filepath.Join(dir, "..", "file", "below"), "/dev/full", filepath.Join(dir, "a", "b", "c")} {
		wantSame(t, folder, ".")
	}
}

// TestCacheAtOnce checks that several concurrent runs have the same results as each
// alone.
func TestCacheAtOnce(t *testing.T) {
	settled(t)
	t.Chdir(t.TempDir())
	disk.Write(t, ".", cacheTree())
	dir := filepath.Join(t.TempDir(), "caches")
	want := runResult(t, "check", "--no-cache", ".")
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 5 {
				if got := runResult(t, "check", "--cache-dir", dir, "."); got != want {
					t.Errorf("%s%s", cmp.Diff(want.stdout, got.stdout), cmp.Diff(want.stderr, got.stderr))
				}
			}
		})
	}
	all.Wait()
}

// TestCachePlace checks that by default the cache is in the user's folder, never among
// the checked files, and only if it saves time. A cache folder among the checked
// files is not read.
func TestCachePlace(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, filepath.Join(home, "caches"))
	}
	user, err := os.UserCacheDir()
	if err == nil {
		err = os.MkdirAll(filepath.Dir(user), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	disk.Write(t, ".", cacheTree())
	runResult(t, "check", ".")
	if _, err := os.Stat(filepath.Join(user, "forge-lsp")); err == nil {
		t.Error("a cache is kept of a few bytes")
	}
	disk.WriteFile(t, "large.md", strings.Repeat(cacheTree()["amp.md"], 10_000))
	want := runResult(t, "check", ".")
	if _, err := os.Stat(filepath.Join(user, "forge-lsp", "CACHEDIR.TAG")); err != nil {
		t.Errorf("no cache is kept: %v", err)
	}
	// In the workspace, as requested by the user.
	for range 2 {
		if got := runResult(t, "check", "--cache-dir", "here", "."); got != want {
			t.Errorf("exit code %d, %s", got.code, cmp.Diff(want.stderr, got.stderr))
		}
	}
}

func TestCacheUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--cache-dir= .":             "--cache-dir needs a folder",
		"--cache-dir a --no-cache .": "--no-cache cannot be combined with --cache-dir",
	} {
		if code, _, errs := runCommand(t, "", append([]string{"check"}, strings.Fields(args)...)...); code != cli.ExitFailure || !strings.Contains(errs, want) {
			t.Errorf("%s: %d, %s", args, code, errs)
		}
	}
}
