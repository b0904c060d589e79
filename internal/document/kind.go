package document

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/source"
)

// kinds are the kinds by their numbers: a new language needs a row here, and a reader in
// package source.
var kinds = [...]struct {
	name     string
	about    string   // how such files are read; empty if the kind cannot be chosen
	endings  []string // extensions and names, in lower case
	language source.Language
}{
	Auto:       {name: "auto", endings: []string{".xml", ".log", ".out", ".transcript"}},
	Reply:      {name: "reply", about: "every <tool> counts", endings: []string{".reply", ".response"}},
	Document:   {name: "document", about: "mentions do not"},
	Log:        {name: "log"},
	JSON:       {name: "json", about: "a transcript", endings: []string{".json", ".jsonl", ".ndjson"}},
	Prose:      {name: "prose", endings: []string{".md", ".markdown", ".txt"}},
	Transcript: {name: "transcript"},
	Go:         {name: "go", about: "the strings of a program", endings: []string{".go"}, language: source.Go},
	JavaScript: {name: "javascript", about: "the same, or TypeScript", endings: []string{".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts"}, language: source.JavaScript},
	Python:     {name: "python", about: "the same", endings: []string{".py", ".pyi"}, language: source.Python},
	YAML:       {name: "yaml", about: "the strings of a file of configuration", endings: []string{".yaml", ".yml"}, language: source.YAML},
	TOML:       {name: "toml", about: "the same", endings: []string{".toml"}, language: source.TOML},
}

// String returns the name of the kind in lower case: "auto", "reply" and so on.
func (k Kind) String() string { return kinds[k].name }

// Choices returns the kinds that a user can choose for a file, instead of the one
// derived from its name and text.
func Choices() []Kind {
	var list []Kind
	for k := range kinds {
		if kinds[k].about != "" {
			list = append(list, Kind(k))
		}
	}
	return list
}

// ChoiceOf returns the kind of [Choices] with a name; ok is false if there is none.
func ChoiceOf(name string) (kind Kind, ok bool) {
	for _, k := range Choices() {
		if k.String() == name {
			return k, true
		}
	}
	return Auto, false
}

// Description returns how files of the kind are read, in a few words: "every <tool> counts".
func (k Kind) Description() string { return kinds[k].about }

// KindOf returns the kind that the name of a file suggests, which is compared case-insensitively; [Recognize] decides by
// the content, too. "-", standard input, is a Reply. What is in no row of kinds is a Document: templates, other source
// code, names without an extension. A copy or a rotated log is like its original: app.log.1, main.go.orig.
func KindOf(name string) Kind {
	if name == "-" {
		return Reply
	}
	for {
		ending := strings.ToLower(filepath.Ext(name))
		for k := range kinds {
			if slices.Contains(kinds[k].endings, ending) {
				return Kind(k)
			}
		}
		if !isCopy(ending) {
			return Document
		}
		name = name[:len(name)-len(ending)]
	}
}

// isCopy reports whether an extension is that of a copy: of a backup, or a number or date of a rotated log.
func isCopy(ending string) bool {
	switch ending {
	case "":
		return false
	case ".bak", ".old", ".orig", ".backup", ".save", ".copy", ".tmp", ".part":
		return true
	}
	return strings.Trim(ending[1:], "0123456789-") == "" && len(ending) > 1
}

// Resolve returns the kind itself, or the kind of the text for Auto and Prose.
func Resolve(k Kind, text string) Kind {
	switch k {
	case Auto:
		return Detect(text)
	case Prose:
		return shownBy(text)
	}
	return k
}
