package main

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/entrhq/forge-lsp/internal/test/disk"
	"github.com/entrhq/forge-lsp/internal/test/edits"
)

// A folder is one of generated files.
type folder struct {
	path       string
	names      []string // paths, by no order of what is in them
	unreadable []string // of them
}

// A maker generates files.
type maker struct {
	*edits.Source
	*rand.Rand
}

// generate returns n files of all kinds, some of which cannot be read.
func generate(t *testing.T, n int) *folder {
	t.Helper()
	made := &folder{path: t.TempDir()}
	m := maker{edits.Load(t, "..", "").Valid(), rand.New(rand.NewPCG(19, 6))}
	for i := range n {
		ending, content, broken := m.file(i)
		name := filepath.Join(made.path, fmt.Sprintf("%08x%s", m.Uint32(), ending))
		disk.WriteFile(t, name, content)
		made.names = append(made.names, name)
		if broken {
			made.unreadable = append(made.unreadable, name)
		}
	}
	nowhere := filepath.Join(made.path, "nowhere.jsonl")
	if err := os.Symlink("gone", nowhere); err != nil {
		t.Fatal(err)
	}
	made.names, made.unreadable = append(made.names, nowhere), append(made.unreadable, nowhere)
	return made
}

// file returns a file of one of the kinds, and whether it cannot be read.
func (m *maker) file(kind int) (ending, content string, broken bool) {
	const kinds = 11
	switch kind % kinds {
	case 0:
		return ".json", m.JSON(m.Rand, 4000), false
	case 1:
		return ".jsonl", m.messages(), false
	case 2:
		return ".jsonl", m.conversations(40), false
	case 3:
		return ".jsonl", m.conversations(40) + m.messages(), false // it is found out late that it is not to be split
	case 4:
		return ".jsonl.gz", zipped(m.conversations(10)), false
	case 5:
		return ".jsonl.zst", m.zstd(m.messages()), false
	case 6:
		return ".md", m.Text(m.Rand, 3000), false
	case 7:
		return ".log", m.Transcript(m.Rand, 3000), false
	case 8:
		return ".ndjson", strings.ReplaceAll(m.conversations(20), "\n", "\r\n\r\n"), false
	case 9:
		whole := zipped(m.conversations(20))
		return ".jsonl.gz", whole[:len(whole)*2/3], true
	}
	return ".jsonl", strings.Repeat("\x00\x01\x02", 1000) + m.conversations(1), true
}

// messages returns a session with a message a line.
func (m *maker) messages() string {
	var b strings.Builder
	for _, message := range m.session() {
		b.WriteString(encoded(message))
	}
	return b.String()
}

// conversations returns up to n sessions, each on a line.
func (m *maker) conversations(n int) string {
	var b strings.Builder
	for range 1 + m.IntN(n) {
		b.WriteString(encoded(map[string]any{
			"messages": m.session(), "model": fmt.Sprint("model-", m.IntN(3)), "created_at": fmt.Sprintf("2026-11-%02dT10:00:00Z", 1+m.IntN(28)),
		}))
	}
	return b.String()
}

func (m *maker) session() []any {
	list := []any{map[string]string{"role": "system", "content": fmt.Sprint("You are agent ", m.IntN(9))}}
	for range 1 + m.IntN(5) {
		role := []string{"user", "assistant", "assistant", "tool"}[m.IntN(4)]
		list = append(list, map[string]string{"role": role, "content": m.Text(m.Rand, 100+m.IntN(600))})
	}
	return list
}

func encoded(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}

func zipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		panic(err)
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.String()
}

var encoder, _ = zstd.NewWriter(nil) // without options nothing can fail

func (m *maker) zstd(text string) string { return string(encoder.EncodeAll([]byte(text), nil)) }
