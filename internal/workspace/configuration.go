package workspace

import (
	"os"
	"path/filepath"

	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/text"
)

// A Configuration is a configuration file as it was read.
type Configuration struct {
	// Problems are the errors in the file. The rest of it applies.
	Problems []*config.Problem

	file   string         // its absolute path, "" for none
	config *config.Config // nil if there is no file
	// root is the folder that the paths of config are in.
	root  string
	state string // of the files when they were read

	mistakes []Mistake // Problems that have a place
}

// noConfiguration applies if there is no file.
var noConfiguration = &Configuration{}

// Files returns the absolute paths of the files that the configuration depends on,
// including missing ones.
func (c *Configuration) Files() []string {
	var files []string
	for _, name := range c.config.Names() {
		files = append(files, filepath.Join(c.root, filepath.FromSlash(name)))
	}
	return files
}

// resolve applies the configuration on top of the other settings. path is absolute, or
// "" for a text that is not a file.
func (c *Configuration) resolve(into *config.Resolved, path string) {
	c.config.Resolve(into, c.name(path), func(name string) string {
		return Shorten(filepath.Join(c.root, filepath.FromSlash(name)))
	})
}

// excluded reports whether a file that was found in a folder is excluded. Both paths are
// absolute.
func (c *Configuration) excluded(path, folder string) bool {
	in := c.name(folder)
	if !filepath.IsLocal(in) {
		in = "." // it is above
	}
	return c.config.Excludes(c.name(path), in)
}

// findConfiguration returns the configuration file for the content of a folder, an absolute path: the one in it or the
// nearest one above it, up to a folder with .git in it; "" if there is none. A file with the name counts even if it cannot
// be read.
func findConfiguration(folder string) string {
	top, _ := Repository(folder)
	for ; ; folder = filepath.Dir(folder) {
		file := filepath.Join(folder, config.Name)
		if _, err := os.Lstat(file); err == nil {
			return file
		}
		if folder == top {
			return ""
		}
	}
}

// name returns the name of a file for the configuration, "" if it has none there or is "" itself.
func (c *Configuration) name(path string) string {
	below, err := filepath.Rel(c.root, path)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(below)
}

// loadConfiguration reads a configuration file, given its absolute path. edited is its text in an
// editor; nil means that of the file.
func loadConfiguration(file string, edited *text.Text) *Configuration {
	c := &Configuration{file: file, root: filepath.Dir(file)}
	if top, repository := Repository(c.root); repository {
		c.root = top
	}
	shown := filepath.ToSlash(Shorten(file))
	state := stateOf([]string{filepath.Clean(file)})
	root, err := files.OpenFolder(c.root)
	if err != nil {
		c.Problems = []*config.Problem{{Place: config.Place{File: shown}, Message: "cannot be read: " + err.Error()}}
		return c
	}
	defer func() { _ = root.Close() }()
	name := c.name(file)
	var content []byte
	if edited != nil {
		content = []byte(edited.String())
	} else {
		content, err = config.Read(root, name)
	}
	c.config, c.Problems = config.Load(root, name, shown, content)
	if err != nil {
		c.Problems = append(c.Problems, &config.Problem{Place: config.Place{File: shown}, Message: err.Error()})
	}
	c.state = state + stateOf(c.Files()[1:])
	c.mistakes = mistakesIn(text.New(string(content)), c.Problems)
	return c
}
