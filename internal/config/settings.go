package config

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"

	"github.com/entrhq/forge-lsp/internal/tree"
)

// Section is the name of the settings in an editor.
const Section = "forge"

// clientKeys are names in the same section that an editor's extension handles itself.
var clientKeys = []string{"path", "server", "trace"}

// Settings are the settings of an editor, in place of a file or on top of one.
type Settings struct {
	// Config holds the settings for rules and tools.
	Config *Config
	// File is the configuration file to use instead of the nearest one: a path in the
	// workspace folder, [None] for none at all, or "" if it is not set.
	File string
	// MaxDiagnostics is the maximum number of diagnostics per document that the server
	// sends, or 0 if it is not set.
	MaxDiagnostics int
	// NoLenses is whether the setting lenses is false: no call has one.
	NoLenses bool
}

// ReadSettings reads the settings of an editor, a JSON object with any of the keys config,
// intended-examples, lenses, max-diagnostics, max-size, profile, rules, tool-results and tools. fsys is the
// workspace folder, which paths are relative to and cannot leave; it is nil if there is none.
func ReadSettings(fsys fs.FS, object []byte) (*Settings, []*Problem) {
	s := &Settings{Config: &Config{File: &File{places: map[string]Place{}}, dir: "."}}
	at := Place{File: "setting " + Section}
	roots, wrong, ok := tree.JSON(object)
	switch {
	case !ok:
		return s, []*Problem{{Place: at, Message: wrong[0].Reason}}
	case roots[0].Kind != tree.Object:
		return s, []*Problem{{Place: at, Message: "it must be an object, not " + kindOf(roots[0])}}
	}
	keys := slices.DeleteFunc(roots[0].Nodes, func(k *tree.Node) bool { return kindOf(k) == "null" || slices.Contains(clientKeys, k.Name) })
	d := &decoder{Config: s.Config, fsys: fsys}
	read := d.shared()
	read["max-diagnostics"] = d.count("diagnostics", &s.MaxDiagnostics)
	var lenses *bool
	read["lenses"] = d.boolean(&lenses)
	read["config"] = d.of("a string", func(k *tree.Node) bool {
		written := k.Text()
		if written == None || written == "" {
			s.File = written
			return true
		}
		name, err := d.find(written)
		if fsys == nil {
			err = errNoFolder
		}
		if err != nil {
			d.wrong(k, "config %s: %v", quoted(written), err)
			return false
		}
		s.File = name
		return true
	})
	d.table(keys, d.places, read)
	s.NoLenses = lenses != nil && !*lenses
	if fsys == nil && s.Config.Tools != nil && slices.ContainsFunc(*s.Config.Tools, func(path string) bool { return path != None }) {
		d.problem(d.places["tools"], "%v", errNoFolder)
		s.Config.Tools = nil
	}
	slices.SortStableFunc(d.problems, func(a, b *Problem) int { return cmp.Compare(a.File, b.File) })
	return s, AtMost(d.problems, "this file")
}

var errNoFolder = errors.New("the path is relative to the workspace folder, but none is open")
