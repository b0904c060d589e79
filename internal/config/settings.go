package config

import (
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Section is the name of the settings in an editor.
const Section = "forge"

var (
	// settingKeys are the settings.
	settingKeys = []string{"config", "intended-examples", "lenses", "max-diagnostics", "max-size", "profile", "rules", "tool-results", "tools"}
	// clientKeys are names in the same section that an editor's extension handles
	// itself.
	clientKeys = []string{"path", "server", "trace"}
)

// Settings are the settings of an editor, in place of a file or on top of one.
type Settings struct {
	// Config holds the settings for rules and tools.
	Config *Config
	// File is the configuration file to use instead of the nearest one: a path in the
	// workspace folder, [None] for none at all, or "" if it is not set.
	File string
	// FileFrom is the place of that setting.
	FileFrom Place
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
	var value any
	if err := json.Unmarshal(object, &value); err != nil {
		return &Settings{}, []*Problem{{Place{File: "setting " + Section}, err.Error()}}
	}
	root := settingsTree(value, Section)
	root.keys = slices.DeleteFunc(root.keys, func(k *key) bool {
		return slices.Contains(clientKeys, k.name) || k.value.kind == isNull
	})
	d := &decoder{file: &File{places: map[string]Place{}}}
	if root.kind != isTable {
		d.problem(root.place, "it must be an object, not %v", root.kind)
		return &Settings{}, d.problems
	}
	d.top(root, settingKeys)

	s := &Settings{MaxDiagnostics: d.maxDiagnostics, NoLenses: d.lenses != nil && !*d.lenses}
	var names []string
	if d.config != nil {
		s.File, names = d.settingsFile(fsys)
		s.FileFrom = d.config.place
	}
	f := d.file
	if fsys == nil && f.Tools != nil && len(f.Tools.Paths) > 0 {
		d.problem(f.place("tools"), "%v", errNoFolder)
		f.Tools = nil
	}
	l := &loader{fsys: fsys, config: &Config{File: f, dir: ".", names: names}, problems: d.problems}
	l.checkTools()
	s.Config = l.config
	return s, l.problems
}

var errNoFolder = errors.New("the path is relative to the workspace folder, but none is open")

// settingsFile returns the path that the setting config names, and the files that it
// depends on, including missing ones.
func (d *decoder) settingsFile(fsys fs.FS) (file string, names []string) {
	at, written := d.config.place, d.config.value.text
	if written == None || written == "" {
		return written, nil
	}
	name, err := below(".", written)
	switch {
	case fsys == nil:
		err = errNoFolder
	case err == nil:
		names = []string{name}
		_, err = fs.Stat(fsys, name)
		err = reason(err)
	}
	if err != nil {
		d.problem(at, "config %s: %v", quoted(written), err)
		return "", names
	}
	return name, names
}

// settingsTree builds a tree from a decoded JSON value. Its places are the names of the
// settings, which users search for.
func settingsTree(value any, name string) *node {
	n := &node{place: Place{File: "setting " + name}}
	switch v := value.(type) {
	case map[string]any:
		for _, member := range slices.Sorted(maps.Keys(v)) {
			below := settingsTree(v[member], name+"."+clipped(strings.ToValidUTF8(member, "\uFFFD")))
			n.keys = append(n.keys, &key{name: member, place: below.place, value: below})
		}
	case []any:
		n.kind = isArray
		for _, item := range v {
			n.items = append(n.items, settingsTree(item, name))
		}
	case string:
		n.kind, n.text = isString, v
	case float64:
		n.kind = isNumber
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			n.kind, n.text = isInteger, strconv.FormatInt(int64(v), 10)
		}
	case bool:
		n.kind, n.text = isBoolean, strconv.FormatBool(v)
	default:
		n.kind = isNull
	}
	return n
}
