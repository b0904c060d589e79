package ls

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// An ItemKind is what an item is.
type ItemKind uint8

// The kinds of items.
const (
	TextItem ItemKind = iota
	KeywordItem
	PropertyItem
	ValueItem
	SnippetItem
	FileItem
	FolderItem
)

// An Item is a text that can be inserted.
type Item struct {
	Label, Detail string
	Summary       string // further text that a list shows after the label
	Filter        string // the text that a person types for it
	Sort          string
	Kind          ItemKind
	Text          string
	Snippet       bool // whether Text is in the syntax of snippets
	Adjusts       bool // whether the client is to indent its lines
	Commit        bool // whether typing '<' accepts it, because it ends where markup begins
	About         About

	Replace xmlcall.Span // what it replaces, in the document
	// Keep is whether a person may want to keep the text after the cursor: in a word, but not in a tag
	// or a reference, whose end an editor may have inserted.
	Keep bool
}

// add adds an item with the text that it inserts, unless the file cannot represent that. Without a filter, the
// text is what a person types for it.
func (c *Completer) add(item Item, insert insertion) {
	item.Label, item.Detail, item.Summary = foreign.Line(item.Label), foreign.Line(item.Detail), foreign.Line(item.Summary)
	item.Filter = cmp.Or(item.Filter, insert.plain())
	item.Keep = c.kind == typedWord
	insert, ok := insert.mapped(func(text string) (string, bool) {
		e, ok := c.inDocument(diagnostics.Edit{Span: xmlcall.Span{Start: c.from, End: c.to}, Text: text})
		item.Replace = e.Span
		return e.Text, ok
	})
	if !ok {
		return
	}
	item.Text = insert.plain()
	if item.Snippet = c.Snippets && insert.hasFields(); item.Snippet {
		item.Text = insert.snippet()
	}
	if c.segment == nil && strings.Contains(item.Text, "\n") {
		c.inPlace(&item)
	}
	if c.Words && c.segment == nil {
		marks := c.word()[:len(c.word())-len(strings.TrimLeft(c.word(), "<&/!["))]
		if text, ok := strings.CutPrefix(item.Text, marks); ok {
			item.Text, item.Filter = text, strings.TrimPrefix(item.Filter, marks)
			item.Replace.Start += len(marks)
		}
	}
	c.Items = append(c.Items, item)
}

// inPlace gives each line of a multi-line text its required prefix. Editors
// indent the lines of a snippet like the line in which it is inserted, but do not insert
// the marks of block quotes; they do not change lines of other text.
func (c *Completer) inPlace(item *Item) {
	l := c.lead(c.from)
	next := l.nextLine()
	if item.Snippet || c.AdjustsIndentation {
		next = strings.TrimPrefix(next, l.indent)
	}
	item.Adjusts = c.AdjustsIndentation
	item.Text = strings.ReplaceAll(item.Text, "\n", "\n"+next)
}

// inDocument returns an edit of the site's text as an edit of the document. ok is false
// if the file cannot represent its text.
func (c *Completer) inDocument(e diagnostics.Edit) (edit diagnostics.Edit, ok bool) {
	if c.segment == nil {
		return diagnostics.Edit{Span: moved(e.Span, c.shift), Text: e.Text}, true
	}
	if i := strings.IndexByte(c.text, '\n'); i > 0 && c.text[i-1] == '\r' { // the string has these line ends
		e.Text = strings.ReplaceAll(e.Text, "\n", "\r\n")
	}
	where, with, ok := c.segment.FileEdit(e.Span, e.Text)
	return diagnostics.Edit{Span: moved(where, c.inset), Text: with}, ok
}

// order returns a text that sorts like the number.
func order(i int) string { return fmt.Sprintf("%04d", i) }
