package document

import (
	"path/filepath"
	"slices"
	"strings"
)

// Comments is how comments are written in a file. The zero value is that of a file without comments, or with none that are
// known here.
type Comments struct {
	before, after string
	Anywhere      bool // whether one can be on any line between calls
}

// HTMLComments are in Markdown, in prompts, in the text of an agent, and in any text that is not a program.
var HTMLComments = Comments{"<!-- ", " -->", true}

// commentForms are how comments are written in other files, by their extensions.
var commentForms = []struct {
	Comments
	endings string // in lower case
}{
	// On lines of their own. Calls are in the strings of such a file, so only its start is certainly a place for one.
	{Comments{"# ", "", false}, ".py .rb .sh .bash .zsh .fish .pl .r .jl .ex .exs .yaml .yml .toml .nix .tf .ps1 .tcl"},
	{Comments{"// ", "", false}, ".go .js .mjs .cjs .jsx .ts .mts .cts .tsx .java .kt .kts .scala .groovy .swift .rs .c .h .cc .cpp .hpp .cs .m .mm .dart .zig .jsonc .json5"},
	{Comments{}, ".json .jsonl .ndjson .ipynb .php .lua .sql .hs .elm .clj .lisp .el .erl .ml .css .csv .tsv .bat .vim"},
	// Those of templates are removed before a model sees the prompt, with a line of their own.
	{Comments{"{# ", " -#}", true}, ".j2 .jinja .jinja2"},
	{Comments{"{{/* ", " */ -}}", true}, ".tmpl .gotmpl"},
	{Comments{"{{!-- ", " --}}", true}, ".hbs .handlebars .mustache"},
}

// Comment returns text as a comment on a line of its own, without the line end.
func (c Comments) Comment(text string) string { return c.before + text + c.after }

// Comments returns how comments are written in a file of the kind, whatever its name; ok is
// false if it depends on the name.
func (k Kind) Comments() (c Comments, ok bool) {
	if k == JSON || k.Source() {
		return CommentsOf(k.Extension()), true
	}
	return HTMLComments, false
}

// CommentsOf returns how directives are written in a file of this name. Names are
// compared without regard to case.
func CommentsOf(name string) Comments {
	ending := strings.ToLower(filepath.Ext(name))
	for i := range commentForms {
		if slices.Contains(strings.Fields(commentForms[i].endings), ending) {
			return commentForms[i].Comments
		}
	}
	return HTMLComments
}
