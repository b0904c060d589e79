package config

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/files"
	"github.com/entrhq/forge-lsp/internal/glob"
)

// Name is the name of a configuration file.
const Name = "forge-lsp.toml"

// FileVersion is the version of the format of a configuration file. It changes if a valid
// file would get a different meaning.
const FileVersion = 1

// None disables a setting that expects a list or a path.
const None = "none"

// A ReadAs specifies how files are read: the name of one of [document.Choices], or
// Ignore.
type ReadAs string

// Ignore is the kind of a file that is not read.
const Ignore ReadAs = "ignore"

// Kinds returns the kinds that can be configured.
func Kinds() []ReadAs {
	var list []ReadAs
	for _, k := range document.Choices() {
		list = append(list, ReadAs(k.String()))
	}
	return append(list, Ignore)
}

// Tools are the files, and folders with files, that define tools, as written. [None] means no tools at all, not even the
// built-in ones.
type Tools []string

// A File holds the settings of one configuration file. Absent settings are zero.
type File struct {
	Version  int                          `toml:"version,omitempty" json:"version,omitempty" jsonschema:"The version of the format of this file: 1, which is also the default."`
	Profile  diagnostics.Profile          `toml:"profile,omitempty" json:"profile,omitempty" jsonschema:"The runtime that calls are written for: forge, strict for one that does not repair ampersands, or transition for one that still reads calls in JSON."`
	MaxSize  int                          `toml:"max-size,omitempty" json:"max-size,omitempty" jsonschema:"The size in bytes above which the runtime refuses a call. The default is that of Forge, 10485760."`
	Intended diagnostics.Intended         `toml:"intended-examples,omitempty" json:"intended-examples,omitempty" jsonschema:"How findings are reported in examples that are marked as bad: as hints (the default), not at all, or like any others."`
	Results  *bool                        `toml:"tool-results,omitempty" json:"tool-results,omitempty" jsonschema:"Whether calls in tool results are checked in transcripts, like those in documents. The default is false."`
	Tools    *Tools                       `toml:"tools,omitempty" json:"tools,omitempty" jsonschema:"Where tools are defined: files and folders, relative to this file, instead of the .forge folder; \"none\" disables the built-in tools too."`
	Rules    map[string]diagnostics.Level `toml:"rules,omitempty" json:"rules,omitempty" jsonschema:"The levels of rules, which override their defaults."`
	Exclude  []string                     `toml:"exclude,omitempty" json:"exclude,omitempty" jsonschema:"Globs of files and folders, relative to this file, that are skipped when checking a folder. Files and folders that you name are always checked."`
	Files    []Override                   `toml:"files,omitempty" json:"files,omitempty" jsonschema:"Settings for the files that a glob matches. A later one overrides an earlier one."`

	excluded []*glob.Glob     // of Exclude
	places   map[string]Place // by path of a key, such as rules/empty-call
}

// An Override is a [[files]] table: settings for the files that match a glob.
type Override struct {
	Glob     string                       `toml:"glob" json:"glob" jsonschema:"A glob, relative to this file: * is within a folder, ** is any number of folders, {a,b} is a choice."`
	Kind     ReadAs                       `toml:"kind,omitempty" json:"kind,omitempty" jsonschema:"How the files are read: reply (every <tool> is a call), document (mentions are not), json (a transcript), a language (the strings of a program), or ignore (not at all)."`
	Prompt   *bool                        `toml:"prompt,omitempty" json:"prompt,omitempty" jsonschema:"Whether the files are prompts, whose text is checked against the tools and the runtime. The default is true in .forge/prompts."`
	Intended *bool                        `toml:"intended,omitempty" json:"intended,omitempty" jsonschema:"Whether the calls of the files are examples that may be wrong on purpose. The default is true in tests and their data, and in folders named adr, adrs, decisions, rfcs or archive."`
	Tools    *Tools                       `toml:"tools,omitempty" json:"tools,omitempty" jsonschema:"Where tools are defined for these files, as above."`
	Rules    map[string]diagnostics.Level `toml:"rules,omitempty" json:"rules,omitempty" jsonschema:"The levels of rules for these files."`

	compiled *glob.Glob       // of Glob
	places   map[string]Place // as of a [File]
}

// A Config is a configuration file, or one made of settings. A nil Config has no settings.
type Config struct {
	*File
	dir   string   // that its globs and paths are relative to
	names []string // see Names
}

// Names returns the files that the configuration depends on, including missing ones, as
// paths of the file system it was loaded from.
func (c *Config) Names() []string {
	if c == nil {
		return nil
	}
	return c.names
}

// below returns the path of a file named in a configuration in dir. It must not lead
// out of the file system.
func below(dir, written string) (string, error) {
	slashed := strings.ReplaceAll(written, `\`, "/")
	if path.IsAbs(slashed) || len(slashed) > 1 && slashed[1] == ':' {
		return "", errors.New("the path must be relative to this file")
	}
	name := path.Join(dir, slashed)
	if !fs.ValidPath(name) {
		return "", errOutside
	}
	return name, nil
}

var errOutside = errors.New("the path leads out of the workspace, which is the folder with .git, or without one the folder of the configuration")

// reason returns an error of the file system without the path, which the message
// already contains.
func reason(err error) error {
	if err = files.Reason(err); errors.Is(err, files.ErrOutside) {
		return errOutside // a symbolic link
	}
	return err
}
