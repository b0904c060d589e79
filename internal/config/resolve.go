package config

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Value is a value with its place.
type Value[T any] struct {
	Value T
	From  Place // zero for a default
}

// Resolved holds the settings for one path.
type Resolved struct {
	Profile   Value[Profile]
	JSONUntil Value[string]
	Format    Value[int]
	MaxSize   Value[int] // bytes
	Intended  Value[Intended]
	// ToolResults reports whether the calls in tool results are checked.
	ToolResults Value[bool]
	Kind        Value[Kind]   // "" if it depends on the file's name
	Prompt      Value[*bool]  // nil if it depends on the path
	Examples    Value[*bool]  // whether calls may be wrong on purpose, nil if it depends on the path
	Tools       Value[*Tools] // nil if they are searched for
	// Formats are the formats of transcripts in the order in which they are tried, each with
	// the place of its name.
	Formats []Value[Format]
	// EditTools are the tools that edit by search, the first of a name applies.
	EditTools []Value[EditTool]
	// Rules are the levels that are set, by code.
	Rules map[string]Value[diagnostics.Level]
}

// Defaults returns the settings without any configuration.
func Defaults() *Resolved {
	return &Resolved{
		Profile:  Value[Profile]{Value: Forge},
		MaxSize:  Value[int]{Value: xmlcall.MaxSize},
		Format:   Value[int]{Value: forge.FormatVersion},
		Intended: Value[Intended]{Value: IntendedHint},
		Rules:    map[string]Value[diagnostics.Level]{},
	}
}

// Options returns the options for the rules; the caller sets the tools.
func (r *Resolved) Options() diagnostics.Options {
	o := diagnostics.Options{
		Strict: r.Profile.Value == Strict, JSONCalls: r.Profile.Value == Transition, JSONUntil: r.JSONUntil.Value, FormatVersion: r.Format.Value,
		MaxSize: r.MaxSize.Value, ToolResults: r.ToolResults.Value,
	}
	switch r.Intended.Value {
	case IntendedOff:
		o.Intended = diagnostics.IntendedOff
	case IntendedNormal:
		o.Intended = diagnostics.IntendedNormal
	}
	for code, level := range r.Rules {
		if o.Rules == nil {
			o.Rules = make(map[string]diagnostics.Level, len(r.Rules))
		}
		o.Rules[code] = level.Value
	}
	for i := range r.EditTools {
		o.EditTools = append(o.EditTools, r.EditTools[i].Value.of())
	}
	o.Formats = formatsOf(r.Formats)
	return o
}

// Resolve applies the configuration on top of other settings. name is the path of the
// file, in the file system that the configuration was loaded from; it is "" for a text
// that is not a file, which no glob matches. locate converts a path in that file system
// for [Resolved.Tools]; nil means no conversion.
//
// Later settings override earlier ones, and the files that a file extends come before
// it.
func (c *Config) Resolve(into *Resolved, name string, locate func(name string) string) {
	if c == nil || into == nil {
		return
	}
	if locate == nil {
		locate = func(name string) string { return name }
	}
	if into.Rules == nil {
		into.Rules = map[string]Value[diagnostics.Level]{}
	}
	for _, l := range c.layers {
		override(&into.Profile, l.Profile, l.place("profile"))
		override(&into.JSONUntil, l.JSONUntil, l.place("json-until"))
		override(&into.Format, l.Format, l.place("format-version"))
		override(&into.MaxSize, l.MaxSize, l.place("max-size"))
		override(&into.Intended, l.Intended, l.place("intended-examples"))
		if l.Results != nil {
			into.ToolResults = Value[bool]{*l.Results, l.place("tool-results")}
		}
		into.Formats = append(placed(l.Formats, l, "formats/"), into.Formats...)
		into.EditTools = append(placed(l.EditTools, l, "edit-tools/"), into.EditTools...)
		l.apply(into, "", l.Tools, l.Rules, locate)
		for i, o := range l.Files {
			if !l.matches(o, name) {
				continue
			}
			at := filesPath(i) + "/"
			override(&into.Kind, o.Kind, l.place(at+"kind"))
			override(&into.Prompt, o.Prompt, l.place(at+"prompt"))
			override(&into.Examples, o.Intended, l.place(at+"intended"))
			l.apply(into, at, o.Tools, o.Rules, locate)
		}
	}
}

// override replaces a setting by one with its place, unless that is absent.
func override[T comparable](into *Value[T], value T, at Place) {
	var absent T
	if value != absent {
		*into = Value[T]{value, at}
	}
}

// placed returns the tables of a list in a layer with the places of their names.
func placed[T any](tables []T, l layer, path string) (list []Value[T]) {
	for i, t := range tables {
		list = append(list, Value[T]{t, l.place(path + strconv.Itoa(i))})
	}
	return list
}

func (l *layer) apply(into *Resolved, at string, t *Tools, rules map[string]diagnostics.Level, locate func(string) string) {
	if t != nil {
		located := &Tools{None: t.None}
		for _, written := range t.Paths {
			if name, err := below(l.dir, written); err == nil {
				located.Paths = append(located.Paths, locate(name))
			}
		}
		into.Tools = Value[*Tools]{located, l.place(at + "tools")}
	}
	for _, code := range slices.Sorted(maps.Keys(rules)) {
		into.Rules[code] = Value[diagnostics.Level]{rules[code], l.place(at + "rules/" + code)}
	}
}

// matches reports whether the glob of an override of the layer matches a path.
func (l *layer) matches(o Override, name string) bool {
	name, ok := l.inside(name)
	return ok && o.compiled.Match(name)
}

// inside returns a path relative to the folder of the layer, and false if it is not in it.
func (l *layer) inside(name string) (string, bool) {
	if l.dir == "." {
		return name, name != ""
	}
	return strings.CutPrefix(name, l.dir+"/")
}

// HasExclude reports whether the configuration excludes any files.
func (c *Config) HasExclude() bool {
	return c != nil && slices.ContainsFunc(c.layers, func(l layer) bool { return len(l.excluded) > 0 })
}

// HasToolsOfFiles reports whether the configuration sets the tools of single files: then files
// of one folder may have different tools.
func (c *Config) HasToolsOfFiles() bool {
	return c != nil && slices.ContainsFunc(c.layers, func(l layer) bool {
		return slices.ContainsFunc(l.Files, func(o Override) bool { return o.Tools != nil })
	})
}

// Excluded reports whether a file that was found in a folder is excluded, and the place of
// that setting. Both paths are in the file system that the configuration was loaded from; the
// folder, which is "." for its root, and those above it are not checked: naming a folder
// includes its content.
func (c *Config) Excluded(name, folder string) (at Place, excluded bool) {
	if c == nil {
		return Place{}, false
	}
	from := 0
	if folder != "." {
		from = len(folder) + 1
	}
	for _, l := range slices.Backward(c.layers) {
		for i, g := range l.excluded {
			for end := min(from, len(name)); end < len(name); {
				if next := strings.IndexByte(name[end:], '/'); next >= 0 {
					end += next
				} else {
					end = len(name)
				}
				if part, ok := l.inside(name[:end]); ok && g.Match(part) {
					return l.place(excludePath(i)), true
				}
				end++
			}
		}
	}
	return Place{}, false
}
