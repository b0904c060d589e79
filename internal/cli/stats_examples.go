package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
	return exampleError(err)
}

// exampleError returns the error of the folder; nil for none.
func exampleError(err error) error {
	if err != nil {
		err = fmt.Errorf("cannot write examples: %w", err)
	}
	return err
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
	files[exampleIndexName] = string(text) + "\n"
	return exampleError(f.replace(files))
}

func (f *exampleFolder) replace(files map[string]string) error {
	old, err := f.own()
	if err == nil {
		err = os.MkdirAll(f.dir, 0o755)
	}
	for name, content := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644)
		}
	}
	for _, name := range old {
		if _, kept := files[name]; err == nil && !kept {
			err = os.Remove(filepath.Join(f.dir, name))
		}
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
	return namePart(e.Rule) + "-" + namePart(e.Tool) + "-" + contentHash(content) + ending, content
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

func contentHash(content string) string {
	const size = 4 // bytes
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:size])
}

// isOwn reports whether a file was written by --examples and is unchanged.
func isOwn(name, content string) bool {
	if name == exampleIndexName {
		var i exampleIndex
		return json.Unmarshal([]byte(content), &i) == nil && i.Format == exampleFormat
	}
	return strings.HasSuffix(strings.TrimSuffix(name, filepath.Ext(name)), "-"+contentHash(content))
}

// own returns the files of the folder. One that is not as it was written before is an error.
func (f *exampleFolder) own() (names []string, err error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		name := filepath.Join(f.dir, e.Name())
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		var content []byte
		mayBe := info.Mode().IsRegular() && info.Size() <= 16<<20 // more than any of them has
		if mayBe {
			if content, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		if !mayBe || !isOwn(e.Name(), string(content)) {
			return nil, fmt.Errorf("%s was not written by --examples, or was changed since; name a new or empty folder", name)
		}
		names = append(names, e.Name())
	}
	return names, err
}
