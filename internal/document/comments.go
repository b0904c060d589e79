package document

import (
	"path/filepath"
	"strings"
)

// Comments is how comments are written in a file. The zero value is that of a file without comments, or with none that are
// known here.
type Comments struct {
	before, after string
	Anywhere      bool // whether one can be on any line between calls
}

var (
	// HTMLComments are in Markdown, in prompts, in the text of an agent, and in any text that is not a program.
	HTMLComments = Comments{"<!-- ", " -->", true}
	// NumberComments are on lines of their own. Calls are in the strings of such a file,
	// so only its start is certainly a place for a comment.
	NumberComments = Comments{"# ", "", false}
	// SlashComments are like NumberComments.
	SlashComments = Comments{"// ", "", false}
	// JinjaComments, and those of the other template languages, are removed before a model sees the prompt.
	JinjaComments      = Comments{"{# ", " -#}", true}
	GoTemplateComments = Comments{"{{/* ", " */ -}}", true}
	// HandlebarsComments remove a line of their own.
	HandlebarsComments = Comments{"{{!-- ", " --}}", true}
)

// Comment returns text as a comment on a line of its own, without the line end; "" if
// the file has no comments. A comment of a template removes the whole line when the
// template is filled in.
func (c Comments) Comment(text string) string {
	if c == (Comments{}) {
		return ""
	}
	return c.before + text + c.after
}

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
	switch strings.ToLower(filepath.Ext(name)) {
	case ".py", ".rb", ".sh", ".bash", ".zsh", ".fish", ".pl", ".r", ".jl", ".ex", ".exs", ".yaml", ".yml", ".toml", ".nix", ".tf", ".ps1", ".tcl":
		return NumberComments
	case ".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".java", ".kt", ".kts", ".scala", ".groovy", ".swift", ".rs",
		".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".m", ".mm", ".dart", ".zig", ".jsonc", ".json5":
		return SlashComments
	case ".json", ".jsonl", ".ndjson", ".ipynb", ".php", ".lua", ".sql", ".hs", ".elm", ".clj", ".lisp", ".el", ".erl", ".ml", ".css", ".csv", ".tsv", ".bat", ".vim":
		return Comments{}
	case ".j2", ".jinja", ".jinja2":
		return JinjaComments
	case ".tmpl", ".gotmpl":
		return GoTemplateComments
	case ".hbs", ".handlebars", ".mustache":
		return HandlebarsComments
	}
	return HTMLComments
}
