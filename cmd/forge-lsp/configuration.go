package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/diagnostics/config"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/transcript"
)

const configHelp = `The nearest forge-lsp.toml, in the folder of the file or above it, up to a folder
with .git, says which rules and tools are in force; forge-lsp config shows it.
--config FILE takes the place of that search, and --config none of the file. A
mistake in it is reported, and all else in it holds.`

// A configuration is a configuration file as it is on the disk.
type configuration struct {
	// config is nil where there is no file.
	config *config.Config
	// root is the folder that the paths of config are in, absolute.
	root     string
	problems []*config.Problem
	// said are the problems that were printed, of all configurations: several
	// may extend the same file.
	said map[string]bool
}

// noConfiguration is what holds where there is no file.
var noConfiguration = &configuration{}

// report prints what is wrong with the file, once, and returns whether anything
// is.
func (c *configuration) report(stderr io.Writer) (failed bool) {
	if c == nil {
		return false
	}
	for _, p := range c.problems {
		if !c.said[p.Error()] {
			c.said[p.Error()] = true
			complain(stderr, p)
		}
	}
	return len(c.problems) > 0
}

// resolve applies the configuration to what is in force for a file. path is
// absolute, or "" for a text that is no file.
func (c *configuration) resolve(into *config.Resolved, path string) {
	if c.config == nil {
		return
	}
	name := ""
	if path != "" {
		if below, err := filepath.Rel(c.root, path); err == nil {
			name = filepath.ToSlash(below)
		}
	}
	c.config.Resolve(into, name, func(name string) string {
		return shorten(filepath.Join(c.root, filepath.FromSlash(name)))
	})
}

// files returns the files that the configuration depends on.
func (c *configuration) files() []string {
	var files []string
	for _, name := range c.config.Names() {
		files = append(files, filepath.Join(c.root, filepath.FromSlash(name)))
	}
	return files
}

// findConfiguration returns the configuration file for what is in a folder, ""
// if there is none. Both are absolute paths.
func findConfiguration(folder string) string {
	volume := filepath.VolumeName(folder) + string(filepath.Separator)
	below, err := filepath.Rel(volume, folder)
	if err != nil {
		return ""
	}
	file := config.Find(os.DirFS(volume), filepath.ToSlash(below))
	if file == "" {
		return ""
	}
	return filepath.Join(volume, filepath.FromSlash(file))
}

// loadConfiguration reads a configuration file; file is an absolute path.
func loadConfiguration(file string) *configuration {
	volume := filepath.VolumeName(file) + string(filepath.Separator)
	c := &configuration{config: &config.Config{}, root: filepath.Dir(file)}
	if below, err := filepath.Rel(volume, file); err == nil {
		c.root = filepath.Join(volume, filepath.FromSlash(config.Root(os.DirFS(volume), filepath.ToSlash(below))))
	}
	show := func(name string) string {
		return slashed(shorten(filepath.Join(c.root, filepath.FromSlash(name))))
	}
	// A root, unlike a plain folder, has no symbolic links that lead out of it.
	root, err := os.OpenRoot(c.root)
	if err != nil {
		c.problems = []*config.Problem{{Place: config.Place{File: slashed(shorten(file))}, Message: "cannot be read: " + err.Error()}}
		return c
	}
	defer func() { _ = root.Close() }()
	name, err := filepath.Rel(c.root, file)
	if err != nil {
		name = filepath.Base(file)
	}
	c.config, c.problems = config.Load(root.FS(), filepath.ToSlash(name), show)
	return c
}

// shorten returns the path that is shorter to read, as it is or from the working
// directory. path is absolute.
func shorten(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	if short, err := filepath.Rel(here, path); err == nil && len(short) < len(path) {
		return short
	}
	return path
}

// configOptions are the flags --config and --rule. Its methods are safe for
// concurrent use.
type configOptions struct {
	file   string
	rules  []string
	levels map[string]diagnostics.Level // of rules

	mu       sync.Mutex
	byFolder map[string]*configuration // by absolute path
	byFile   map[string]*configuration // by absolute path
	said     map[string]bool           // see configuration
}

func (o *configOptions) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.file, "config", "", "the configuration `file`, or none (default: the nearest forge-lsp.toml)")
}

func (o *configOptions) addRules(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&o.rules, "rule", nil,
		"set the level of a rule, as `CODE=LEVEL`; may be repeated. LEVEL is off, hint, information, warning or error")
	complete := func(_ *cobra.Command, _ []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
		code, _, levels := strings.Cut(typed, "=")
		var words []cobra.Completion
		for _, rule := range diagnostics.Rules() {
			switch {
			case !levels:
				words = append(words, cobra.CompletionWithDesc(rule.Code+"=", rule.Summary))
			case rule.Code == code:
				for _, level := range diagnostics.Levels() {
					words = append(words, code+"="+level.String())
				}
			}
		}
		return words, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
	}
	if err := cmd.RegisterFlagCompletionFunc("rule", complete); err != nil {
		panic(err) // only for a flag that does not exist
	}
}

// check reads the values of --rule and refuses what cannot be meant.
func (o *configOptions) check(cmd *cobra.Command) error {
	if cmd.Flags().Changed("config") && o.file == "" {
		return usagef(cmd, "--config needs a file, or none")
	}
	for _, value := range o.rules {
		code, name, ok := strings.Cut(value, "=")
		if !ok {
			return usagef(cmd, "--rule %s: write CODE=LEVEL, such as %s=off", value, code)
		}
		if diagnostics.Lookup(code) == nil {
			message := "--rule " + value + ": no rule is called " + code
			if near := toolspec.Nearest(code, diagnostics.Codes()); len(near) > 0 {
				message += "; did you mean " + near[0] + "?"
			}
			return usagef(cmd, "%s", message)
		}
		level, err := config.ParseLevel(name)
		if err != nil {
			return usagef(cmd, "--rule %s: %w", value, err)
		}
		if o.levels == nil {
			o.levels = map[string]diagnostics.Level{}
		}
		o.levels[code] = level
	}
	return nil
}

// of returns the configuration for what is in a folder, an absolute path.
func (o *configOptions) of(folder string) *configuration {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byFolder == nil {
		o.byFolder, o.byFile, o.said = map[string]*configuration{}, map[string]*configuration{}, map[string]bool{}
	}
	if c := o.byFolder[folder]; c != nil {
		return c
	}
	file := o.fileOf(folder)
	c := noConfiguration
	if file != "" {
		if c = o.byFile[file]; c == nil {
			c = loadConfiguration(file)
			c.said = o.said
			o.byFile[file] = c
		}
	}
	o.byFolder[folder] = c
	return c
}

// fileOf returns the configuration file for a folder, "" for none.
func (o *configOptions) fileOf(folder string) string {
	switch o.file {
	case config.None:
		return ""
	case "":
		return findConfiguration(folder)
	}
	file, err := filepath.Abs(o.file)
	if err != nil {
		return o.file
	}
	return file
}

// override applies the flags to what is in force.
func (o *configOptions) override(r *config.Resolved) {
	for code, level := range o.levels {
		r.Rules[code] = config.Value[diagnostics.Level]{Value: level, From: config.Place{File: "--rule"}}
	}
}

// inForce is what is in force for one source.
type inForce struct {
	*config.Resolved
	configuration *configuration
}

// inForce returns what is in force for a source, by its configuration and the
// flags.
func (o *toolOptions) inForce(src source) inForce {
	f := inForce{Resolved: config.Defaults(), configuration: noConfiguration}
	folder, path := folderOf(src), ""
	if src.path != stdinArg {
		path = filepath.Join(folder, filepath.Base(filepath.FromSlash(src.path)))
	}
	f.configuration = o.config.of(folder)
	f.configuration.resolve(f.Resolved, path)
	o.config.override(f.Resolved)
	if len(o.specs) > 0 {
		f.Tools = config.Value[*config.Tools]{Value: &config.Tools{Paths: o.specs}, From: config.Place{File: "--tools"}}
	}
	return f
}

// kindOf returns how a source is read: as its name says, unless something else
// is in force. The error is that it is not to be read at all.
func (f *inForce) kindOf(src source) (transcript.Kind, error) {
	kind, ok := kindOf(f.Resolved, transcript.KindOf(src.path))
	switch {
	case ok:
		return kind, nil
	case src.walked:
		return kind, errSkipped
	}
	return kind, &ignoredError{src.path, f.Kind.From}
}

// kindOf returns how a file is read, given how its name says, and false where it
// is not read at all.
func kindOf(r *config.Resolved, kind transcript.Kind) (transcript.Kind, bool) {
	switch r.Kind.Value {
	case config.Reply:
		return transcript.Reply, true
	case config.Document:
		return transcript.Document, true
	case config.Ignore:
		return kind, false
	}
	return kind, true
}

// specsOf returns the values of --tools that stand for the tools of a
// configuration.
func specsOf(t *config.Tools) []string {
	switch {
	case t == nil:
		return nil
	case t.None:
		return []string{noTools}
	}
	return t.Paths
}
