package stats

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/internal/cli"
	"github.com/entrhq/forge-lsp/internal/corpus"
	"github.com/entrhq/forge-lsp/internal/examples"
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
		return cli.Usagef(cmd, "--examples-each and --examples-places need --examples")
	case f.dir == "":
		return nil
	case merge:
		return cli.Usagef(cmd, "--merge adds up counts: it cannot be combined with --examples")
	case f.each < 1 || f.each > corpus.MaxMalformed:
		return cli.Usagef(cmd, "--examples-each %d: must be between 1 and %d", f.each, corpus.MaxMalformed)
	}
	_, err := f.own()
	return err
}

func (f *exampleFolder) write(ctx context.Context, total *corpus.Tally) error {
	old, err := f.own()
	if err != nil {
		return err
	}
	type choice struct {
		of      corpus.MalformedCalls
		chosen  []corpus.Malformed
		leftOut int
	}
	var list []examples.Example
	var names examples.Names
	leftOut := 0
	err = cli.InOrder(ctx, slices.Values(total.Malformed()), func(of corpus.MalformedCalls) choice {
		chosen, leftOut := of.Choose(f.each)
		return choice{of, chosen, leftOut}
	}, func(c choice) error {
		leftOut += c.leftOut
		for i := range c.chosen {
			call, ok := names.Finish(&c.chosen[i].Call)
			if !ok {
				leftOut++
				continue
			}
			e := examples.NewExample(&call)
			if e.Calls = c.of.Calls; f.places {
				e.Source, e.Line = c.chosen[i].Source, c.chosen[i].Line
			}
			list = append(list, e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.replace(old, examples.Files(list, leftOut))
}

// maxOwn is more than any file of a folder of examples has, in bytes.
const maxOwn = 16 << 20

// own returns the files of the folder. One that is not as it was written before is an error.
func (f *exampleFolder) own() ([]string, error) {
	entries, err := os.ReadDir(f.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write examples: %w", err)
	}
	var list []string
	for _, e := range entries {
		name := filepath.Join(f.dir, e.Name())
		var content []byte
		info, err := e.Info()
		mayBe := err == nil && info.Mode().IsRegular() && info.Size() <= maxOwn
		if mayBe {
			content, err = os.ReadFile(name)
		}
		if err != nil {
			return nil, fmt.Errorf("cannot write examples: %w", err)
		}
		if !mayBe || !examples.IsOwn(e.Name(), string(content)) {
			return nil, fmt.Errorf("cannot write examples: %s was not written by --examples, or was changed since; name a new or empty folder", name)
		}
		list = append(list, e.Name())
	}
	return list, nil
}

func (f *exampleFolder) replace(old []string, files map[string]string) error {
	if err := os.MkdirAll(f.dir, 0o755); err != nil {
		return fmt.Errorf("cannot write examples: %w", err)
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(f.dir, name), []byte(content), 0o644); err != nil {
			return fmt.Errorf("cannot write examples: %w", err)
		}
	}
	for _, name := range old {
		if _, kept := files[name]; kept {
			continue
		}
		if err := os.Remove(filepath.Join(f.dir, name)); err != nil {
			return fmt.Errorf("cannot write examples: %w", err)
		}
	}
	return nil
}
