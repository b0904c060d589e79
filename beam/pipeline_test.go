package main

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// TestPipeline checks that the pipeline finds what stats finds, however files are split, in
// whatever order they come, and if patterns match a file twice.
func TestPipeline(t *testing.T) {
	in := generate(t, *number)
	want := counted(t, in)
	all := filepath.Join(in.path, "*")

	dir := t.TempDir()
	job(t, dir, []string{all, filepath.Join(in.path, "*.jsonl"), in.names[0]}, settings{Facts: true, Shards: 3, Split: 5000})
	check(t, result(t, dir), want)

	slices.Reverse(in.names)
	dir = t.TempDir()
	job(t, dir, append(in.names[:len(in.names)/2:len(in.names)/2], all), settings{Facts: true, Shards: 1, Split: 1 << 20})
	check(t, result(t, dir), want)
}

// TestRetried checks that a bundle that fails is run again without its earlier output. Here
// every bundle fails, some of them half way.
func TestRetried(t *testing.T) {
	in := generate(t, *number/3)
	want := counted(t, in)
	r := rand.New(rand.NewPCG(5, 5))
	how := settings{Facts: true, Shards: 3, Split: 5000}
	split := splitFn{again(t, how)}
	var parts []part
	for _, name := range in.names {
		split.ProcessElement(name, func(p part) { parts = append(parts, p) })
	}
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })

	kept := newBundle()
	for len(parts) > 0 {
		n := min(len(parts), 1+r.IntN(40))
		newBundle().read(t, how, parts[:r.IntN(n+1)])
		kept.read(t, how, parts[:n])
		parts = parts[n:]
	}
	for path, pieces := range kept.pieces {
		newBundle().join(t, how, path, pieces)
		kept.join(t, how, path, pieces)
	}
	report := reportFn{how.names()}
	if err := report.ProcessElement(kept.total, kept.block); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for name, blocks := range kept.blocks {
		kept.write(t, dir, name, blocks[:r.IntN(len(blocks)+1)])
		kept.write(t, dir, name, blocks)
	}
	check(t, result(t, dir), want)
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != len(kept.blocks) {
		t.Errorf("%v: %d files, want %d", err, len(names), len(kept.blocks))
	}
}

// again returns settings as a worker gets them.
func again(t *testing.T, s settings) settings {
	t.Helper()
	text, err := json.Marshal(&s)
	s = settings{}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err == nil {
		err = s.Setup()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A bundle is what functions emit.
type bundle struct {
	total  *stats.Tally
	blocks map[string][][]byte
	pieces map[string][]piece
}

func newBundle() *bundle {
	return &bundle{stats.NewTally(), map[string][][]byte{}, map[string][]piece{}}
}

func (b *bundle) tally(_ int, t *stats.Tally)     { b.total = (&tallyFn{}).AddInput(b.total, t) }
func (b *bundle) block(name string, block []byte) { b.blocks[name] = append(b.blocks[name], block) }
func (b *bundle) piece(path string, p piece)      { b.pieces[path] = append(b.pieces[path], p) }

func (b *bundle) read(t *testing.T, how settings, parts []part) {
	t.Helper()
	fn := readFn{again(t, how)}
	for _, p := range parts {
		if err := fn.ProcessElement(t.Context(), p, b.tally, b.block, b.piece); err != nil {
			t.Fatal(err)
		}
	}
}

func (b *bundle) join(t *testing.T, how settings, path string, pieces []piece) {
	t.Helper()
	fn := joinFn{again(t, how)}
	if err := fn.ProcessElement(t.Context(), path, iterate(pieces), b.tally, b.block); err != nil {
		t.Fatal(err)
	}
}

func (b *bundle) write(t *testing.T, dir, name string, blocks [][]byte) {
	t.Helper()
	if err := (&writeFn{dir}).ProcessElement(t.Context(), name, iterate(blocks)); err != nil {
		t.Fatal(err)
	}
}

// iterate returns values as Beam does.
func iterate[T any](list []T) func(*T) bool {
	return func(to *T) bool {
		if len(list) == 0 {
			return false
		}
		*to, list = list[0], list[1:]
		return true
	}
}

// A job that is killed, at any time, and started again finds the same.
func TestKilled(t *testing.T) {
	in := generate(t, *number/3)
	want := counted(t, in)
	dir := t.TempDir()
	start := func() (*exec.Cmd, chan error) {
		cmd := exec.Command(os.Args[0], "-input", filepath.Join(in.path, "*"), "-output", dir, "-split", "5000", "-facts")
		cmd.Env = append(os.Environ(), asProgram+"=1")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		return cmd, ended
	}
	begun := time.Now()
	if _, ended := start(); <-ended != nil {
		t.Fatal("it fails")
	}
	whole := time.Since(begun)
	check(t, result(t, dir), want)
	for i := range 4 {
		if err := os.Remove(filepath.Join(dir, "tally")); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		cmd, ended := start()
		select {
		case <-time.After(whole * time.Duration(i+1) / 5):
			_ = cmd.Process.Kill() // it may have ended
			<-ended
		case <-ended:
		}
		if text, err := os.ReadFile(filepath.Join(dir, "tally")); err == nil && string(text) != want.Tally {
			t.Error("a tally that is not complete")
		}
	}
	if _, ended := start(); <-ended != nil {
		t.Fatal("it fails when it is started again")
	}
	check(t, result(t, dir), want)
}
