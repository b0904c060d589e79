package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A candidate is a text that can be inserted at a site.
type candidate struct {
	label, detail string
	summary       string // further text that a list shows after the label
	filter        string // the text that a person types for it; "" for the inserted text
	sort          string
	kind          protocol.CompletionItemKind
	insert        insertion
	about         about
	commit        bool // whether typing '<' accepts it, because it ends where markup begins
}

// add adds an item for a candidate, unless the file cannot represent its text.
func (c *completer) add(it candidate) {
	insert := it.insert
	item := protocol.CompletionItem{Label: foreign.Line(it.label), Kind: it.kind}
	replace := xmlcall.Span{Start: c.shift + c.from, End: c.shift + c.to}
	if c.segment != nil {
		var ok bool
		insert, ok = insert.mapped(func(text string) (string, bool) {
			where, with, ok := c.segment.FileEdit(xmlcall.Span{Start: c.from, End: c.to}, strings.ReplaceAll(text, "\n", c.lineEnd()))
			replace = moved(where, c.inset)
			return with, ok
		})
		if !ok {
			return
		}
	}
	item.InsertTextFormat = protocol.InsertTextFormatPlainText
	newText := insert.plain()
	isSnippet := c.client.snippets && insert.hasFields()
	if isSnippet {
		item.InsertTextFormat = protocol.InsertTextFormatSnippet
		newText = insert.snippet()
	}
	if c.segment == nil && strings.Contains(newText, "\n") {
		newText = c.inPlace(&item, newText, isSnippet)
	}
	// In a word a person may want to keep the text after the cursor, but not in a tag
	// or a reference: an editor may have inserted its end.
	at := rangeIn(c.sn.text, replace, c.units())
	typed := rangeIn(c.sn.text, xmlcall.Span{Start: replace.Start, End: c.offset}, c.units())
	if c.client.insertsOrReplaces && c.kind == typedWord && typed != at {
		item.TextEdit = &protocol.InsertReplaceEdit{NewText: newText, Insert: typed, Replace: at}
	} else {
		item.TextEdit = &protocol.TextEdit{NewText: newText, Range: at}
	}
	if filter := it.filter; filter != "" {
		item.FilterText.Set(filter)
	} else {
		item.FilterText.Set(it.insert.plain())
	}
	if it.detail != "" {
		item.Detail.Set(foreign.Line(it.detail))
	}
	if it.summary != "" {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: new(foreign.Line(it.summary))}
	}
	if it.sort != "" {
		item.SortText.Set(it.sort)
	}
	if it.commit && c.client.commits {
		item.CommitCharacters = []string{"<"}
	}
	c.describe(&item, it.about)
	c.list.Items = append(c.list.Items, item)
}

func (c *completer) units() encoding { return c.client.encoding }

// inPlace returns a multi-line text with the required prefix of each line. Editors
// indent the lines of a snippet like the line in which it is inserted, but do not insert
// the marks of block quotes; they do not change lines of other text.
func (c *completer) inPlace(item *protocol.CompletionItem, newText string, isSnippet bool) string {
	l := c.lead(c.from)
	next := l.nextLine()
	if isSnippet || c.client.adjustsIndentation {
		next = strings.TrimPrefix(next, l.indent)
	}
	if c.client.adjustsIndentation {
		item.InsertTextMode = protocol.InsertTextModeAdjustIndentation
	}
	return strings.ReplaceAll(newText, "\n", "\n"+next)
}

// lineEnd returns the line end of the string that contains the cursor.
func (c *completer) lineEnd() string {
	if i := strings.IndexByte(c.text, '\n'); i > 0 && c.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
