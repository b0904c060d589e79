package main

import (
	"strings"
	"testing"

	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// TestNothingToCheck checks that a folder without a text is named in the summary.
func TestNothingToCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{
		"bin/a.xml": "\x00", "bin/sub/b.md": "\xff\xfe<\x00", "empty/": "", "text/a.md": "a", "text/sub/b.md": "b",
		"ignored/.gitignore": "*\n", "ignored/a.md": "a", "skipped/forge-lsp.toml": "[[files]]\nglob = \"**\"\nkind = \"ignore\"\n",
	})
	for _, test := range []struct {
		args           string
		code           int
		stdout, stderr string
	}{
		{"bin", exitOK, "0 files, 0 calls (nothing to check in bin)", ""},
		{"empty", exitOK, "0 files, 0 calls (nothing to check in empty)", ""},
		{"ignored", exitOK, "0 files, 0 calls (nothing to check in ignored)", ""},
		{"skipped", exitOK, "0 files, 0 calls (nothing to check in skipped)", ""},
		{"empty/ text bin", exitOK, "2 files, 0 calls (nothing to check in empty/, bin)", ""},
		{"text text/sub", exitOK, "2 files, 0 calls", ""},
		{"text/a.md", exitOK, "1 file, 0 calls", ""},
		{"bin bin/a.xml", exitFailure, "0 files, 0 calls (nothing to check in bin)", "forge-lsp: bin/a.xml is not checked: this is a binary file\n"},
		{"text bin/sub/b.md", exitFailure, "2 files, 0 calls", "forge-lsp: bin/sub/b.md is not checked: this is UTF-16 text; save it as UTF-8\n"},
	} {
		for _, command := range []string{"check", "inspect"} {
			code, stdout, stderr := runCommand(t, "", append([]string{command}, strings.Fields(test.args)...)...)
			want := test.stdout
			if command == "check" {
				want = strings.Replace(want, " calls", " calls; no findings", 1)
			}
			if code != test.code || strings.TrimSpace(stdout) != want || stderr != test.stderr {
				t.Errorf("%s %s: exit code %d\n%s%s", command, test.args, code, stdout, stderr)
			}
		}
	}
}

func TestMayHoldCalls(t *testing.T) {
	for text, want := range map[string]bool{
		"":                         false,
		"a < b, a tool":            false,
		"x <tool> y":               true,
		"<TOOL id='1'>":            true,
		"<f:tool>":                 true,
		"&lt;tool&gt;":             true,
		"<too":                     false,
		`{"a":"\u003ctool\u003e"}`: true,
	} {
		if got := mayHoldCalls(text, document.Document); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		`{"a":"\u003ctool\u003e"}`:          true,
		`{"a":"\n\u003cfunction=ls\u003e"}`: true,
		`{"a":"[TOOL_CALLS][]"}`:            true,
		`{"a":"\u003cb\u003e"}`:             false,
	} {
		if got := mayHoldCalls(text, document.JSON); got != want {
			t.Errorf("%q as JSON: %v, want %v", text, got, want)
		}
	}
}
