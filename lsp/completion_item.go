package lsp

import (
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// A candidate is what can be written at a site.
type candidate struct {
	label, detail string
	summary       string // what else a list shows after the label
	filter        string // what a person types for it; "" for the text that is inserted
	sort          string
	kind          protocol.CompletionItemKind
	insert        insertion
	about         about
	commit        bool // it ends where markup begins: typing '<' accepts it
}

// add adds an item for a candidate, unless the file cannot have its text.
func (c *completer) add(it candidate) {
	insert := it.insert
	item := protocol.CompletionItem{Label: it.label, Kind: it.kind}
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
	// Of a word a person may want to keep what is after the cursor, of a tag or a
	// reference nobody does: an editor may have written its end.
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
		item.Detail.Set(it.detail)
	}
	if it.summary != "" {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{Description: &it.summary}
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

// inPlace returns a text of several lines with what each must start with. Editors give
// the lines of a snippet the indentation of the one that it is inserted in, but no marks
// of block quotes; those of another text are left as they are.
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

// lineEnd returns how lines end in the string that the cursor is in.
func (c *completer) lineEnd() string {
	if i := strings.IndexByte(c.text, '\n'); i > 0 && c.text[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}
