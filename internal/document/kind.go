package document

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/document/source"
)

// A Kind is how a file is read.
type Kind uint8

const (
	// Auto is Log or Document, depending on the text; see [Detect].
	Auto Kind = iota
	// Reply is the text of one agent reply: every <tool> is a call. A text with labels
	// for several messages is read as these messages.
	Reply
	// Document is text about, or with, calls: mentions are not calls.
	Document
	// Log is text that may contain several replies: a capture, a log, the transcript of
	// a session. Every <tool> is a call, but nothing is reported that would be wrong
	// only if the whole text were one reply.
	Log
	// JSON is a transcript in JSON, one document or a record a line: each message of
	// an agent is a reply, and those of others are documents. See package json.
	JSON
	// Prose is Transcript or Document, depending on the text; by its labels.
	Prose
	// Transcript is the text of a session, in which labels show who wrote each message:
	// those of an agent are replies, those of others documents, and results of tools
	// are not read.
	Transcript
	// Go is a program in Go: each of its strings is a document. See package source.
	Go
	// JavaScript is a program in JavaScript or TypeScript, read like Go.
	JavaScript
	// Python is a program in Python, read like Go.
	Python
	// YAML is a YAML configuration file: each of its scalars is a document. An invalid
	// one is read as a Document.
	YAML
	// TOML is a TOML configuration file, read like YAML.
	TOML
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

// Labelled reports whether labels may mark the start of messages in a file of the kind.
func (k Kind) Labelled() bool { return k == Reply || k == Log || k == Transcript }

// Decided reports whether the whole of a file of the kind decides about each part of
// it; see [Labels].
func (k Kind) Decided() bool { return k.Labelled() || k == JSON }

// Source reports whether a file of the kind is a program or a configuration file, whose
// strings are read.
func (k Kind) Source() bool { return k >= Go }

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

// Extension returns the extension of files of the kind, such as ".reply"; the first if there
// are several. It is "" for a kind that is not determined by a name.
func (k Kind) Extension() string {
	if len(kinds[k].endings) == 0 {
		return ""
	}
	return kinds[k].endings[0]
}

// ReadOptions control how texts are read. The zero value selects the behavior of [Read].
type ReadOptions struct {
	// ToolResults reports whether results of tools in a transcript are read too, as documents.
	ToolResults bool
	// Knows reports whether a tool, or an argument of one, has a name. Without it no calls in a wrong shape are
	// looked for in a document; see missOf.
	Knows func(name string) (tool, argument bool)
	// Prompt reports whether the text is, or has, a prompt.
	Prompt bool
}

// A Purpose is what a file is for, as far as its path and the configuration show.
type Purpose uint8

const (
	// AnyPurpose: nothing is known.
	AnyPurpose Purpose = iota
	// Prompt is what a model reads before it makes calls.
	Prompt
	// Example is a record of a decision, a test, or data for one: its calls are examples that
	// may be wrong on purpose.
	Example
)
