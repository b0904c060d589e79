package config

import (
	"cmp"
	"strconv"

	"github.com/entrhq/forge-lsp/internal/filetools"
)

// An EditTool is an [[edit-tools]] table: the arguments of a tool that replaces texts of a file.
type EditTool struct {
	Name    string `toml:"name" json:"name" jsonschema:"minLength=1" jsonschema_description:"The name of the tool. Its definition is found as that of any other."`
	Path    string `toml:"path,omitempty" json:"path,omitempty" jsonschema:"minLength=1" jsonschema_description:"The argument with the path of the file. The default is path."`
	Search  string `toml:"search,omitempty" json:"search,omitempty" jsonschema:"minLength=1" jsonschema_description:"The argument with the text to replace, which the file must have exactly once. The default is search."`
	Replace string `toml:"replace,omitempty" json:"replace,omitempty" jsonschema:"minLength=1" jsonschema_description:"The argument with its replacement. The default is replace."`
	Edits   string `toml:"edits,omitempty" json:"edits,omitempty" jsonschema:"minLength=1" jsonschema_description:"The argument with a list of edits, which are made in order; search, replace and all are members of each. Without it, a call makes one edit."`
	All     string `toml:"all,omitempty" json:"all,omitempty" jsonschema:"minLength=1" jsonschema_description:"The boolean argument that replaces the text wherever it is, if true."`
}

// of returns the tool as filetools has it.
func (t *EditTool) of() filetools.EditTool {
	return filetools.EditTool{
		Name: t.Name, Path: cmp.Or(t.Path, "path"), Search: cmp.Or(t.Search, "search"), Replace: cmp.Or(t.Replace, "replace"),
		Edits: t.Edits, All: t.All,
	}
}

// editTool reads an [[edit-tools]] table.
func (d *decoder) editTool(table *node) {
	before, path, t := len(d.problems), "edit-tools/"+strconv.Itoa(len(d.file.EditTools)), EditTool{}
	d.table(table, path+"/", map[string]func(*key) bool{
		"name": as(&t.Name, d.text), "path": as(&t.Path, d.text), "search": as(&t.Search, d.text),
		"replace": as(&t.Replace, d.text), "edits": as(&t.Edits, d.text), "all": as(&t.All, d.text),
	})
	d.needs(table, "edit-tools", "name")
	if len(d.problems) == before { // otherwise other arguments may be meant
		d.file.places[path] = table.get("name").value.place
		d.file.EditTools = append(d.file.EditTools, t)
	}
}
