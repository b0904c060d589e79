package config

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// Parse parses the text of a configuration file; file is the name of the file in
// places. It does not check whether files exist.
func Parse(file string, text []byte) (*File, []*Problem) {
	root, wrong := parseTree(file, text)
	d := &decoder{file: &File{places: map[string]Place{}}, problems: wrong}
	d.top(root, keysOf[File]())
	if d.newer != nil {
		// An error in this version may be valid in that one.
		d.problems = append(wrong, d.newer)
	}
	slices.SortStableFunc(d.problems, func(a, b *Problem) int {
		return slices.Compare([]int{a.Line, a.Column}, []int{b.Line, b.Column})
	})
	return d.file, atMost(d.problems)
}

// A decoder builds a File from a tree. Reflection would take fewer lines; but each key
// has its own rules and messages.
type decoder struct {
	problems
	file           *File
	newer          *Problem // the problem for a version that is not known yet
	config         *key     // the key of that name, in an editor's settings
	maxDiagnostics int      // see Settings
	lenses         *bool    // whether calls have lenses; nil if it is not set
	paths          int      // number of tools so far
	globs          int      // bytes of globs so far
}

// is reports whether the value of a key has a kind, and reports a problem if not.
func (d *decoder) is(k *key, kind nodeKind) bool {
	if k.value.kind == kind {
		return true
	}
	d.problem(k.value.place, "%s must be %v, not %v", quoted(k.name), kind, k.value.kind)
	return false
}

// unknown reports a problem about an unknown key.
func (d *decoder) unknown(k *key, known []string) {
	hint := didYouMean(k.name, known)
	if hint == "" {
		hint = "; expected " + listed(known)
	}
	d.problem(k.place, "unknown key %s%s", quoted(k.name), hint)
}

// table reads the keys of a table, each with the function for its name, which reports whether the value is one
// that applies. The places of those are recorded below a path.
func (d *decoder) table(table *node, path string, read map[string]func(*key) bool) {
	for _, k := range table.keys {
		if f := read[k.name]; f == nil {
			d.unknown(k, slices.Sorted(maps.Keys(read)))
		} else if k.path = path + k.name; f(k) {
			d.file.places[k.path] = k.value.place
		}
	}
}

// as returns a function that reads the value of a key into a variable with a function that records the places
// which are needed.
func as[T any](into *T, read func(*key) T) func(*key) bool {
	return func(k *key) bool {
		*into = read(k)
		return false
	}
}

// top reads the outermost table.
func (d *decoder) top(root *node, known []string) {
	f := d.file
	read := map[string]func(*key) bool{
		"config": func(k *key) bool {
			if d.is(k, isString) {
				d.config = k
			}
			return false
		},
		"version":           d.version,
		"profile":           word(d, "profile", &f.Profile, Forge, Strict, Transition),
		"max-size":          d.count("bytes", &f.MaxSize),
		"max-diagnostics":   d.count("diagnostics", &d.maxDiagnostics),
		"lenses":            d.boolean(&d.lenses),
		"intended-examples": word(d, "value", &f.Intended, IntendedHint, IntendedOff, IntendedNormal),
		"tool-results":      d.boolean(&f.Results),
		"tools":             as(&f.Tools, d.tools),
		"rules":             as(&f.Rules, d.rules),
		"exclude":           d.exclude,
		"files":             d.files,
	}
	maps.DeleteFunc(read, func(name string, _ func(*key) bool) bool { return !slices.Contains(known, name) })
	d.table(root, "", read)
}

// version reads the version of the file's format.
func (d *decoder) version(k *key) bool {
	if !d.is(k, isInteger) {
		return false
	}
	switch n, err := strconv.Atoi(k.value.text); {
	case err != nil || n < 1:
		d.problem(k.value.place, `"version" must be %d`, FileVersion)
	case n > FileVersion:
		d.newer = &Problem{k.value.place, fmt.Sprintf("expected version %d, found version %d: update forge-lsp; settings that version %d does not have are ignored", FileVersion, n, FileVersion)}
	default:
		d.file.Version = n
	}
	return true
}

// boolean returns a function that reads a boolean.
func (d *decoder) boolean(into **bool) func(*key) bool {
	return func(k *key) bool {
		ok := d.is(k, isBoolean)
		if ok {
			*into = new(k.value.text == "true")
		}
		return ok
	}
}

// count returns a function that reads a number of things.
func (d *decoder) count(things string, into *int) func(*key) bool {
	return func(k *key) bool {
		if !d.is(k, isInteger) {
			return false
		}
		n, err := strconv.Atoi(strings.ReplaceAll(k.value.text, "_", ""))
		if err != nil || n < 1 {
			d.problem(k.value.place, "%s must be a number of %s, 1 or more, in decimal digits", quoted(k.name), things)
			return false
		}
		*into = n
		return true
	}
}

// word returns a function that reads one of a list of words.
func word[T ~string](d *decoder, what string, into *T, words ...T) func(*key) bool {
	return func(k *key) bool {
		if !d.is(k, isString) {
			return false
		}
		if word := T(k.value.text); slices.Contains(words, word) {
			*into = word
			return true
		}
		names := make([]string, len(words))
		for i, w := range words {
			names[i] = string(w)
		}
		d.problem(k.value.place, "unknown %s %s; expected %s%s",
			what, quoted(k.value.text), listed(names), didYouMean(k.value.text, names))
		return false
	}
}

// tools reads "none" or a list of paths.
func (d *decoder) tools(k *key) *Tools {
	v := k.value
	switch {
	case v.kind == isString && v.text == None:
		d.file.places[k.path] = v.place
		return &Tools{None: true}
	case v.kind == isString:
		d.problem(v.place, `"tools" must be a list of paths or "none": write [%s]`, quoted(v.text))
		return nil
	case v.kind != isArray:
		d.problem(v.place, `"tools" must be a list of paths or "none", not %v`, v.kind)
		return nil
	}
	t := &Tools{Paths: []string{}}
	for _, item := range v.items {
		switch {
		case d.paths == maxPaths:
			d.problem(item.place, "\"tools\" of a file can have at most %s paths: this one and the following are not read", thousands.Separate(maxPaths))
			return t
		case item.kind != isString:
			d.problem(item.place, "a path in \"tools\" must be a string, not %v", item.kind)
			continue
		case item.text == "":
			d.problem(item.place, "a path in \"tools\" is empty")
			continue
		}
		d.file.places[k.path+"/"+strconv.Itoa(len(t.Paths))] = item.place
		t.Paths = append(t.Paths, item.text)
		d.paths++
	}
	if len(t.Paths) < len(v.items) && len(t.Paths) == 0 {
		return nil // not a list that was intended to be empty
	}
	d.file.places[k.path] = k.place
	return t
}

// rules reads the levels of rules.
func (d *decoder) rules(k *key) map[string]diagnostics.Level {
	if !d.is(k, isTable) {
		return nil
	}
	levels := map[string]diagnostics.Level{}
	for _, rule := range k.value.keys {
		if diagnostics.Lookup(rule.name) == nil {
			d.problem(rule.place, "unknown rule %s%s", quoted(rule.name), didYouMean(rule.name, diagnostics.Codes()))
			continue
		}
		if !d.is(rule, isString) {
			continue
		}
		level, err := ParseLevel(rule.value.text)
		if err != nil {
			d.problem(rule.value.place, "%v", err)
			continue
		}
		levels[rule.name] = level
		d.file.places[k.path+"/"+rule.name] = rule.place
	}
	if len(levels) == 0 {
		return nil
	}
	return levels
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
