package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/tree"
	"github.com/entrhq/forge-lsp/text"
)

// A decoder builds a Config from values. Reflection would take fewer lines; but each key
// has its own rules and messages.
type decoder struct {
	problems
	*Config
	shown string   // how the file is displayed; "" for the settings of an editor
	fsys  fs.FS    // for paths of tools; nil if they are not checked
	newer *Problem // the problem for a version that is not known yet
}

// place returns a place of a value. That of a setting of an editor is its path, which users search for.
func (d *decoder) place(of *tree.Node, at tree.Place) Place {
	if d.shown == "" {
		return Place{File: "setting " + clipped(Section+strings.ReplaceAll(named(of).Pointer(), "/", "."))}
	}
	line, column := at.Position(text.UTF16)
	return Place{d.shown, line, column}
}

// named returns the key of a value: for an item, that of its array.
func named(k *tree.Node) *tree.Node {
	if k.Parent != nil && k.Parent.Kind == tree.Array {
		return k.Parent
	}
	return k
}

// wrong reports a problem with a value, and unknown with the name of a key.
func (d *decoder) wrong(k *tree.Node, format string, args ...any) {
	d.problem(d.place(k, k.At), format, args...)
}

func (d *decoder) unknown(k *tree.Node, what, hint string) {
	d.problem(d.place(k, k.Key), "unknown %s %s%s", what, quoted(k.Name), hint)
}

// kindOf returns the kind of a value with its article.
func kindOf(k *tree.Node) string {
	switch v := k.Value.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case json.Number:
		if f, err := v.Float64(); err == nil && f != math.Trunc(f) {
			return "a number"
		}
		return "an integer"
	case tree.Other:
		return string(v)
	}
	return map[tree.Kind]string{tree.Object: "a table", tree.Array: "an array", tree.Scalar: "null"}[k.Kind]
}

// A reader reads the value of a key, and reports whether there is one that applies.
type reader func(k *tree.Node) bool

// of returns a reader of values of a kind.
func (d *decoder) of(kind string, read reader) reader {
	return func(k *tree.Node) bool { return d.is(kind, k) && read(k) }
}

// is reports whether the value of a key is of a kind, and a problem if not.
func (d *decoder) is(kind string, k *tree.Node) bool {
	found := kindOf(k)
	if found != kind {
		d.wrong(k, "%s must be %s, not %s", quoted(named(k).Name), kind, found)
	}
	return found == kind
}

// integer returns an integer in decimal digits, which some clients write as 1e3 or 5.0; 0 for others.
func integer(k *tree.Node) int {
	f, err := strconv.ParseFloat(strings.ReplaceAll(string(k.Value.(json.Number)), "_", ""), 64)
	if err != nil || f >= 1<<53 {
		return 0
	}
	return int(f)
}

// table reads the keys of a table by their names. The places of values that apply are recorded.
func (d *decoder) table(keys []*tree.Node, places map[string]Place, read map[string]reader) {
	known := slices.Sorted(maps.Keys(read))
	for _, k := range keys {
		if f := read[k.Name]; f == nil {
			d.unknown(k, "key", cmp.Or(didYouMean(k.Name, known), "; expected "+listed(known)))
		} else if f(k) {
			places[k.Name] = d.place(k, k.At)
		}
	}
}

// shared are the settings of a file that an editor has as well.
func (d *decoder) shared() map[string]reader {
	f := d.File
	return map[string]reader{
		"profile":           word(d, "profile", &f.Profile, diagnostics.Forge, diagnostics.Strict, diagnostics.Transition),
		"max-size":          d.count("bytes", &f.MaxSize),
		"intended-examples": word(d, "value", &f.Intended, diagnostics.IntendedHint, diagnostics.IntendedOff, diagnostics.IntendedNormal),
		"tool-results":      d.boolean(&f.Results),
		"tools":             d.tools(&f.Tools),
		"rules":             d.rules(&f.Rules, f.places),
	}
}

// outermost reads the outermost table of a file.
func (d *decoder) outermost(root *tree.Node) {
	read := d.shared()
	read["version"], read["exclude"], read["files"] = d.of("an integer", d.version), d.exclude, d.files
	d.table(root.Nodes, d.places, read)
}

// version reads the version of the file's format.
func (d *decoder) version(k *tree.Node) bool {
	switch n := integer(k); {
	case n < 1:
		d.wrong(k, `"version" must be %d`, FileVersion)
	case n > FileVersion:
		d.newer = &Problem{Place: d.place(k, k.At), Message: fmt.Sprintf("expected version %d, found version %d: update forge-lsp; settings that version %d does not have are ignored", FileVersion, n, FileVersion)}
	default:
		d.Version = n
	}
	return true
}

// boolean returns a reader of a boolean.
func (d *decoder) boolean(into **bool) reader {
	return d.of("a boolean", func(k *tree.Node) bool {
		*into = new(k.Value == true)
		return true
	})
}

// count returns a reader of a number of things.
func (d *decoder) count(things string, into *int) reader {
	return d.of("an integer", func(k *tree.Node) bool {
		n := integer(k)
		if n < 1 {
			d.wrong(k, "%s must be a number of %s, 1 or more, in decimal digits", quoted(k.Name), things)
			return false
		}
		*into = n
		return true
	})
}

// word returns a reader of one of some words.
func word[T ~string](d *decoder, what string, into *T, words ...T) reader {
	return d.of("a string", func(k *tree.Node) bool {
		written := k.Text()
		if slices.Contains(words, T(written)) {
			*into = T(written)
			return true
		}
		names := make([]string, len(words))
		for i, w := range words {
			names[i] = string(w)
		}
		d.wrong(k, "unknown %s %s; expected %s%s", what, quoted(written), listed(names), didYouMean(written, names))
		return false
	})
}

// tools returns a reader of "none" or a list of paths. Those that lead to nothing are dropped.
func (d *decoder) tools(into **Tools) reader {
	return func(k *tree.Node) bool {
		switch kind := kindOf(k); {
		case k.Text() == None:
			*into = &Tools{None}
			return true
		case kind == "a string":
			d.wrong(k, `"tools" must be a list of paths or "none": write [%s]`, quoted(k.Text()))
			return false
		case kind != "an array":
			d.wrong(k, `"tools" must be a list of paths or "none", not %s`, kind)
			return false
		}
		t, some := Tools{}, len(k.Nodes) == 0 // or one that was intended to be empty
		for _, item := range k.Nodes {
			written := item.Text()
			switch kind := kindOf(item); {
			case kind != "a string":
				d.wrong(item, "a path in \"tools\" must be a string, not %s", kind)
				continue
			case written == "":
				d.wrong(item, "a path in \"tools\" is empty")
				continue
			}
			some = true
			if _, err := d.find(written); err != nil {
				d.wrong(item, "tools %s: %v", quoted(written), err)
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

// rules returns a reader of the levels of rules, whose places are recorded.
func (d *decoder) rules(into *map[string]diagnostics.Level, places map[string]Place) reader {
	return d.of("a table", func(k *tree.Node) bool {
		levels := map[string]diagnostics.Level{}
		for _, rule := range k.Nodes {
			if diagnostics.Lookup(rule.Name) == nil {
				d.unknown(rule, "rule", didYouMean(rule.Name, diagnostics.Codes()))
				continue
			}
			var level diagnostics.Level
			if word(d, "level", &level, diagnostics.Levels()...)(rule) {
				levels[rule.Name], places["rules/"+rule.Name] = level, d.place(rule, rule.At)
			}
		}
		if len(levels) > 0 {
			*into = levels
		}
		return false
	})
}

// files reads the [[files]] tables.
func (d *decoder) files(k *tree.Node) bool {
	if k.Kind == tree.Object {
		d.problem(d.place(k, k.Key), `"files" must be a list of tables: write [[files]]`)
		return false
	}
	d.is("an array", k)
	for _, item := range k.Items() {
		if item.Kind == tree.Object {
			d.override(item)
		} else {
			d.wrong(item, `each of "files" must be a table, not %s`, kindOf(item))
		}
	}
	return false
}

// override reads a [[files]] table.
func (d *decoder) override(item *tree.Node) {
	o := Override{places: map[string]Place{}}
	if item.Get("glob") == nil {
		d.wrong(item, `missing "glob" in "files"`)
	}
	d.table(item.Nodes, o.places, map[string]reader{
		"glob": d.of("a string", func(k *tree.Node) bool {
			o.Glob, o.compiled = k.Text(), d.compile(k, k.Text())
			return o.compiled != nil
		}),
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
func (d *decoder) exclude(k *tree.Node) bool {
	d.is("an array", k)
	for _, item := range k.Items() {
		written := item.Text()
		if !d.is("a string", item) {
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
func (d *decoder) compile(k *tree.Node, written string) *glob.Glob {
	compiled, err := glob.Compile(strings.TrimPrefix(written, "./"), glob.Alternatives)
	switch {
	case written == "":
		d.wrong(k, "a glob is empty")
	case err != nil:
		d.wrong(k, "invalid glob %s: %v", quoted(written), err)
	case written[0] == '/':
		d.wrong(k, "invalid glob %s: it is relative to this file; remove the slash at its start", quoted(written))
	default:
		return compiled
	}
	return nil
}
