package config

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/glob"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// files reads the [[files]] tables.
func (d *decoder) files(k *key) bool {
	if k.value.kind == isTable {
		d.problem(k.place, `"files" must be a list of tables: write [[files]]`)
		return false
	}
	if !d.is(k, isArray) {
		return false
	}
	for i, item := range k.value.items {
		if i == maxFiles {
			d.problem(item.place, `there can be at most %s "files": these and the following are not read`, thousands.Separate(maxFiles))
			return false
		}
		if item.kind == isTable {
			d.override(item)
		} else {
			d.problem(item.place, `each of "files" must be a table, not %v`, item.kind)
		}
	}
	return false
}

// override reads a [[files]] table.
func (d *decoder) override(table *node) {
	path := filesPath(len(d.file.Files))
	o := Override{}
	glob := table.get("glob")
	if glob == nil {
		d.problem(table.place, `missing "glob" in "files"`)
	}
	d.table(table, path+"/", map[string]func(*key) bool{
		"glob":     as(&o.Glob, func(k *key) string { return d.glob(k, &o) }),
		"kind":     word(d, "kind", &o.Kind, Kinds()...),
		"prompt":   d.boolean(&o.Prompt),
		"intended": d.boolean(&o.Intended),
		"tools":    as(&o.Tools, d.tools),
		"rules":    as(&o.Rules, d.rules),
	})
	// Without its glob an override applies nowhere; the next one reuses the path.
	if o.Glob != "" {
		d.file.Files = append(d.file.Files, o)
		d.file.places[path] = glob.value.place
	}
}

// glob compiles the glob of an override, and returns it as written if it is valid.
func (d *decoder) glob(k *key, o *Override) string {
	if d.is(k, isString) {
		o.compiled = d.compile(k.value)
	}
	if o.compiled == nil {
		return ""
	}
	return k.value.text
}

// exclude reads the globs of excluded files.
func (d *decoder) exclude(k *key) bool {
	if !d.is(k, isArray) {
		return false
	}
	for _, item := range k.value.items {
		if !d.is(&key{name: k.name, value: item}, isString) {
			continue
		}
		// A glob for the content of a folder does not match the folder itself, so
		// naming the folder would read it.
		folder := *item
		if text := strings.TrimSuffix(item.text, "/**"); text != "" {
			folder.text = text
		}
		if compiled := d.compile(&folder); compiled != nil {
			d.file.Exclude = append(d.file.Exclude, item.text)
			d.file.excluded = append(d.file.excluded, compiled)
			d.file.places[excludePath(len(d.file.Exclude)-1)] = item.place
		}
	}
	return false
}

// compile returns the glob for a value, or nil.
func (d *decoder) compile(value *node) *glob.Glob {
	written := value.text
	compiled, err := glob.Compile(strings.TrimPrefix(written, "./"), glob.Alternatives)
	switch {
	case written == "":
		d.problem(value.place, "a glob is empty")
	case err != nil:
		d.problem(value.place, "invalid glob %s: %v", quoted(written), err)
	case written[0] == '/':
		d.problem(value.place, "invalid glob %s: it is relative to this file; remove the slash at its start", quoted(written))
	case d.globs+len(written) > maxGlobs:
		d.problem(value.place, "the globs of this file are longer than the limit of %s bytes: this one is not read", thousands.Separate(maxGlobs))
	default:
		d.globs += len(written)
		return compiled
	}
	return nil
}
