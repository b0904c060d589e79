package config

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/json"
	"github.com/entrhq/forge-lsp/internal/thousands"
)

// A Format is a [[formats]] table: a format of transcripts in JSON. See [json.Format] for
// the paths.
type Format struct {
	Name    string          `toml:"name" json:"name" jsonschema:"minLength=1" jsonschema_description:"The name of the format."`
	Where   []string        `toml:"where" json:"where" jsonschema:"minItems=1" jsonschema_description:"Paths that identify the format: its records have all of them. A record is a line of a JSONL file, an item of a list that is the whole file, or the whole document."`
	Sources []Source        `toml:"sources,omitempty" json:"sources,omitempty" jsonschema_description:"Where the messages are in a record. A format without sources has no messages."`
	Roles   map[string]Role `toml:"roles,omitempty" json:"roles,omitempty" jsonschema_description:"The meaning of role names other than the usual ones: assistant, system, user or tool."`
	Model   []string        `toml:"model,omitempty" json:"model,omitempty" jsonschema_description:"Paths from a record to the name of the model, for messages without their own. The first path that leads to a string is used."`
	Time    []string        `toml:"time,omitempty" json:"time,omitempty" jsonschema_description:"Paths from a record to a time: a date in RFC 3339, or a number of seconds, milliseconds, microseconds or nanoseconds since 1970, for messages without their own."`
}

// A Source is a [[formats.sources]] table: a place of messages.
type Source struct {
	Messages string   `toml:"messages" json:"messages" jsonschema:"minLength=1" jsonschema_description:"The path from a record to its messages."`
	Role     string   `toml:"role,omitempty" json:"role,omitempty" jsonschema:"minLength=1" jsonschema_description:"The path from a message to the name of its role."`
	As       Role     `toml:"as,omitempty" json:"as,omitempty" jsonschema_description:"The role of messages without their own: assistant, system, user or tool."`
	Content  []string `toml:"content,omitempty" json:"content,omitempty" jsonschema_description:"Paths from a message to the strings of its text."`
	Results  []string `toml:"results,omitempty" json:"results,omitempty" jsonschema_description:"Paths from a message to tool results, which are checked only with tool-results."`
	Failed   []string `toml:"failed,omitempty" json:"failed,omitempty" jsonschema_description:"Paths from a message to a value that marks a failed tool, such as (status=error)."`
	Model    []string `toml:"model,omitempty" json:"model,omitempty" jsonschema_description:"Paths from a message to the name of the model that wrote it."`
	Time     []string `toml:"time,omitempty" json:"time,omitempty" jsonschema_description:"Paths from a message to the time at which it was written."`
}

// A Role is the author of a message.
type Role string

// The roles.
const (
	Assistant Role = "assistant"
	System    Role = "system"
	User      Role = "user"
	Tool      Role = "tool"
)

var roles = map[Role]json.Role{Assistant: json.Agent, System: json.System, User: json.User, Tool: json.Tool}

// of returns the format as a [json.Format].
func (f *Format) of() json.Format {
	format := json.Format{Name: f.Name, Where: f.Where, Model: f.Model, Time: f.Time}
	for _, s := range f.Sources {
		format.Sources = append(format.Sources, json.Source{
			Messages: s.Messages, Role: s.Role, As: string(s.As), Content: s.Content, Results: s.Results,
			Failed: s.Failed, Model: s.Model, Time: s.Time,
		})
	}
	for name, role := range f.Roles {
		if format.Roles == nil {
			format.Roles = map[string]json.Role{}
		}
		format.Roles[strings.ToLower(name)] = roles[role]
	}
	return format
}

// tables returns a function that calls another with each table of a list, which has a header, up to a maximum.
func (d *decoder) tables(header string, most int, read func(item *node)) func(*key) bool {
	return func(k *key) bool {
		if k.value.kind == isTable {
			d.problem(k.place, `%s must be a list of tables: write [[%s]]`, quoted(k.name), header)
			return false
		}
		if !d.is(k, isArray) {
			return false
		}
		for i, item := range k.value.items {
			if i == most {
				d.problem(item.place, "there can be at most %s %s: these and the following are not read", thousands.Separate(most), quoted(k.name))
				return false
			}
			if item.kind == isTable {
				read(item)
			} else {
				d.problem(item.place, `each of %s must be a table, not %v`, quoted(k.name), item.kind)
			}
		}
		return false
	}
}

// format reads a [[formats]] table. One with a mistake would read unintended text, so it is not used.
func (d *decoder) format(table *node) {
	before, path, f := len(d.problems), "formats/"+strconv.Itoa(len(d.file.Formats)), Format{}
	d.table(table, path+"/", map[string]func(*key) bool{
		"name":    as(&f.Name, d.text),
		"where":   as(&f.Where, d.jsonPaths),
		"sources": d.tables("formats.sources", maxFormats, func(item *node) { f.Sources = append(f.Sources, d.source(item)) }),
		"roles":   as(&f.Roles, d.roles),
		"model":   as(&f.Model, d.jsonPaths),
		"time":    as(&f.Time, d.jsonPaths),
	})
	if list, beside, ok := json.Beside(f.Where); ok {
		d.problem(table.get("where").value.place, "the items of %s are read one at a time, so no record has both an item and %s", quoted(list), quoted(beside))
	}
	d.needs(table, "formats", "name", "where")
	if len(d.problems) == before {
		d.file.Formats = append(d.file.Formats, f)
		d.file.places[path] = table.get("name").value.place
	}
}

// source reads a [[formats.sources]] table.
func (d *decoder) source(table *node) (s Source) {
	d.table(table, "", map[string]func(*key) bool{
		"messages": as(&s.Messages, d.onePath),
		"role":     as(&s.Role, d.onePath),
		"as":       word(d, "role", &s.As, Assistant, System, User, Tool),
		"content":  as(&s.Content, d.jsonPaths),
		"results":  as(&s.Results, d.jsonPaths),
		"failed":   as(&s.Failed, d.jsonPaths),
		"model":    as(&s.Model, d.jsonPaths),
		"time":     as(&s.Time, d.jsonPaths),
	})
	d.needs(table, "sources", "messages")
	for _, either := range [][2]string{{"role", "as"}, {"content", "results"}} {
		if table.get(either[0]) == nil && table.get(either[1]) == nil {
			d.problem(table.place, `missing %q in "sources"; write %q or %q`, either[0], either[0], either[1])
		}
	}
	return s
}

// needs reports the keys that a table must have but does not.
func (d *decoder) needs(table *node, what string, keys ...string) {
	for _, k := range keys {
		if table.get(k) == nil {
			d.problem(table.place, "missing %s in %s", quoted(k), quoted(what))
		}
	}
}

// text reads a non-empty string.
func (d *decoder) text(k *key) string {
	if d.is(k, isString) && k.value.text == "" {
		d.problem(k.value.place, "%s is empty", quoted(k.name))
	}
	return k.value.text
}

// roles reads the meaning of role names.
func (d *decoder) roles(k *key) map[string]Role {
	if !d.is(k, isTable) {
		return nil
	}
	named := map[string]Role{}
	for _, name := range k.value.keys {
		var role Role
		if word(d, "role", &role, Assistant, System, User, Tool)(name) {
			named[name.name] = role
		}
	}
	return named
}

// jsonPaths reads a list of JSON paths.
func (d *decoder) jsonPaths(k *key) (paths []string) {
	if !d.is(k, isArray) {
		return nil
	}
	for _, item := range k.value.items {
		if item.kind != isString {
			d.problem(item.place, "a path in %s must be a string, not %v", quoted(k.name), item.kind)
			continue
		}
		paths = append(paths, d.jsonPath(item))
	}
	if len(k.value.items) == 0 {
		d.problem(k.value.place, "%s needs a path", quoted(k.name))
	}
	return paths
}

// onePath reads a JSON path.
func (d *decoder) onePath(k *key) string {
	if !d.is(k, isString) {
		return ""
	}
	return d.jsonPath(k.value)
}

// jsonPath reads a JSON path, a string.
func (d *decoder) jsonPath(at *node) string {
	text := at.text
	d.jsonBytes += len(text)
	switch err := json.CheckPath(text); {
	case text == "":
		d.problem(at.place, "a path is empty")
	case d.jsonBytes > maxFormatPaths:
		d.problem(at.place, "the paths of the formats of this file are longer than the limit of %s bytes: this one is not read", thousands.Separate(maxFormatPaths))
	case err != nil:
		d.problem(at.place, "%v", err)
	}
	return text
}

// formatsOf returns the formats by which transcripts are recognized, given formats of files
// in the order in which they are tried.
func formatsOf(list []Value[Format]) *json.Set {
	if len(list) == 0 {
		return nil
	}
	own := make([]json.Format, len(list))
	for i := range list {
		own[i] = list[i].Value.of()
	}
	set, err := json.NewSet(own)
	if err != nil {
		panic(fmt.Sprintf("a path that was checked: %v", err))
	}
	return set
}
