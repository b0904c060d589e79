package workspace

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/internal/document"
)

// A Settings holds the settings that apply to one path, each with its origin. It is a shared
// snapshot and must not be modified. Its methods are safe for concurrent use.
type Settings struct {
	*config.Resolved
	// Configuration is the configuration file; if there is none, it has no name and no
	// problems. It is never nil.
	Configuration *Configuration

	path      string // absolute; "" for a text that is not a file
	dir       string
	folder    *folder // nil if dir is ""
	search    bool    // whether to search for definitions of tools, from dir
	toolsRoot string  // the folder that configured tools cannot be outside of, "" for none

	tools   func() *ToolSet            // see ToolSet
	options func() diagnostics.Options // see Options
}

// A folder is the result of searching for the files in a folder.
type folder struct {
	config *lazy[string] // the configuration file, or ""
	// definitions are the files that define tools, if none are configured.
	definitions *lazy[definitions]
	top         *lazy[string] // the folder of the repository, or ""
}

// ReadAs returns how the file is read, given the kind by its name, and false if it is
// not read at all.
func (a *Settings) ReadAs(named document.Kind) (kind document.Kind, read bool) {
	if chosen, ok := document.ChoiceOf(string(a.Kind.Value)); ok {
		return chosen, true
	}
	return named, a.Kind.Value != config.Ignore
}

// Excluded reports whether the configuration excludes a source: one that was found in
// folders must be excluded from each of them.
func (a *Settings) Excluded(s *Source) bool {
	return s.Walked && len(s.In) > 0 && !slices.ContainsFunc(s.In, func(folder string) bool {
		return !a.Configuration.excluded(a.path, absolute(filepath.Clean(folder)))
	})
}

// IsDefinition reports whether the file determines how others are checked: a configuration,
// or a file of YAML, TOML or JSON that defines the tools. Its content is for this program,
// and not a prompt.
func (a *Settings) IsDefinition() bool {
	switch document.KindOf(a.path) {
	case document.YAML, document.TOML, document.JSON:
	default:
		return false
	}
	if filepath.Base(a.path) == config.Name || slices.Contains(a.Configuration.Files(), a.path) {
		return true
	}
	defines := func(name string) bool { return name != config.None && within(absolute(name), a.path) }
	if a.Tools.Value != nil && slices.ContainsFunc(*a.Tools.Value, defines) {
		return true
	}
	// Others may be used without a configuration. There can be a thousand of them, in one folder.
	return a.search && strings.Contains(a.path, string(filepath.Separator)+definitionsFolder+string(filepath.Separator)) &&
		slices.ContainsFunc(a.folder.definitions.get().files, defines)
}

// ToolSet returns the tools that calls are checked against, with the problems of the
// files that define them, and nil if only Forge's own tools are used and no file is
// needed. The files are read on the first call.
func (a *Settings) ToolSet() *ToolSet { return a.tools() }

// Options returns the options of the rules, the tools among them.
func (a *Settings) Options() diagnostics.Options { return a.options() }

// ToolFiles returns the files and folders that define the tools, including missing
// ones, with the paths that are displayed, and whether Forge's own tools are used in
// addition. It does not read them.
func (a *Settings) ToolFiles() (files []string, builtin bool) {
	switch {
	case a.Tools.Value != nil:
		files = slices.DeleteFunc(slices.Clone(*a.Tools.Value), func(spec string) bool { return spec == config.None })
		return files, len(files) == len(*a.Tools.Value)
	case a.search:
		files = a.folder.definitions.get().files
	}
	return files, true
}
