package main

import (
	"context"
	"encoding/json"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"
)

var number = flag.Int("files", 300, "how many files the tests generate")

// asProgram has the test program be the pipeline's.
const asProgram = "FORGE_LSP_BEAM"

func TestMain(m *testing.M) {
	flag.Parse()
	beam.Init()
	if os.Getenv(asProgram) != "" {
		main()
		return
	}
	dir, err := os.MkdirTemp("", "beam")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "forge-lsp")
	cmd := exec.Command("go", "build", "-o", program, "./cmd/forge-lsp")
	cmd.Dir, cmd.Stderr = "..", os.Stderr
	if err := cmd.Run(); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// program is forge-lsp.
var program string

// outcome is what is known of files: the tally, the report, and, in order, the rows and the
// files that cannot be read.
type outcome struct {
	Tally, Report    string
	Rows, Unreadable []string
}

// counted returns what forge-lsp finds in files.
func counted(t *testing.T, in *folder) outcome {
	t.Helper()
	dir := t.TempDir()
	tally, rows := filepath.Join(dir, "tally"), filepath.Join(dir, "rows.jsonl")
	cmd := exec.Command(program, append([]string{"stats", "--format", "json", "--tally", tally, "--facts", rows}, in.names...)...)
	report, err := cmd.Output()
	if cmd.ProcessState.ExitCode() != 2 { // there are unreadable files
		t.Fatal(err)
	}
	slices.Sort(in.unreadable)
	return outcome{read(t, tally), string(report), sorted(read(t, rows)), in.unreadable}
}

// result returns what a job wrote.
func result(t *testing.T, dir string) outcome {
	t.Helper()
	out := outcome{Tally: read(t, filepath.Join(dir, "tally")), Report: read(t, filepath.Join(dir, "report.json"))}
	for _, line := range sorted(read(t, filepath.Join(dir, unreadableName))) {
		var row struct{ Source, Error string }
		if err := json.Unmarshal([]byte(line), &row); err != nil || row.Error == "" {
			t.Errorf("%s: %v", line, err)
		}
		out.Unreadable = append(out.Unreadable, row.Source)
	}
	slices.Sort(out.Unreadable)
	names, err := filepath.Glob(filepath.Join(dir, "facts-*"))
	if err != nil {
		t.Fatal(err)
	}
	rows := ""
	for _, name := range names {
		r, err := zstd.NewReader(strings.NewReader(read(t, name)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		rows += string(text)
	}
	out.Rows = sorted(rows)
	return out
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sorted returns lines in order.
func sorted(text string) []string {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	slices.Sort(lines)
	return lines
}

func check(t *testing.T, got, want outcome) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("it is not what stats finds (-want +got):\n%s", diff)
	}
}

// job runs a pipeline on Prism.
func job(t *testing.T, dir string, patterns []string, how settings) {
	t.Helper()
	p, s := beam.NewPipelineWithRoot()
	build(s, patterns, dir, how)
	if err := beamx.Run(context.Background(), p); err != nil {
		t.Fatal(err)
	}
}
