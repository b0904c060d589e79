package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// NoTools means no tools at all where files that define tools are given.
const NoTools = "none"

// A ToolSet is the tools that calls are checked against, and what is wrong with
// the files that define them.
type ToolSet struct {
	// Set holds all tools, Forge's own among them unless they were left out.
	Set *toolspec.Set
	// Files are those that were read, slash-separated, as they are shown.
	Files []string
	// Defined are the tools that the files define, in their order.
	Defined []*toolspec.Tool
	// Problems are the mistakes in the files.
	Problems []ToolProblem
}

// specs returns the values of --tools that stand for the tools of a
// configuration.
func specs(t *config.Tools) []string {
	if t.None {
		return []string{NoTools}
	}
	return t.Paths
}

// A lazySet is a ToolSet that is read when somebody first needs it.
type lazySet struct {
	given bool // whether files are values of --tools; else they were searched for
	files []string
	read  func(what string, files []string)

	mu    sync.Mutex
	set   *ToolSet // nil if it was not needed yet
	state string   // of the files when they were read
	told  bool     // whether Update has reported the problems
}

func (l *lazySet) load() *ToolSet {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.set == nil {
		l.state = stateOf(l.depends())
		if l.given {
			l.set = loadSpecs(l.files)
		} else {
			l.set = loadDefinitions(toolspec.Builtins(), l.files)
		}
		l.read("tools", l.set.Files)
	}
	return l.set
}

// depends returns the files and folders that the set depends on, as far as they
// can be told.
func (l *lazySet) depends() []string {
	if !l.given {
		return l.files
	}
	var files []string
	for _, spec := range l.files {
		if spec != NoTools {
			files = append(append(files, spec), definitionsIn(spec)...)
		}
	}
	return files
}

// definitionsIn returns the files that define tools in a folder, none if it is
// not a folder.
func definitionsIn(folder string) []string {
	if !isFolder(folder) {
		return nil
	}
	files := toolspec.DefinitionFiles(os.DirFS(folder), ".")
	for i, file := range files {
		files[i] = filepath.Join(folder, filepath.FromSlash(file))
	}
	return files
}

// discover returns the files that define tools for what is in a folder, which is
// an absolute path, as paths that are short to read.
func discover(folder string) []string {
	volume, below, ok := onVolume(folder)
	if !ok {
		return nil
	}
	files := toolspec.Discover(os.DirFS(volume), below)
	for i, file := range files {
		files[i] = Shorten(filepath.Join(volume, filepath.FromSlash(file)))
	}
	return files
}

// loadSpecs returns what the values of --tools stand for.
func loadSpecs(specs []string) *ToolSet {
	base := toolspec.Builtins()
	var files []string
	var problems []ToolProblem
	for _, spec := range specs {
		switch found := definitionsIn(spec); {
		case spec == NoTools:
			base = toolspec.NewSet()
		case !isFolder(spec):
			files = append(files, spec) // what is wrong is found when it is read
		case len(found) == 0:
			problems = append(problems, ToolProblem{
				Path: spec, Unreadable: true,
				Message: spec + ": there is no definition of tools in this folder: one is a .json, .yaml, .yml or .go file",
			})
		default:
			files = append(files, found...)
		}
	}
	s := loadDefinitions(base, files)
	s.Problems = append(problems, s.Problems...)
	return s
}

// loadDefinitions returns the tools of base and those that files define.
func loadDefinitions(base *toolspec.Set, files []string) *ToolSet {
	s := &ToolSet{Files: []string{}}
	for _, file := range files {
		path := filepath.ToSlash(file)
		text, err := readFile(file)
		if err != nil {
			s.Problems = append(s.Problems, ToolProblem{Path: path, Message: cannotRead(path, err).Error(), Unreadable: true})
			continue
		}
		tools, errs := toolspec.Load(path, text)
		s.Files = append(s.Files, path)
		s.Defined = append(s.Defined, tools...)
		s.Problems = append(s.Problems, problemsIn(string(text), errs)...)
	}
	s.Set = base.With(s.Defined...)
	return s
}

// Check looks at the definitions themselves, as [toolspec.Check] does, and
// returns what it finds beside the problems of the set. The error is that a file
// can no longer be read.
func (s *ToolSet) Check() ([]ToolProblem, error) {
	byFile := map[string][]*toolspec.Error{}
	for _, e := range toolspec.Check(s.Defined) {
		byFile[e.File] = append(byFile[e.File], e)
	}
	var problems []ToolProblem
	for _, file := range s.Files {
		text, err := readFile(file)
		if err != nil {
			return nil, cannotRead(file, err)
		}
		problems = append(problems, problemsIn(string(text), byFile[file])...)
	}
	return problems, nil
}

// A ToolProblem is something wrong with a file that defines tools.
type ToolProblem struct {
	// Path is that of the file, as it is shown.
	Path string
	// Line and Column are 1-based, and 0 where the file cannot be read. Columns
	// count UTF-16 code units.
	Line, Column int
	// Pointer is a JSON pointer to the value that is wrong, "" for none.
	Pointer string
	// Message is what is wrong; it names the file if Line is 0.
	Message string
	// Unreadable is whether the file, or folder, cannot be read.
	Unreadable bool
}

// Error returns the message with its place in front.
func (p *ToolProblem) Error() string {
	switch {
	case p.Line == 0:
		return p.Message
	case p.Pointer == "":
		return fmt.Sprintf("%s:%d:%d: %s", p.Path, p.Line, p.Column, p.Message)
	}
	return fmt.Sprintf("%s:%d:%d: %s (at %s)", p.Path, p.Line, p.Column, p.Message, p.Pointer)
}
