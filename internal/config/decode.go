package config

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A decoder builds a Config from values. Reflection would take fewer lines; but each key
// has its own rules and messages.
type decoder struct {
	problems
	*Config
	exists  func(name string) error    // of a path of tools; nil if that is not checked
	placeOf func(path string) keyPlace // of a key, by its path
	newer   *Problem                   // the problem for a version that is not known yet
	paths   int                        // number of tools so far
	globs   int                        // bytes of globs so far
}

// A key is a key of a table, or an item, with its value.
type key struct {
	name, path string
	value      any
}

// at returns the place of a key's value.
func (d *decoder) at(k key) Place { return d.placeOf(k.path).value }

// as returns the value of a key if it has a type, and reports a problem if not.
func as[T any](d *decoder, k key) (value T, ok bool) {
	if value, ok = k.value.(T); !ok {
		d.problem(d.at(k), "%s must be %s, not %s", quoted(k.name), kindOf(any(value)), kindOf(k.value))
	}
	return value, ok
}

// keys returns the keys of a table in the order of the text, or by name.
func (d *decoder) keys(path string, table map[string]any) []key {
	var list []key
	for name, value := range table {
		list = append(list, key{name, join(path, name), value})
	}
	slices.SortStableFunc(list, func(a, b key) int {
		x, y := d.placeOf(a.path).key, d.placeOf(b.path).key
		return cmp.Or(cmp.Compare(x.Line, y.Line), cmp.Compare(x.Column, y.Column), cmp.Compare(a.name, b.name))
	})
	return list
}

// items yields the items of a list with their keys.
func items(k key, list []any) iter.Seq[key] {
	return func(yield func(key) bool) {
		for i, item := range list {
			if !yield(key{k.name, join(k.path, strconv.Itoa(i)), item}) {
				return
			}
		}
	}
}

// table reads the keys of a table, each with the function for its name, which reports whether there is a value
// that applies. The places of those are recorded.
func (d *decoder) table(path string, table map[string]any, places map[string]Place, read map[string]func(key) bool) {
	known := slices.Sorted(maps.Keys(read))
	for _, k := range d.keys(path, table) {
		if f := read[k.name]; f == nil {
			hint := cmp.Or(didYouMean(k.name, known), "; expected "+listed(known))
			d.problem(d.placeOf(k.path).key, "unknown key %s%s", quoted(k.name), hint)
		} else if f(k) {
			places[k.name] = d.at(k)
		}
	}
}

// shared are the settings of a file that an editor has as well.
func (d *decoder) shared() map[string]func(key) bool {
	f := d.File
	return map[string]func(key) bool{
		"profile":           word(d, "profile", &f.Profile, Forge, Strict, Transition),
		"max-size":          d.count("bytes", &f.MaxSize),
		"intended-examples": word(d, "value", &f.Intended, IntendedHint, IntendedOff, IntendedNormal),
		"tool-results":      d.boolean(&f.Results),
		"tools":             d.tools(&f.Tools),
		"rules":             d.rules(&f.Rules, f.places),
	}
}

// file reads the outermost table of a file.
func (d *decoder) file(root map[string]any) {
	read := d.shared()
	read["version"], read["exclude"], read["files"] = d.version, d.exclude, d.files
	d.table("", root, d.places, read)
}

// version reads the version of the file's format.
func (d *decoder) version(k key) bool {
	written, ok := as[integer](d, k)
	if !ok {
		return false
	}
	switch n, err := strconv.Atoi(string(written)); {
	case err != nil || n < 1:
		d.problem(d.at(k), `"version" must be %d`, FileVersion)
	case n > FileVersion:
		d.newer = &Problem{Place: d.at(k), Message: fmt.Sprintf("expected version %d, found version %d: update forge-lsp; settings that version %d does not have are ignored", FileVersion, n, FileVersion)}
	default:
		d.Version = n
	}
	return true
}

// boolean returns a function that reads a boolean.
func (d *decoder) boolean(into **bool) func(key) bool {
	return func(k key) bool {
		value, ok := as[bool](d, k)
		if ok {
			*into = &value
		}
		return ok
	}
}

// count returns a function that reads a number of things.
func (d *decoder) count(things string, into *int) func(key) bool {
	return func(k key) bool {
		written, ok := as[integer](d, k)
		if !ok {
			return false
		}
		n, err := strconv.Atoi(strings.ReplaceAll(string(written), "_", ""))
		if err != nil || n < 1 {
			d.problem(d.at(k), "%s must be a number of %s, 1 or more, in decimal digits", quoted(k.name), things)
			return false
		}
		*into = n
		return true
	}
}

// word returns a function that reads one of a list of words.
func word[T ~string](d *decoder, what string, into *T, words ...T) func(key) bool {
	return func(k key) bool {
		written, ok := as[string](d, k)
		if !ok {
			return false
		}
		if slices.Contains(words, T(written)) {
			*into = T(written)
			return true
		}
		names := make([]string, len(words))
		for i, w := range words {
			names[i] = string(w)
		}
		d.problem(d.at(k), "unknown %s %s; expected %s%s", what, quoted(written), listed(names), didYouMean(written, names))
		return false
	}
}

// tools returns a function that reads "none" or a list of paths. Those that lead to nothing are dropped.
func (d *decoder) tools(into **Tools) func(key) bool {
	return func(k key) bool {
		list, isList := k.value.([]any)
		switch written, isWord := k.value.(string); {
		case isWord && written == None:
			*into = &Tools{None: true}
			return true
		case isWord:
			d.problem(d.at(k), `"tools" must be a list of paths or "none": write [%s]`, quoted(written))
			return false
		case !isList:
			d.problem(d.at(k), `"tools" must be a list of paths or "none", not %s`, kindOf(k.value))
			return false
		}
		t, some := &Tools{Paths: []string{}}, len(list) == 0 // or one that was intended to be empty
		for item := range items(k, list) {
			written, ok := item.value.(string)
			switch {
			case d.paths == maxPaths:
				d.problem(d.at(item), "\"tools\" of a file can have at most %s paths: this one and the following are not read", thousands.Separate(maxPaths))
				*into = t
				return true
			case !ok:
				d.problem(d.at(item), "a path in \"tools\" must be a string, not %s", kindOf(item.value))
				continue
			case written == "":
				d.problem(d.at(item), "a path in \"tools\" is empty")
				continue
			}
			d.paths++
			some = true
			if err := d.find(written); err != nil {
				d.problem(d.at(item), "tools %s: %v", quoted(written), err)
			} else {
				t.Paths = append(t.Paths, written)
			}
		}
		if some {
			*into = t
		}
		return some
	}
}

// find looks for a file that the configuration names, and depends on even if it is missing.
func (d *decoder) find(written string) error {
	if d.exists == nil {
		return nil
	}
	name, err := below(d.dir, written)
	if err != nil {
		return err
	}
	d.names = append(d.names, name)
	return reason(d.exists(name))
}

// rules returns a function that reads the levels of rules, whose places are recorded.
func (d *decoder) rules(into *map[string]diagnostics.Level, places map[string]Place) func(key) bool {
	return func(k key) bool {
		table, ok := as[map[string]any](d, k)
		if !ok {
			return false
		}
		levels := map[string]diagnostics.Level{}
		for _, rule := range d.keys(k.path, table) {
			if diagnostics.Lookup(rule.name) == nil {
				d.problem(d.placeOf(rule.path).key, "unknown rule %s%s", quoted(rule.name), didYouMean(rule.name, diagnostics.Codes()))
				continue
			}
			written, ok := as[string](d, rule)
			if !ok {
				continue
			}
			level, err := ParseLevel(written)
			if err != nil {
				d.problem(d.at(rule), "%v", err)
				continue
			}
			levels[rule.name], places["rules/"+rule.name] = level, d.at(rule)
		}
		if len(levels) > 0 {
			*into = levels
		}
		return false
	}
}

// ParseLevel returns the level of a name that a configuration can set.
func ParseLevel(name string) (diagnostics.Level, error) {
	var names []string
	for _, level := range diagnostics.Levels() {
		if level.String() == name {
			return level, nil
		}
		names = append(names, level.String())
	}
	return 0, fmt.Errorf("unknown level %s; expected %s%s", quoted(name), listed(names), didYouMean(name, names))
}

// files reads the [[files]] tables.
func (d *decoder) files(k key) bool {
	if _, isTable := k.value.(map[string]any); isTable {
		d.problem(d.placeOf(k.path).key, `"files" must be a list of tables: write [[files]]`)
		return false
	}
	list, _ := as[[]any](d, k)
	for item := range items(k, list) {
		table, ok := item.value.(map[string]any)
		switch {
		case len(d.Files) == maxFiles:
			d.problem(d.at(item), `there can be at most %s "files": these and the following are not read`, thousands.Separate(maxFiles))
			return false
		case ok:
			d.override(item.path, table)
		default:
			d.problem(d.at(item), `each of "files" must be a table, not %s`, kindOf(item.value))
		}
	}
	return false
}

// override reads a [[files]] table.
func (d *decoder) override(path string, table map[string]any) {
	o := Override{places: map[string]Place{}}
	if _, found := table["glob"]; !found {
		d.problem(d.placeOf(path).value, `missing "glob" in "files"`)
	}
	d.table(path, table, o.places, map[string]func(key) bool{
		"glob": func(k key) bool {
			if written, ok := as[string](d, k); ok {
				o.Glob, o.compiled = written, d.compile(k, written)
			}
			return o.compiled != nil
		},
		"kind":     word(d, "kind", &o.Kind, Kinds()...),
		"prompt":   d.boolean(&o.Prompt),
		"intended": d.boolean(&o.Intended),
		"tools":    d.tools(&o.Tools),
		"rules":    d.rules(&o.Rules, o.places),
	})
	if o.compiled != nil { // otherwise it applies nowhere
		d.Files = append(d.Files, o)
	}
}

// exclude reads the globs of excluded files.
func (d *decoder) exclude(k key) bool {
	list, _ := as[[]any](d, k)
	for item := range items(k, list) {
		written, ok := as[string](d, item)
		if !ok {
			continue
		}
		// A glob for the content of a folder does not match the folder itself, so
		// naming the folder would read it.
		folder := strings.TrimSuffix(written, "/**")
		if folder == "" {
			folder = written
		}
		if compiled := d.compile(item, folder); compiled != nil {
			d.Exclude = append(d.Exclude, written)
			d.excluded = append(d.excluded, exclusion{compiled, d.at(item)})
		}
	}
	return false
}

// compile returns the glob that a key has, or nil.
func (d *decoder) compile(k key, written string) *glob.Glob {
	compiled, err := glob.Compile(strings.TrimPrefix(written, "./"), glob.Alternatives)
	switch {
	case written == "":
		d.problem(d.at(k), "a glob is empty")
	case err != nil:
		d.problem(d.at(k), "invalid glob %s: %v", quoted(written), err)
	case written[0] == '/':
		d.problem(d.at(k), "invalid glob %s: it is relative to this file; remove the slash at its start", quoted(written))
	case d.globs+len(written) > maxGlobs:
		d.problem(d.at(k), "the globs of this file are longer than the limit of %s bytes: this one is not read", thousands.Separate(maxGlobs))
	default:
		d.globs += len(written)
		return compiled
	}
	return nil
}
