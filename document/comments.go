package document

import (
	"path/filepath"
	"strings"
)

// Comments say how remarks are written in a file.
type Comments uint8

const (
	// HTMLComments: <!-- -->, anywhere between calls. So it is in Markdown, in
	// prompts, in what an agent wrote, and in any text that is not a program.
	HTMLComments Comments = iota
	// NumberComments: # on lines of their own. Calls stand in the strings of
	// such a file, so only its start is surely a place for one.
	NumberComments
	// SlashComments: the same with //.
	SlashComments
	// NoComments: the file has none, or none that are known here.
	NoComments
	// JinjaComments: {# #}, anywhere between calls. They, and those of the other languages
	// of templates, are gone before a model sees the prompt.
	JinjaComments
	// GoTemplateComments: {{/* */}}, anywhere between calls.
	GoTemplateComments
	// HandlebarsComments: {{!-- --}}, anywhere between calls.
	HandlebarsComments
)

// Anywhere reports whether a comment can be on any line between calls.
func (c Comments) Anywhere() bool { return c == HTMLComments || c >= JinjaComments }

// Comment returns a text as a comment that is a line of its own, without the line's end;
// "" where there are none. A comment of a template takes that line with it.
func (c Comments) Comment(text string) string {
	switch c {
	case NumberComments:
		return "# " + text
	case SlashComments:
		return "// " + text
	case NoComments:
		return ""
	case JinjaComments:
		return "{# " + text + " -#}"
	case GoTemplateComments:
		return "{{/* " + text + " */ -}}"
	case HandlebarsComments:
		return "{{!-- " + text + " --}}" // which do so on a line of their own
	}
	return "<!-- " + text + " -->"
}

// Comments returns how comments are written in a file of the kind, whatever its name is; ok
// is false where the name decides.
func (k Kind) Comments() (c Comments, ok bool) {
	switch {
	case k == JSON:
		return NoComments, true
	case k == Python, k == YAML, k == TOML:
		return NumberComments, true
	case k.Source():
		return SlashComments, true
	}
	return HTMLComments, false
}

// CommentsOf returns how remarks are written in a file of this name. Names are
// compared without regard to case.
func CommentsOf(name string) Comments {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".py", ".rb", ".sh", ".bash", ".zsh", ".fish", ".pl", ".r", ".jl", ".ex", ".exs", ".yaml", ".yml", ".toml", ".nix", ".tf", ".ps1", ".tcl":
		return NumberComments
	case ".go", ".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".java", ".kt", ".kts", ".scala", ".groovy", ".swift", ".rs",
		".c", ".h", ".cc", ".cpp", ".hpp", ".cs", ".m", ".mm", ".dart", ".zig", ".jsonc", ".json5":
		return SlashComments
	case ".json", ".jsonl", ".ndjson", ".ipynb", ".php", ".lua", ".sql", ".hs", ".elm", ".clj", ".lisp", ".el", ".erl", ".ml", ".css", ".csv", ".tsv", ".bat", ".vim":
		return NoComments
	case ".j2", ".jinja", ".jinja2":
		return JinjaComments
	case ".tmpl", ".gotmpl":
		return GoTemplateComments
	case ".hbs", ".handlebars", ".mustache":
		return HandlebarsComments
	}
	return HTMLComments
}
