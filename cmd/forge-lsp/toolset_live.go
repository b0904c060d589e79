package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/toolspec"
)

// liveTools are the tools for the documents of a session, in which definitions
// come, go and change. Its methods are safe for concurrent use.
type liveTools struct {
	specs []string // the values of --tools
	log   *zap.Logger

	mu      sync.Mutex
	folders map[string]*liveFolder // by absolute path; "" for what specs stand for
}

// A liveFolder is what is known for the documents of one folder.
type liveFolder struct {
	set   *toolspec.Set
	state string    // of the definition files when they were read
	seen  time.Time // when that was last found to be so
}

// restTime is how long definitions are taken to be as they were: a keystroke
// must not wait for the disk each time.
const restTime = time.Second

// known returns what the rules know about a document besides its text.
func (l *liveTools) known(path string) diagnostics.Options {
	return diagnostics.Options{Tools: l.of(path)}
}

func (l *liveTools) of(path string) *toolspec.Set {
	folder := ""
	if len(l.specs) == 0 {
		if path == "" {
			return nil // an unsaved document: the built-in tools
		}
		folder = filepath.Dir(path)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.folders[folder]
	if known == nil {
		known = &liveFolder{}
		if l.folders == nil {
			l.folders = map[string]*liveFolder{}
		}
		l.folders[folder] = known
	}
	if known.set != nil && time.Since(known.seen) < restTime {
		return known.set
	}
	known.seen = time.Now()
	files := l.files(folder)
	if state := stateOf(files); known.set == nil || state != known.state {
		known.state = state
		known.set = l.load(files)
	}
	return known.set
}

func (l *liveTools) files(folder string) []string {
	if len(l.specs) == 0 {
		return discover(folder)
	}
	return specFiles(l.specs)
}

// load reads the definitions; what is wrong with them goes to the log, once
// for each time they change.
func (l *liveTools) load(files []string) *toolspec.Set {
	var s *toolSet
	if len(l.specs) > 0 {
		s = loadSpecs(l.specs)
	} else {
		s = loadFiles(toolspec.Builtins(), files)
	}
	for i := range s.problems {
		l.log.Warn("definition of tools", zap.Error(&s.problems[i]))
	}
	l.log.Info("tools", zap.Strings("files", s.files), zap.Int("tools", len(s.set.Tools())))
	return s.set
}

// specFiles returns the files that the values of --tools stand for, as far as
// they can be told.
func specFiles(specs []string) []string {
	var files []string
	for _, spec := range specs {
		files = append(files, spec)
		if info, err := os.Stat(spec); err == nil && info.IsDir() {
			for _, file := range toolspec.DefinitionFiles(os.DirFS(spec), ".") {
				files = append(files, filepath.Join(spec, filepath.FromSlash(file)))
			}
		}
	}
	return files
}

// stateOf returns a text that changes when one of the files does.
func stateOf(files []string) string {
	var w strings.Builder
	for _, file := range files {
		fmt.Fprintf(&w, "%s\n", file)
		if info, err := os.Stat(file); err == nil {
			fmt.Fprintf(&w, "%d %d\n", info.Size(), info.ModTime().UnixNano())
		}
	}
	return w.String()
}
