package cli

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/stats"
)

// An exampleFolder is where --examples writes.
type exampleFolder struct {
	dir    string
	each   int  // examples of a rule and a tool
	places bool // tell where the originals are
}

// defaultExamples is how many there are of a rule and a tool where nobody chooses.
const defaultExamples = 3

// check refuses flags that cannot be meant, and a folder that cannot be written.
func (f *exampleFolder) check(cmd *cobra.Command, merge bool) error {
	switch flags := cmd.Flags(); {
	case f.dir == "" && (flags.Changed("examples-each") || flags.Changed("examples-places")):
		return Usagef(cmd, "--examples-each and --examples-places need --examples")
	case f.dir == "":
		return nil
	case merge:
		return Usagef(cmd, "--merge adds up counts: it cannot be combined with --examples")
	case f.each < 1 || f.each > stats.MostExamples:
		return Usagef(cmd, "--examples-each %d: must be between 1 and %d", f.each, stats.MostExamples)
	}
	_, err := f.own()
	return cannotWrite("examples", err)
}

// The index of a folder of examples.
type exampleIndex struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	Examples []listedExample `json:"examples"`
}

const (
	exampleIndexName = "index.json"
	exampleFormat    = "forge-lsp examples"
)

type listedExample struct {
	File string `json:"file"`
	stats.Example
	Bytes int `json:"bytes"`
	// Calls is the number of calls with the rule and the tool.
	Calls int64 `json:"calls"`
}

// write replaces the examples of the folder.
func (f *exampleFolder) write(total *stats.Tally) error {
	files := map[string]string{}
	index := exampleIndex{exampleFormat, 1, []listedExample{}}
	for _, of := range total.Examples() {
		for _, e := range of.Examples[:min(len(of.Examples), f.each)] {
			name, content := exampleFile(&e)
			files[name] = content
			if !f.places {
				e.Source, e.Line = "", 0
			}
			index.Examples = append(index.Examples, listedExample{name, e, len(content), of.Calls})
		}
	}
	text, err := json.MarshalIndent(&index, "", "  ")
	if err != nil {
		return err
	}
	return cannotWrite("examples", f.replace(string(text)+"\n", files))
}

// replace removes the old files, and writes the index and then what it lists: at any time the index lists what is there.
func (f *exampleFolder) replace(index string, files map[string]string) error {
	old, err := f.own()
	for _, name := range old {
		if err == nil && name != exampleIndexName {
			err = os.Remove(filepath.Join(f.dir, name))
		}
	}
	if err == nil {
		err = os.MkdirAll(f.dir, 0o755)
	}
	write := func(name, content string) {
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644)
		}
	}
	write(exampleIndexName, index)
	for name, content := range files {
		write(name, content)
	}
	return err
}

// exampleFile returns the name and the content of a file with a call: a reply or, for one that
// leaked, a transcript with a message of an agent whose calls are native.
func exampleFile(e *stats.Example) (name, content string) {
	content, ending := e.Text, ".reply"
	if e.Leaked {
		var b strings.Builder
		encoder := json.NewEncoder(&b)
		encoder.SetEscapeHTML(false)
		_ = encoder.Encode(e.Text) // a string can be encoded
		content, ending = `{"role":"assistant","content":`+strings.TrimSuffix(b.String(), "\n")+`,"tool_calls":[{}]}`+"\n", ".jsonl"
	}
	const size = 4 // bytes
	sum := sha256.Sum256([]byte(content))
	return fmt.Sprintf("%s-%s-%x%s", namePart(e.Rule), namePart(e.Tool), sum[:size], ending), content
}

// namePart returns a word as a part of the name of a file on any system.
func namePart(word string) string {
	if word == "" {
		return "none"
	}
	return strings.Map(func(c rune) rune {
		if c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '-'
	}, word[:min(len(word), 40)])
}

// own returns the files of the folder: the index, and those that it lists. Another one is an error.
func (f *exampleFolder) own() (names []string, err error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var index exampleIndex
	text, _ := os.ReadFile(filepath.Join(f.dir, exampleIndexName)) // without it, no file is ours
	_ = json.Unmarshal(text, &index)
	if index.Format == exampleFormat {
		index.Examples = append(index.Examples, listedExample{File: exampleIndexName})
	}
	for _, e := range entries {
		if !slices.ContainsFunc(index.Examples, func(l listedExample) bool { return l.File == e.Name() }) {
			return nil, fmt.Errorf("%s was not written by --examples; name a new or empty folder", filepath.Join(f.dir, e.Name()))
		}
		names = append(names, e.Name())
	}
	return names, err
}
