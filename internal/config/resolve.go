package config

import (
	"maps"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Value is a value with its place.
type Value[T any] struct {
	Value T
	From  Place // zero for a default
}

// Resolved holds the settings for one path.
type Resolved struct {
	Profile  Value[diagnostics.Profile]
	MaxSize  Value[int] // bytes
	Intended Value[diagnostics.Intended]
	// ToolResults reports whether the calls in tool results are checked.
	ToolResults Value[bool]
	Kind        Value[ReadAs] // "" if it depends on the file's name
	Prompt      Value[*bool]  // nil if it depends on the path
	Examples    Value[*bool]  // whether calls may be wrong on purpose, nil if it depends on the path
	Tools       Value[*Tools] // nil if they are searched for
	// Rules are the levels that are set, by code.
	Rules map[string]Value[diagnostics.Level]
}

// Defaults returns the settings without any configuration.
func Defaults() *Resolved {
	return &Resolved{
		Profile:  Value[diagnostics.Profile]{Value: diagnostics.Forge},
		MaxSize:  Value[int]{Value: xmlcall.MaxSize},
		Intended: Value[diagnostics.Intended]{Value: diagnostics.IntendedHint},
		Rules:    map[string]Value[diagnostics.Level]{},
	}
}

// Options returns the options for the rules; the caller sets the tools.
func (r *Resolved) Options() diagnostics.Options {
	o := diagnostics.Options{
		Profile: r.Profile.Value, MaxSize: r.MaxSize.Value, ToolResults: r.ToolResults.Value, Intended: r.Intended.Value,
	}
	for code, level := range r.Rules {
		if o.Rules == nil {
			o.Rules = make(map[string]diagnostics.Level, len(r.Rules))
		}
		o.Rules[code] = level.Value
	}
	return o
}

// Resolve applies the configuration on top of other settings. name is the path of the
// file, in the file system that the configuration was loaded from; it is "" for a text
// that is not a file, which no glob matches. locate converts a path in that file system
// for [Resolved.Tools].
//
// Later settings override earlier ones.
func (c *Config) Resolve(into *Resolved, name string, locate func(name string) string) {
	if c == nil {
		return
	}
	override(&into.Profile, c.Profile, c.places["profile"])
	override(&into.MaxSize, c.MaxSize, c.places["max-size"])
	override(&into.Intended, c.Intended, c.places["intended-examples"])
	if c.Results != nil {
		into.ToolResults = Value[bool]{*c.Results, c.places["tool-results"]}
	}
	c.apply(into, c.places, c.Tools, c.Rules, locate)
	for _, o := range c.Files {
		if name, ok := c.inside(name); !ok || !o.compiled.Match(name) {
			continue
		}
		override(&into.Kind, o.Kind, o.places["kind"])
		override(&into.Prompt, o.Prompt, o.places["prompt"])
		override(&into.Examples, o.Intended, o.places["intended"])
		c.apply(into, o.places, o.Tools, o.Rules, locate)
	}
}

// override replaces a setting by one with its place, unless that is absent.
func override[T comparable](into *Value[T], value T, at Place) {
	var absent T
	if value != absent {
		*into = Value[T]{value, at}
	}
}

func (c *Config) apply(into *Resolved, places map[string]Place, t *Tools, rules map[string]diagnostics.Level, locate func(string) string) {
	if t != nil {
		located := Tools{}
		for _, written := range *t {
			if written == None {
				located = append(located, None)
			} else if name, err := below(c.dir, written); err == nil {
				located = append(located, locate(name))
			}
		}
		into.Tools = Value[*Tools]{&located, places["tools"]}
	}
	for _, code := range slices.Sorted(maps.Keys(rules)) {
		into.Rules[code] = Value[diagnostics.Level]{rules[code], places["rules/"+code]}
	}
}

// inside returns a path relative to the folder of the file, and false if it is not in it.
func (c *Config) inside(name string) (string, bool) {
	if c.dir == "." {
		return name, name != ""
	}
	return strings.CutPrefix(name, c.dir+"/")
}

// Excludes reports whether a file that was found in a folder is excluded. Both paths are in the
// file system that the configuration was loaded from; the folder, which is "." for its root, and
// those above it are not checked: naming a folder includes its content.
func (c *Config) Excludes(name, folder string) bool {
	if c == nil {
		return false
	}
	from := 0
	if folder != "." {
		from = len(folder) + 1
	}
	for end := min(from, len(name)); end < len(name); end++ {
		if next := strings.IndexByte(name[end:], '/'); next >= 0 {
			end += next
		} else {
			end = len(name)
		}
		if part, ok := c.inside(name[:end]); ok && slices.ContainsFunc(c.excluded, func(g *glob.Glob) bool { return g.Match(part) }) {
			return true
		}
	}
	return false
}
