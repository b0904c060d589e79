package lsp

import (
	"strings"

	"github.com/entrhq/forge-lsp/internal/wire"
)

func init() { questions["hover"] = (*question).hover }

// hover writes down the range and the text of a hover.
func (q *question) hover() string {
	var found *struct {
		Range    wire.Range
		Contents struct{ Kind, Value string }
	}
	q.ask("textDocument/hover", q.position(), &found)
	if found == nil {
		return ""
	}
	return q.shown(found.Range) + "\n" + q.inFolder(found.Contents.Value) + "\n"
}

// inFolder returns a text without the path of the folder.
func (q *question) inFolder(text string) string {
	return strings.ReplaceAll(text, strings.TrimSuffix(uriOf(q.dir, "x"), "x"), "FOLDER/")
}
