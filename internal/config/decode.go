package config

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/glob"
)

// A decoder builds a Config from values. Reflection would take fewer lines; but each key
// has its own rules and messages.
type decoder struct {
	problems
	*Config
	fsys  fs.FS    // for paths of tools; nil if they are not checked
	newer *Problem // the problem for a version that is not known yet
}

// as returns the value of a key if it has a type, and reports a problem if not.
func as[T any](d *decoder, k *node) (value T, ok bool) {
	if value, ok = k.value.(T); !ok {
		d.problem(k.at, "%s must be %s, not %s", quoted(k.name), kindOf(any(value)), kindOf(k.value))
	}
	return value, ok
}

// table reads the keys of a table, each with the function for its name, which reports whether there is a value
// that applies. The places of those are recorded.
func (d *decoder) table(keys table, places map[string]Place, read map[string]func(*node) bool) {
	known := slices.Sorted(maps.Keys(read))
	for _, k := range keys {
		if f := read[k.name]; f == nil {
			hint := cmp.Or(didYouMean(k.name, known), "; expected "+listed(known))
			d.problem(k.key, "unknown key %s%s", quoted(k.name), hint)
		} else if f(k) {
			places[k.name] = k.at
		}
	}
}

// shared are the settings of a file that an editor has as well.
func (d *decoder) shared() map[string]func(*node) bool {
	f := d.File
	return map[string]func(*node) bool{
		"profile":           word(d, "profile", &f.Profile, diagnostics.Forge, diagnostics.Strict, diagnostics.Transition),
		"max-size":          d.count("bytes", &f.MaxSize),
		"intended-examples": word(d, "value", &f.Intended, diagnostics.IntendedHint, diagnostics.IntendedOff, diagnostics.IntendedNormal),
		"tool-results":      d.boolean(&f.Results),
		"tools":             d.tools(&f.Tools),
		"rules":             d.rules(&f.Rules, f.places),
	}
}

// outermost reads the outermost table of a file.
func (d *decoder) outermost(root table) {
	read := d.shared()
	read["version"], read["exclude"], read["files"] = d.version, d.exclude, d.files
	d.table(root, d.places, read)
}

// version reads the version of the file's format.
func (d *decoder) version(k *node) bool {
	written, ok := as[integer](d, k)
	if !ok {
		return false
	}
	switch n, err := strconv.Atoi(string(written)); {
	case err != nil || n < 1:
		d.problem(k.at, `"version" must be %d`, FileVersion)
	case n > FileVersion:
		d.newer = &Problem{Place: k.at, Message: fmt.Sprintf("expected version %d, found version %d: update forge-lsp; settings that version %d does not have are ignored", FileVersion, n, FileVersion)}
	default:
		d.Version = n
	}
	return true
}

// boolean returns a function that reads a boolean.
func (d *decoder) boolean(into **bool) func(*node) bool {
	return func(k *node) bool {
		value, ok := as[bool](d, k)
		if ok {
			*into = &value
		}
		return ok
	}
}

// count returns a function that reads a number of things.
func (d *decoder) count(things string, into *int) func(*node) bool {
	return func(k *node) bool {
		written, ok := as[integer](d, k)
		if !ok {
			return false
		}
		n, err := strconv.Atoi(strings.ReplaceAll(string(written), "_", ""))
		if err != nil || n < 1 {
			d.problem(k.at, "%s must be a number of %s, 1 or more, in decimal digits", quoted(k.name), things)
			return false
		}
		*into = n
		return true
	}
}

// word returns a function that reads one of a list of words.
func word[T ~string](d *decoder, what string, into *T, words ...T) func(*node) bool {
	return func(k *node) bool {
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
		d.problem(k.at, "unknown %s %s; expected %s%s", what, quoted(written), listed(names), didYouMean(written, names))
		return false
	}
}

// tools returns a function that reads "none" or a list of paths. Those that lead to nothing are dropped.
func (d *decoder) tools(into **Tools) func(*node) bool {
	return func(k *node) bool {
		list, isList := k.value.(array)
		switch written, isWord := k.value.(string); {
		case isWord && written == None:
			*into = &Tools{None}
			return true
		case isWord:
			d.problem(k.at, `"tools" must be a list of paths or "none": write [%s]`, quoted(written))
			return false
		case !isList:
			d.problem(k.at, `"tools" must be a list of paths or "none", not %s`, kindOf(k.value))
			return false
		}
		t, some := Tools{}, len(list) == 0 // or one that was intended to be empty
		for _, item := range list {
			written, ok := item.value.(string)
			switch {
			case !ok:
				d.problem(item.at, "a path in \"tools\" must be a string, not %s", kindOf(item.value))
				continue
			case written == "":
				d.problem(item.at, "a path in \"tools\" is empty")
				continue
			}
			some = true
			if _, err := d.find(written); err != nil {
				d.problem(item.at, "tools %s: %v", quoted(written), err)
			} else {
				t = append(t, written)
			}
		}
		if some {
			*into = &t
		}
		return some
	}
}

// find looks for a file that the configuration names, and depends on even if it is missing.
func (d *decoder) find(written string) (name string, err error) {
	if d.fsys == nil {
		return "", nil
	}
	if name, err = below(d.dir, written); err != nil {
		return "", err
	}
	d.names = append(d.names, name)
	_, err = fs.Stat(d.fsys, name)
	return name, reason(err)
}

// rules returns a function that reads the levels of rules, whose places are recorded.
func (d *decoder) rules(into *map[string]diagnostics.Level, places map[string]Place) func(*node) bool {
	return func(k *node) bool {
		keys, ok := as[table](d, k)
		if !ok {
			return false
		}
		levels := map[string]diagnostics.Level{}
		for _, rule := range keys {
			if diagnostics.Lookup(rule.name) == nil {
				d.problem(rule.key, "unknown rule %s%s", quoted(rule.name), didYouMean(rule.name, diagnostics.Codes()))
				continue
			}
			var level diagnostics.Level
			if word(d, "level", &level, diagnostics.Levels()...)(rule) {
				levels[rule.name], places["rules/"+rule.name] = level, rule.at
			}
		}
		if len(levels) > 0 {
			*into = levels
		}
		return false
	}
}

// files reads the [[files]] tables.
func (d *decoder) files(k *node) bool {
	if _, isTable := k.value.(table); isTable {
		d.problem(k.key, `"files" must be a list of tables: write [[files]]`)
		return false
	}
	list, _ := as[array](d, k)
	for _, item := range list {
		if _, ok := item.value.(table); ok {
			d.override(item)
		} else {
			d.problem(item.at, `each of "files" must be a table, not %s`, kindOf(item.value))
		}
	}
	return false
}

// override reads a [[files]] table.
func (d *decoder) override(item *node) {
	o := Override{places: map[string]Place{}}
	if item.member("glob") == nil {
		d.problem(item.at, `missing "glob" in "files"`)
	}
	d.table(item.value.(table), o.places, map[string]func(*node) bool{
		"glob": func(k *node) bool {
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
func (d *decoder) exclude(k *node) bool {
	list, _ := as[array](d, k)
	for _, item := range list {
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
			d.excluded = append(d.excluded, compiled)
		}
	}
	return false
}

// compile returns the glob that a key has, or nil.
func (d *decoder) compile(k *node, written string) *glob.Glob {
	compiled, err := glob.Compile(strings.TrimPrefix(written, "./"), glob.Alternatives)
	switch {
	case written == "":
		d.problem(k.at, "a glob is empty")
	case err != nil:
		d.problem(k.at, "invalid glob %s: %v", quoted(written), err)
	case written[0] == '/':
		d.problem(k.at, "invalid glob %s: it is relative to this file; remove the slash at its start", quoted(written))
	default:
		return compiled
	}
	return nil
}
