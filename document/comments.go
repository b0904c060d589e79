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
)

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
	}
	return HTMLComments
}
