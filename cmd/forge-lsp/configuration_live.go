package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"go.uber.org/zap"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/transcript"
)

// liveConfig is what is in force for the documents of a session, in which files
// and settings change. Its methods are safe for concurrent use.
type liveConfig struct {
	flags *toolOptions
	log   *zap.Logger
	tools liveTools

	mu       sync.Mutex
	folders  map[string]*liveConfiguration // by absolute path
	settings liveSettings
	messages []string // about files, that nobody has been told
	changed  bool     // since changedSince was called
}

// A liveConfiguration is the configuration of one folder.
type liveConfiguration struct {
	*configuration
	state string    // of the files when they were read
	seen  time.Time // when that was last found to be so
}

// liveSettings are the settings of the client.
type liveSettings struct {
	*config.Settings
	root  string // the folder that their paths are in, "" if none is open
	given []byte // as JSON
	state string // of the files that they name
}

// known returns what the rules know about a document besides its text.
func (l *liveConfig) known(path string) diagnostics.Options {
	r := l.inForce(path)
	options := r.Options()
	options.Tools = l.tools.of(path, r.Tools.Value)
	return options
}

// kind returns how a document is read, and false where it is not.
func (l *liveConfig) kind(path string, kind transcript.Kind) (transcript.Kind, bool) {
	return kindOf(l.inForce(path), kind)
}

// inForce returns what is in force for a document: by its configuration file,
// above that by the settings, and above these by the flags.
func (l *liveConfig) inForce(path string) *config.Resolved {
	l.mu.Lock()
	defer l.mu.Unlock()
	r := config.Defaults()
	folder := l.settings.root // of an unsaved document
	if path != "" {
		folder = filepath.Dir(path)
	}
	if folder != "" {
		l.of(folder).resolve(r, path)
	}
	if l.settings.Settings != nil {
		l.settings.Config.Resolve(r, "", func(name string) string {
			return filepath.Join(l.settings.root, filepath.FromSlash(name))
		})
	}
	l.flags.config.override(r)
	if len(l.flags.specs) > 0 {
		r.Tools = config.Value[*config.Tools]{Value: &config.Tools{Paths: l.flags.specs}}
	}
	return r
}

// of returns the configuration for what is in a folder.
func (l *liveConfig) of(folder string) *configuration {
	c := l.folders[folder]
	if c == nil {
		c = &liveConfiguration{}
		if l.folders == nil {
			l.folders = map[string]*liveConfiguration{}
		}
		l.folders[folder] = c
	}
	if c.configuration == nil || time.Since(c.seen) >= restTime {
		l.look(folder, c)
	}
	return c.configuration
}

// look reads the configuration of a folder if it is not as it was.
func (l *liveConfig) look(folder string, c *liveConfiguration) {
	c.seen = time.Now()
	file := l.fileOf(folder)
	if c.configuration != nil && c.state == file+"\n"+stateOf(c.files()) {
		return
	}
	l.changed = l.changed || c.configuration != nil
	c.configuration = noConfiguration
	if file != "" {
		c.configuration = loadConfiguration(file)
		l.log.Info("configuration", zap.String("file", file))
	}
	for _, p := range c.problems {
		l.messages = append(l.messages, p.Error())
	}
	c.state = file + "\n" + stateOf(c.files())
}

// fileOf returns the configuration file for a folder, "" for none.
func (l *liveConfig) fileOf(folder string) string {
	if l.flags.config.file == "" && l.settings.Settings != nil {
		switch l.settings.File {
		case "":
		case config.None:
			return ""
		default:
			return filepath.Join(l.settings.root, filepath.FromSlash(l.settings.File))
		}
	}
	return l.flags.config.fileOf(folder)
}

// take takes the settings of the client, whose paths are in the first of the
// workspace's folders, and returns what is wrong with them.
func (l *liveConfig) take(folders []string, settings []byte) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.settings = liveSettings{given: settings}
	if len(folders) > 0 {
		l.settings.root = folders[0]
	}
	l.folders = nil // another file may be the one to use
	return l.readSettings()
}

func (l *liveConfig) readSettings() []string {
	s := &l.settings
	var folder fs.FS
	// A root, unlike a plain folder, has no symbolic links that lead out of it.
	if s.root != "" {
		root, err := os.OpenRoot(s.root)
		if err != nil {
			l.log.Warn("workspace folder", zap.Error(err))
		} else {
			defer func() { _ = root.Close() }()
			folder = root.FS()
		}
	}
	var problems []*config.Problem
	s.Settings, problems = config.ReadSettings(folder, s.given)
	s.state = s.stateNow()
	var messages []string
	for _, p := range problems {
		messages = append(messages, p.Error())
	}
	return messages
}

// stateNow returns a text that changes when a file does that the settings name.
func (s *liveSettings) stateNow() string {
	var files []string
	for _, name := range s.Config.Names() {
		files = append(files, filepath.Join(s.root, filepath.FromSlash(name)))
	}
	return stateOf(files)
}

// changedSince looks at all files, and reports whether what is in force for any
// document has changed since the last call, and what is wrong with the files.
func (l *liveConfig) changedSince() (changed bool, messages []string) {
	changed, fromTools := l.tools.changedSince()
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := &l.settings; s.Settings != nil && s.state != s.stateNow() {
		l.messages = append(l.messages, l.readSettings()...)
		l.changed = true
	}
	for folder, c := range l.folders {
		l.look(folder, c)
	}
	changed = changed || l.changed
	messages = append(l.messages, fromTools...)
	l.changed, l.messages = false, nil
	return changed, messages
}
