package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/test/disk"
)

// sessions returns transcripts in several formats, with calls that do not run, and the log of a program that writes
// its requests.
func sessions(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range []string{
		"forge-snapshot.json", "claude-code.jsonl", "codex-rollout.jsonl", "openai-chat.json", "anthropic-messages.json", "otel-genai.jsonl", "other-program.jsonl",
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", "examples", "transcripts", name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = strings.NewReplacer("R&D", "R<D", `R\u0026D`, `R\u003cD`).Replace(string(text))
	}
	var log strings.Builder
	log.WriteString("[INFO] starting\n")
	for i, line := range strings.Split(strings.TrimSpace(all["claude-code.jsonl"]), "\n") {
		fmt.Fprintf(&log, "2026-11-25T10:00:%02dZ DEBUG [http] request: %s 200 OK\n2026-11-25 10:00:%02d,120 INFO done\n", i, line, i)
	}
	all["prompt log"] = log.String()
	return all
}

// sessionNames are names of which none changes what is found.
var sessionNames = [...]string{
	"s.jsonl", "s.json", "s.log", "s.txt", "s.out", "s.bak", "s.jsonl.1", "s", "s.md", "s.xml", "s.yaml", "s.go",
}

func gzipped(t *testing.T, text string) string {
	var b bytes.Buffer
	return compressed(t, text, gzip.NewWriter(&b), &b)
}

func zstandard(t *testing.T, text string) string {
	var b bytes.Buffer
	encoder, err := zstd.NewWriter(&b)
	if err != nil {
		t.Fatal(err)
	}
	return compressed(t, text, encoder, &b)
}

func compressed(t *testing.T, text string, w io.WriteCloser, to *bytes.Buffer) string {
	t.Helper()
	_, err := io.WriteString(w, text)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return to.String()
}

// listed returns a member of each file of a command's JSON, by the path, and the summary.
func listed(t *testing.T, member string, args ...string) (code int, files map[string]string, summary map[string]any) {
	t.Helper()
	code, out, errs := runCommand(t, "", args...)
	var all struct {
		Files   []map[string]json.RawMessage
		Summary map[string]any
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatalf("%v: %v\n%s%s", args, err, out, errs)
	}
	files = map[string]string{}
	for _, f := range all.Files {
		var name string
		if err := json.Unmarshal(f["path"], &name); err != nil {
			t.Fatal(err)
		}
		files[name] = string(f[member])
	}
	return code, files, all.Summary
}

// TestContentDecides checks that neither the name of a file, nor a pipe, nor compression, nor that it is in a folder
// changes what is found in a transcript.
func TestContentDecides(t *testing.T) {
	all := sessions(t)
	for session, text := range all {
		t.Run(session, func(t *testing.T) {
			t.Chdir(t.TempDir())
			files, fixed := map[string]string{"only.json": text}, map[string]string{"only.json": text}
			var names []string
			for _, name := range sessionNames {
				for ending, content := range map[string]string{"": text, ".gz": gzipped(t, text), ".zst": zstandard(t, text)} {
					if ending != "" && name != sessionNames[0] {
						continue // a decompressor does not know the name
					}
					names = append(names, "d/"+name+ending)
					files["d/"+name+ending], fixed["fix/"+name+ending] = content, content
				}
			}
			disk.Write(t, ".", files)
			disk.Write(t, ".", fixed)
			n := float64(len(names))

			for command, member := range map[string]string{"check": "findings", "inspect": "calls"} {
				_, one, summary := listed(t, member, command, "--format", "json", "only.json")
				want := one["only.json"]
				if len(want) < len("[{}]") || summary["calls"].(float64) < 1 {
					t.Fatalf("%s finds nothing: %s", command, want)
				}
				for where, args := range map[string][]string{"named": names, "in a folder": {"d"}} {
					code, got, sum := listed(t, member, slices.Concat([]string{command, "--format", "json"}, args)...)
					if len(got) != len(names) || sum["calls"].(float64) != n*summary["calls"].(float64) || command == "check" && code != cli.ExitFindings {
						t.Errorf("%s, %s: exit code %d, %d files, %v", command, where, code, len(got), sum)
					}
					for name, found := range got {
						if found != want {
							t.Errorf("%s %s, %s:\n%s\nwant\n%s", command, name, where, found, want)
						}
					}
				}
				for _, name := range sessionNames {
					for _, args := range [][]string{{"-"}, {"--stdin-filename", name, "-"}} {
						for _, stdin := range []string{text, gzipped(t, text)} {
							_, out, _ := runCommand(t, stdin, slices.Concat([]string{command, "--format", "json"}, args)...)
							if !strings.Contains(out, `"`+member+`":`+want) {
								t.Errorf("%s %v: %s\nwant %s", command, args, out, want)
							}
						}
					}
				}
			}

			counts := func(stdin, name string) string {
				_, out, _ := runCommand(t, stdin, "stats", "--format", "json", name)
				return out
			}
			want := counts("", "only.json")
			for _, name := range names {
				if got := counts("", name); got != want {
					t.Errorf("stats %s: %s\nwant %s", name, got, want)
				}
			}
			for _, stdin := range []string{text, gzipped(t, text), zstandard(t, text)} {
				if got := counts(stdin, "-"); got != want {
					t.Errorf("stats of standard input: %s\nwant %s", got, want)
				}
			}

			// What cannot be written is left, and counts.
			runCommand(t, "", "check", "--fix", "only.json")
			repaired, err := os.ReadFile("only.json")
			if err != nil {
				t.Fatal(err)
			}
			code, _, errs := runCommand(t, "", "check", "--fix", "fix")
			if code != cli.ExitFindings || !strings.Contains(errs, ".gz is not fixed: it is compressed") || !strings.Contains(errs, ".zst is not fixed: it is compressed") {
				t.Errorf("--fix: exit code %d, %s", code, errs)
			}
			for name, before := range fixed {
				after, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				if ending := path.Ext(name); ending != ".gz" && ending != ".zst" {
					before = string(repaired)
				}
				if string(after) != before {
					t.Errorf("%s after --fix: %.300s", name, after)
				}
			}
		})
	}
}

// TestNotChecked checks that a file that has a call, and is not checked, is listed in every format, and makes the
// exit code 2; and that others are skipped silently.
func TestNotChecked(t *testing.T) {
	t.Chdir(t.TempDir())
	const call = "I read it.\n<tool>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>\n"
	wide := []byte("\xff\xfe")
	for _, unit := range utf16.Encode([]rune(call)) {
		wide = binary.LittleEndian.AppendUint16(wide, unit)
	}
	var lines bytes.Buffer
	for i := range 400 {
		fmt.Fprintf(&lines, `{"role":"assistant","content":"%d <tool>\n<server_name>local</server_name>\n<tool_name>list_tags</tool_name>\n<arguments></arguments>\n</tool>"}`+"\n", i*i*7919%100_003)
	}
	cut := gzipped(t, lines.String())
	cut = cut[:len(cut)*2/3]
	short := zstandard(t, lines.String())
	short = short[:len(short)*2/3]
	program := "\x7fELF\x00\x00" + call
	noise := strings.Repeat("\x00\x01\x02\x03", 500)
	disk.Write(t, ".", map[string]string{
		"utf16/a.log": string(wide), "cut/s.jsonl.gz": cut, "cut2/s.gz": cut, "cut3/s.jsonl.zst": short, "unknown/a.bin": noise + call,
		"silent/a": program, "silent/b.db": "SQLite format 3\x00" + call, "silent/c.png": "\x89PNG\r\n\x1a\n\x00" + call, "silent/d": noise,
		"silent/e": noise + strings.Repeat("\x00", 1<<20) + call, "silent/f.txt": "\xff\xfea\x00", "silent/g.gz": gzipped(t, noise+"\x00")[:30],
		"nul/a.log": "Done.\x00 " + call,
	})
	for folder, reason := range map[string]string{
		"utf16": "this is UTF-16 text; save it as UTF-8", "cut": "the compressed file is cut off", "cut2": "the compressed file is cut off",
		"cut3":    "the compressed file is cut off",
		"unknown": "this is a binary file",
	} {
		name := map[string]string{"utf16": "utf16/a.log", "cut": "cut/s.jsonl.gz", "cut2": "cut2/s.gz", "cut3": "cut3/s.jsonl.zst", "unknown": "unknown/a.bin"}[folder]
		for _, format := range []string{"text", "concise", "json", "sarif", "github", "gitlab", "junit", "agent"} {
			for _, args := range [][]string{{name}, {folder}, {".", "--fix"}} {
				code, out, errs := runCommand(t, "", append([]string{"check", "--format", format}, args...)...)
				if code != cli.ExitFailure || !strings.Contains(out, name) || !strings.Contains(out, reason) || !strings.Contains(errs, name) {
					t.Errorf("%s %v: exit code %d\n%.600s\n%s", format, args, code, out, errs)
				}
			}
		}
		for _, command := range []string{"inspect", "stats"} {
			if code, _, errs := runCommand(t, "", command, folder); code != cli.ExitFailure || !strings.Contains(errs, name) {
				t.Errorf("%s %s: exit code %d\n%s", command, folder, code, errs)
			}
		}
	}
	if code, out, errs := runCommand(t, "", "check", "silent"); code != cli.ExitOK || errs != "" {
		t.Errorf("what is skipped: exit code %d\n%s%s", code, out, errs)
	}
	// A NUL is what the runtime makes of it, in a folder, too.
	for _, name := range []string{"nul", "nul/a.log"} {
		if code, out, _ := runCommand(t, "", "check", name); code != cli.ExitOK || !strings.Contains(out, "1 call") {
			t.Errorf("%s: exit code %d\n%s", name, code, out)
		}
	}
}

// TestLeakInFolder checks that in a folder a leaked call is also found if no text in it
// has a <tool>.
func TestLeakInFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	disk.Write(t, ".", map[string]string{"d/a.json": `{"messages":[{"role":"assistant","tool_calls":[{"id":"1"}],"content":"<invoke name=\"Bash\">\n<parameter name=\"command\">ls</parameter>\n</invoke>"}]}`})
	if code, out, errs := runCommand(t, "", "check", "d"); code != cli.ExitFindings || !strings.Contains(out, "error[leaked-call]") {
		t.Errorf("%d, %s%s", code, out, errs)
	}
}
