package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// liveTools are the tools for the documents of a session, in which definitions
// come, go and change. Its methods are safe for concurrent use.
type liveTools struct {
	log *zap.Logger

	mu      sync.Mutex
	folders map[string]*liveFolder // by absolute path, or by what is given
	changed bool                   // since changedSince was called
	// messages are about definitions, and nobody has been told.
	messages []string
}

// A liveFolder is what is known for the documents of one folder, or for those
// that a list of files is configured for.
type liveFolder struct {
	folder string
	given  *config.Tools // nil if the definitions are searched from folder
	set    *toolspec.Set
	state  string    // of the definition files when they were read
	seen   time.Time // when that was last found to be so
}

// restTime is how long definitions are taken to be as they were: a keystroke
// must not wait for the disk each time.
const restTime = time.Second

// of returns the tools for a document, nil for the built-in ones. given is what
// a flag or the configuration says of them, nil if the definitions are searched.
func (l *liveTools) of(path string, given *config.Tools) *toolspec.Set {
	if given == nil && path == "" {
		return nil // an unsaved document
	}
	folder := filepath.Dir(path)
	key := folder
	if given != nil {
		key = "\x00" + strings.Join(specsOf(given), "\x00")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	known := l.folders[key]
	if known == nil {
		known = &liveFolder{folder: folder, given: given}
		if l.folders == nil {
			l.folders = map[string]*liveFolder{}
		}
		l.folders[key] = known
	}
	if known.set == nil || time.Since(known.seen) >= restTime {
		l.look(known)
	}
	return known.set
}

// changedSince looks at all definitions and reports whether any has changed
// since the last call, and what is wrong with those that were read meanwhile.
func (l *liveTools) changedSince() (changed bool, messages []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, known := range l.folders {
		l.look(known)
	}
	changed, messages = l.changed, l.messages
	l.changed, l.messages = false, nil
	return changed, messages
}

// look reads the definitions if they are not as they were.
func (l *liveTools) look(known *liveFolder) {
	known.seen = time.Now()
	var files []string
	if known.given != nil {
		files = specFiles(specsOf(known.given))
	} else {
		files = discover(known.folder)
	}
	state := stateOf(files)
	if known.set != nil && state == known.state {
		return
	}
	l.changed = l.changed || known.set != nil
	known.state = state
	known.set = l.load(known.given, files)
}

// load reads the definitions. What is wrong with them goes to the log, once for
// each time they change, and the first of it to the user.
func (l *liveTools) load(given *config.Tools, files []string) *toolspec.Set {
	var s *toolSet
	if given != nil {
		s = loadSpecs(specsOf(given))
	} else {
		s = loadFiles(toolspec.Builtins(), files)
	}
	for i := range s.problems {
		l.log.Warn("definition of tools", zap.Error(&s.problems[i]))
	}
	if n := len(s.problems); n > 0 {
		message := s.problems[0].Error()
		if n > 1 {
			message += fmt.Sprintf(" (and %d more; forge-lsp tools --check lists them)", n-1)
		}
		l.messages = append(l.messages, message)
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
