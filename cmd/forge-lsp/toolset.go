package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// noTools is the value of --tools that stands for no tools at all.
const noTools = "none"

const toolsHelp = `Calls are held against Forge's built-in tools and those that the nearest
.forge/tools.json, .forge/tools.yaml or .forge/tools/ defines, beside the file or
above it, up to a folder with .git. --tools FILE or --tools DIR takes the place
of that search; --tools none leaves the built-in tools out too.

` + configHelp

// A toolSet is the tools that calls are held against, and what is wrong with
// the files that define them.
type toolSet struct {
	set      *toolspec.Set
	files    []string         // that were read, as they are reported
	loaded   []*toolspec.Tool // what they define, in their order
	problems []problem
	reported bool
}

// A problem is something wrong with a definition of tools.
type problem struct {
	// Path is that of the definition file, as it is reported.
	Path string `json:"path"`
	// Line and Column are 0 where the file cannot be read.
	Line    int    `json:"line"`
	Column  int    `json:"column"` // UTF-16 code units
	Pointer string `json:"pointer"`
	Message string `json:"message"`

	unreadable bool
}

func (p *problem) Error() string {
	switch {
	case p.Line == 0:
		return p.Message // which names the file
	case p.Pointer == "":
		return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s (at %s)", p.Path, p.Line, p.Column, p.Message, p.Pointer)
}

// report prints what is wrong with the definitions, once, and returns whether
// anything is.
func (s *toolSet) report(stderr io.Writer) (failed bool) {
	if s == nil {
		return false
	}
	if !s.reported {
		s.reported = true
		for i := range s.problems {
			complain(stderr, &s.problems[i])
		}
	}
	return len(s.problems) > 0
}

// toolOptions are the flag --tools, and those of the configuration, which says
// where tools are defined too. Its methods are safe for concurrent use.
type toolOptions struct {
	specs  []string
	config configOptions

	mu       sync.Mutex
	given    map[string]*toolSet // by what specs stand for
	byFolder map[string]*toolSet // by absolute path, where nothing is given
	byFiles  map[string]*toolSet // by what was discovered
}

func (o *toolOptions) add(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.specs, "tools", nil,
		"where tools are defined: a `file`, a folder, or none; may be repeated (default: the .forge folder of the workspace)")
	o.config.add(cmd)
}

// here returns the tools of the working directory, with what is wrong with them
// and with its configuration printed.
func (o *toolOptions) here(stderr io.Writer) (s *toolSet, failed bool) {
	f := o.inForce(source{path: stdinArg})
	s = o.of(source{path: stdinArg}, f.Tools.Value)
	failed = f.configuration.report(stderr)
	return s, s.report(stderr) || failed
}

// of returns the tools that calls in a source are held against. given is what a
// flag or the configuration says of them, nil if the definitions are searched.
func (o *toolOptions) of(src source, given *config.Tools) *toolSet {
	o.mu.Lock()
	defer o.mu.Unlock()
	if given != nil {
		specs := specsOf(given)
		key := strings.Join(specs, "\n")
		if o.given[key] == nil {
			if o.given == nil {
				o.given = map[string]*toolSet{}
			}
			o.given[key] = loadSpecs(specs)
		}
		return o.given[key]
	}
	folder := folderOf(src)
	if o.byFolder == nil {
		o.byFolder, o.byFiles = map[string]*toolSet{}, map[string]*toolSet{}
	}
	if s := o.byFolder[folder]; s != nil {
		return s
	}
	files := discover(folder)
	key := strings.Join(files, "\n")
	if o.byFiles[key] == nil {
		o.byFiles[key] = loadFiles(toolspec.Builtins(), files)
	}
	o.byFolder[folder] = o.byFiles[key]
	return o.byFolder[folder]
}

// folderOf returns the folder of a source as an absolute path; it is the working
// directory for standard input.
func folderOf(src source) string {
	folder := "."
	if src.path != stdinArg {
		folder = filepath.Dir(filepath.FromSlash(src.path))
	}
	if absolute, err := filepath.Abs(folder); err == nil {
		return absolute
	}
	return folder // only where the working directory is gone
}

// slashed returns a path as it is reported.
func slashed(path string) string { return filepath.ToSlash(path) }

// discover returns the definition files for a folder, which is an absolute
// path, as paths that are short to read.
func discover(folder string) []string {
	root := filepath.VolumeName(folder) + string(filepath.Separator)
	below, err := filepath.Rel(root, folder)
	if err != nil {
		return nil
	}
	files := toolspec.Discover(os.DirFS(root), filepath.ToSlash(below))
	for i, file := range files {
		files[i] = shorten(filepath.Join(root, filepath.FromSlash(file)))
	}
	return files
}

// loadSpecs returns what the values of --tools stand for.
func loadSpecs(specs []string) *toolSet {
	base := toolspec.Builtins()
	var files []string
	var problems []problem
	for _, spec := range specs {
		info, err := os.Stat(spec)
		switch {
		case spec == noTools:
			base = toolspec.NewSet()
		case err != nil || !info.IsDir():
			files = append(files, spec) // what is wrong is said when it is read
		default:
			found := toolspec.DefinitionFiles(os.DirFS(spec), ".")
			if len(found) == 0 {
				problems = append(problems, problem{
					Path: spec, unreadable: true,
					Message: spec + ": there is no definition of tools in this folder: one is a .json, .yaml, .yml or .go file",
				})
			}
			for _, file := range found {
				files = append(files, filepath.Join(spec, filepath.FromSlash(file)))
			}
		}
	}
	s := loadFiles(base, files)
	s.problems = append(problems, s.problems...)
	return s
}

// loadFiles returns the tools of base and those that files define.
func loadFiles(base *toolspec.Set, files []string) *toolSet {
	s := &toolSet{files: []string{}}
	for _, file := range files {
		path := filepath.ToSlash(file)
		text, err := readDefinition(file)
		if err != nil {
			err = readError(path, err)
			s.problems = append(s.problems, problem{Path: path, Message: err.Error(), unreadable: true})
			continue
		}
		tools, errs := toolspec.Load(path, []byte(text))
		s.files = append(s.files, path)
		s.loaded = append(s.loaded, tools...)
		s.problems = append(s.problems, problemsOf(errs, text)...)
	}
	s.set = base.With(s.loaded...)
	return s
}

// readDefinition returns the content of a definition file.
func readDefinition(file string) (string, error) {
	info, err := os.Stat(file)
	if err == nil {
		err = config.Regular(info)
	}
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(file)
	return string(text), err
}

// problemsOf describes errors in a file with the given text.
func problemsOf(errs []*toolspec.Error, text string) []problem {
	if len(errs) == 0 {
		return nil
	}
	index := newLineIndex(text)
	problems := make([]problem, 0, len(errs))
	for _, e := range errs {
		p := problem{Path: e.File, Line: 1, Column: 1, Pointer: e.Pointer, Message: e.Reason}
		if e.Line >= 1 {
			at := index.position(index.offset(e.Line, e.Column))
			p.Line, p.Column = at.Line, at.Column
		}
		problems = append(problems, p)
	}
	return problems
}
