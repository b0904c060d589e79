package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/toolspec"
)

// MaxDefinitions is the maximum size in bytes of the files that together define the tools of a folder. Those beyond it
// are not read.
const MaxDefinitions = 2 * toolspec.MaxFile

// A ToolSet is the set of tools that calls are checked against, with the errors of the
// files that define them.
type ToolSet struct {
	// Set holds all tools, including Forge's own unless they are disabled.
	Set *toolspec.Set
	// Files are the files that were read, slash-separated, with displayed paths.
	Files []string
	// Defined are the tools that the files define, in their order.
	Defined []*toolspec.Tool
	// Problems are the errors in the files. Those without a place are that a file or folder
	// cannot be read.
	Problems []*config.Problem

	texts    map[string]text.Text // of Files
	state    string               // of the files when they were read
	mistakes []Mistake            // Problems that have a place
}

// definitions are files that define tools, in a folder that they cannot be outside of.
type definitions struct {
	files []string
	// root is the absolute path of the folder, or "" for files named by a user, which
	// may be anywhere.
	root string
}

// A lazySet is a ToolSet that is read on first use.
type lazySet struct {
	definitions
	given bool // whether files are values of --tools; otherwise they were searched for
	*lazy[*ToolSet]
}

func newLazySet(given bool, from definitions, read func(what string, files []string)) *lazySet {
	l := &lazySet{definitions: from, given: given}
	l.lazy = newLazy(func() *ToolSet {
		state := stateOf(l.depends())
		var loaded *ToolSet
		if given {
			loaded = loadSpecs(from)
		} else {
			loaded = loadDefinitions(toolspec.Builtins(), from)
		}
		loaded.state, loaded.Problems = state, config.AtMost(loaded.Problems, "the definitions of tools")
		read("tools", loaded.Files)
		return loaded
	})
	return l
}

// depends returns the files and folders that the set depends on, as far as they are
// known.
func (l *lazySet) depends() []string {
	if !l.given {
		return l.files
	}
	var files []string
	for _, spec := range l.files {
		if spec != config.None {
			files = append(append(files, spec), l.filesIn(spec)...)
		}
	}
	return files
}

// filesIn returns the files that define tools in a folder, or none if it is not a folder.
func (d definitions) filesIn(folder string) []string {
	var found []string
	_ = d.below(folder, func(fsys fs.FS, name string) error {
		for _, file := range toolspec.DefinitionFiles(fsys, name) {
			if below, err := filepath.Rel(filepath.FromSlash(name), filepath.FromSlash(file)); err == nil {
				found = append(found, filepath.Join(folder, below))
			}
		}
		return nil
	})
	return found
}

// below calls f with a path as a name in the file system that it is read from.
func (d definitions) below(path string, f func(fsys fs.FS, name string) error) error {
	if d.root == "" {
		full := absolute(path)
		if full == filepath.Dir(full) {
			return f(files.Tree(full), ".")
		}
		return f(files.Tree(filepath.Dir(full)), filepath.Base(full))
	}
	name, err := filepath.Rel(d.root, absolute(path))
	if err != nil {
		return err
	}
	folder, err := files.OpenFolder(d.root)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	return f(folder, filepath.ToSlash(name))
}

// read returns the content of a definition file.
func (d definitions) read(path string, limit int64) (text []byte, err error) {
	err = d.below(path, func(fsys fs.FS, name string) error {
		text, err = files.Read(fsys, name, limit)
		return err
	})
	return text, err
}

// isFolder reports whether a path is that of a folder.
func (d definitions) isFolder(path string) bool {
	is := false
	_ = d.below(path, func(fsys fs.FS, name string) error {
		info, err := fs.Stat(fsys, name)
		is = err == nil && info.IsDir()
		return err
	})
	return is
}

// discover returns the files that define tools for the content of a folder, given by
// its absolute path, as displayed paths. They cannot be outside the nearest folder with
// .git, or otherwise outside the folder itself.
func discover(folder string) definitions {
	top, repository := Repository(folder)
	for ; ; folder = filepath.Dir(folder) {
		root := folder
		if repository {
			root = top
		}
		if found := discoverIn(root, folder); len(found.files) > 0 || folder == top {
			return found
		}
	}
}

// discoverIn returns those of one folder, which cannot be outside root.
func discoverIn(root, folder string) definitions {
	d := definitions{root: root}
	// A [files.Folder] opens every folder on the way to a file. In a tree of thousands of
	// nested folders doing that for each of them takes minutes.
	if _, err := os.Lstat(filepath.Join(folder, definitionsFolder)); errors.Is(err, fs.ErrNotExist) {
		return d
	}
	_ = d.below(folder, func(fsys fs.FS, name string) error {
		for _, file := range toolspec.DiscoverIn(fsys, name) {
			d.files = append(d.files, Shorten(filepath.Join(root, filepath.FromSlash(file))))
		}
		return nil
	})
	return d
}

// loadSpecs returns the tools for the values of --tools.
func loadSpecs(given definitions) *ToolSet {
	base := toolspec.Builtins()
	all := definitions{root: given.root}
	var problems []*config.Problem
	for _, spec := range given.files {
		switch found := given.filesIn(spec); {
		case spec == config.None:
			base = toolspec.NewSet()
		case !given.isFolder(spec):
			all.files = append(all.files, spec) // errors are found when it is read
		case len(found) == 0:
			problems = append(problems, &config.Problem{Message: spec + ": this folder has no tool definitions; expected .json, .yaml or .yml files"})
		default:
			all.files = append(all.files, found...)
		}
	}
	s := loadDefinitions(base, all)
	s.Problems = append(problems, s.Problems...)
	return s
}

// loadDefinitions returns the tools of base and those defined in files.
func loadDefinitions(base *toolspec.Set, from definitions) *ToolSet {
	s := &ToolSet{Files: []string{}, texts: map[string]text.Text{}}
	unreadable := func(err error) {
		s.Problems = append(s.Problems, &config.Problem{Message: err.Error()})
	}
	size := 0
	var broken []string
	for _, file := range from.files {
		path := filepath.ToSlash(file)
		content, err := from.read(file, toolspec.MaxFile)
		if err != nil {
			unreadable(cannotRead(path, err))
			continue
		}
		if size += len(content); size > MaxDefinitions {
			unreadable(fmt.Errorf("%s and the files after it are not read: the files that define tools are larger than the limit of %s bytes", path, thousands.Separate(MaxDefinitions)))
			break
		}
		tools, errs := toolspec.Load(path, content)
		lines := text.New(string(content))
		s.Files, s.texts[path] = append(s.Files, path), lines
		s.Defined = append(s.Defined, tools...)
		problems := problemsIn(lines, errs)
		s.Problems = append(s.Problems, problems...)
		s.mistakes = append(s.mistakes, mistakesIn(lines, problems)...)
		if len(errs) > 0 {
			broken = append(broken, errs[0].Lost...)
		}
	}
	broken = slices.DeleteFunc(broken, func(name string) bool {
		return slices.ContainsFunc(s.Defined, func(t *toolspec.Tool) bool { return t.Name == name && !t.Custom })
	})
	s.Set = base.With(s.Defined...).WithBroken(broken...)
	return s
}

// Check checks the definitions themselves, like [toolspec.Check], and returns the
// problems that are not in the set.
func (s *ToolSet) Check() (problems []*config.Problem) {
	for _, e := range toolspec.Check(s.Defined) {
		problems = append(problems, problemsIn(s.texts[e.File], []*toolspec.Error{e})...)
	}
	return problems
}
