package ls

import (
	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// These files implement completion:
//
//	completion.go            what is asked for, and who answers
//	completion_site.go       what is open at a place, by the text around it
//	completion_item.go       an item, as the client can use it
//	completion_call.go       whole calls, the envelope, names
//	completion_argument.go   arguments and their values
//	completion_directive.go  comments to this program
//	completion_config.go     forge-lsp.toml
//	completion_about.go      the documentation of an item
//	insertion.go             a text with fields
//	template.go              how calls to a tool are written

// A Completer builds the list of items for a place. The fields up to Entries are what is asked
// for, and those from Items on the answer.
type Completer struct {
	Text    text.Text // of the document
	Name    string    // the base name of the document
	Offset  int       // of the cursor in the document
	Invoked bool      // whether a person requested it, or typed a letter

	Snippets           bool // an item may have fields
	AdjustsIndentation bool // the client can give the lines of an item the indentation of the first

	Templates *Templates
	// Entries returns the content of a folder, given its path as in a call, and whether there is
	// more.
	Entries func(folder string) (entries []workspace.Entry, more bool)

	Items []Item
	More  bool // whether there are other items
	site
}

// window is the number of bytes before and after the cursor that are read: in a longer
// call only its start has completion.
const window = 64 << 10

// read reads the text around the cursor.
func (c *Completer) read() {
	start := max(0, c.Offset-window)
	c.text = c.Text.Slice(start, min(c.Text.Len(), c.Offset+window))
	c.shift, c.at = start, c.Offset-start
	c.typed()
}

// Complete adds the items for a place in a text with calls.
func (c *Completer) Complete(around Stretch) {
	if c.read(); !c.completeDirective() && c.enter(around) {
		c.complete()
	}
}

// complete adds the candidates for the site.
func (c *Completer) complete() {
	switch {
	case c.block == nil:
		c.completeCall()
	case c.kind == typedReference:
		c.completeReference()
	case c.inSection:
	case c.kind == typedEnd:
		c.completeEnd()
	case c.open == c.block.Envelope():
		c.completeEnvelope()
	default:
		c.completeElement()
	}
}

// references are the characters for which XML defines names.
var references = []struct{ name, character string }{
	{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", `"`}, {"&apos;", "'"},
}

// completeReference adds the five references.
func (c *Completer) completeReference() {
	if c.inSection || c.isStructure(c.open) {
		return
	}
	for i, r := range references {
		c.add(candidate{
			label: r.name, detail: r.character, sort: string('a' + rune(i)), kind: TextItem,
			insert: insertion{literally(r.name)},
		})
	}
}

// isStructure reports whether an element contains elements and no text.
func (c *Completer) isStructure(id xmlcall.ElementID) bool {
	if id == c.block.Envelope() || isArguments(c.block, id) {
		return true
	}
	a := argument(c.tool, c.block, id)
	return a != nil && !a.Kind.Scalar() && !a.Repeated
}
