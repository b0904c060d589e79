package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/edits"
)

// smallPieces makes all files with one record per line be checked in pieces of about
// size bytes, and about as much output be held until the end of a file.
func smallPieces(t *testing.T, size int) {
	old := setup
	setup.Streamed, setup.Piece, setup.Held = 1, size, size
	t.Cleanup(func() { setup = old })
}

const record = `{"role":"assistant","content":"<tool>\n<server_name>local</server_name>\n<tool_name>read_file</tool_name>\n<arguments>\n<path>a & b</path>\n</arguments>\n</tool>"}`

// TestPieces checks that checking or inspecting a file in pieces gives the same result
// as reading it as a whole.
func TestPieces(t *testing.T) {
	source := edits.Load(t, filepath.Join("..", ".."), "")
	t.Chdir(t.TempDir())
	r := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		var b strings.Builder
		for range 1 + r.IntN(30) {
			b.WriteString([]string{
				record, record, strings.ReplaceAll(source.JSON(r, 300), "\n", " "), "", "%% <tool>", `{"role":"user","content":"é"}`,
				`{"role":"assistant","content":[{"type":"tool_use","name":"x","input":{}}]}`, `{"role":"system","content":"write <tool>"}`,
			}[r.IntN(8)])
			b.WriteString([]string{"\n", "\n", "\r\n"}[r.IntN(3)])
		}
		disk.Write(t, ".", map[string]string{"a.jsonl": record + "\n" + record + "\n" + b.String()})
		for _, args := range [][]string{
			{"check", "--color", "never", "a.jsonl"},
			{"check", "--format", "json", "a.jsonl"},
			{"inspect", "--color", "never", "a.jsonl"},
			{"inspect", "--format", "json", "a.jsonl"},
		} {
			wantCode, want, wantErr := runCommand(t, "", args...)
			smallPieces(t, 1+r.IntN(2000))
			code, got, gotErr := runCommand(t, "", args...)
			setup.Streamed = 1 << 30
			if code != wantCode || got != want || gotErr != wantErr {
				t.Fatalf("%v: exit code %d, want %d\n%s%s", args, code, wantCode, cmp.Diff(want, got), cmp.Diff(wantErr, gotErr))
			}
		}
	}
}

func compressed(t *testing.T, text string, writer func(io.Writer) io.WriteCloser) string {
	t.Helper()
	var b bytes.Buffer
	w := writer(&b)
	if _, err := io.WriteString(w, text); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPiecesOfNothing checks that a line without an end, as in a sparse file, is not read
// forever, and that files that are not text are reported.
func TestPiecesOfNothing(t *testing.T) {
	t.Chdir(t.TempDir())
	smallPieces(t, 1<<10)
	for name, size := range map[string]int64{"sparse.jsonl": 1 << 36, "zeros.json": 1 << 20} {
		disk.Write(t, ".", map[string]string{name: ""})
		if err := os.Truncate(name, size); err != nil {
			t.Fatal(err)
		}
		if code, out, errs := runCommand(t, "", "check", name); code != 2 || !strings.Contains(errs, "is not checked: this is a binary file") {
			t.Errorf("%s: %d, %s%s", name, code, out, errs)
		}
	}
	// One long line.
	long := strings.Replace(record, "a & b", "a & "+strings.Repeat("b", 200_000), 1)
	disk.Write(t, ".", map[string]string{"long.jsonl": record + "\n" + long + "\n" + record + "\n"})
	if code, out, errs := runCommand(t, "", "check", "long.jsonl"); code != 0 || !strings.Contains(out, "3 calls: 3 repaired") {
		t.Errorf("%d, %s%s", code, out[max(0, len(out)-200):], errs)
	}
}

// TestCompressed checks that compressed files are checked but never fixed.
func TestCompressed(t *testing.T) {
	t.Chdir(t.TempDir())
	text := strings.Repeat(record+"\n", 50)
	gz := compressed(t, text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	zst := compressed(t, text, func(w io.Writer) io.WriteCloser {
		encoder, err := zstd.NewWriter(w)
		if err != nil {
			t.Fatal(err)
		}
		return encoder
	})
	disk.Write(t, ".", map[string]string{
		"a.jsonl": text, "b/a.jsonl.gz": gz, "b/a.jsonl.zst": zst, "b/other.tar.gz": gz, "c/a.jsonl.gz": gz[:len(gz)-20], "c/b.jsonl.zst": zst[:len(zst)-20],
		"d/one.json.gz": compressed(t, record, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }), "d/not.jsonl.gz": text,
	})
	_, want, _ := runCommand(t, "", "check", "--color", "never", "a.jsonl")
	want = strings.Replace(want, " (50 can be fixed with --fix)", "", 1)
	for _, name := range []string{"b/a.jsonl.gz", "b/a.jsonl.zst"} {
		code, got, errs := runCommand(t, "", "check", "--color", "never", name)
		if code != 0 || strings.ReplaceAll(got, name, "a.jsonl") != want || errs != "" {
			t.Errorf("%s: %d, %s%s", name, code, got, errs)
		}
		before, _ := os.ReadFile(name)
		code, _, errs = runCommand(t, "", "check", "--fix", name)
		if after, _ := os.ReadFile(name); code != 0 || !strings.Contains(errs, name+" is not fixed: it is compressed") || !bytes.Equal(before, after) {
			t.Errorf("--fix %s: %d, %s", name, code, errs)
		}
	}
	if code, got, errs := runCommand(t, "", "check", "b"); code != 0 || !strings.Contains(got, "3 transcripts, 150 replies, 150 calls") || errs != "" {
		t.Errorf("a folder: %d, %s%s", code, got, errs)
	}
	if code, got, _ := runCommand(t, "", "check", "d"); code != 0 || !strings.Contains(got, "2 transcripts, 51 replies, 51 calls") {
		t.Errorf("one document: %d, %s", code, got)
	}
	for _, name := range []string{"c/a.jsonl.gz", "c/b.jsonl.zst"} {
		if code, _, errs := runCommand(t, "", "check", name); code != 2 || !strings.Contains(errs, name+": the compressed file is cut off") {
			t.Errorf("%s: %d, %s", name, code, errs)
		}
	}
}
