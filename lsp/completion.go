package lsp

import (
	"context"
	"path"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/config"
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
//	completion_resolve.go    the documentation of an item
//	insertion.go             a text with fields
//	template.go              how calls to a tool are written

// completionTriggers are the characters after which editors request completion. A path
// continues after a '/', a directive after a '-'.
var completionTriggers = []string{"<", ">", "/", "&", "-", "=", "\""}

type completionParams struct {
	positionParams
	Context struct {
		TriggerKind      int    `json:"triggerKind"`
		TriggerCharacter string `json:"triggerCharacter"`
	} `json:"context"`
}

func (p *completionParams) key() uri.URI { return p.positionParams.key() }

// invoked reports whether a person requested completion, or typed a letter: editors do
// not distinguish these. A client that sends no context only asks on request.
func (p *completionParams) invoked() bool {
	return p.Context.TriggerKind != int(protocol.CompletionTriggerKindTriggerCharacter)
}

// completion answers textDocument/completion.
func (s *server) completion(ctx context.Context, sn *snapshot, p *completionParams) (*protocol.CompletionList, error) {
	c := &completer{server: s, sn: sn, list: &protocol.CompletionList{Items: []protocol.CompletionItem{}}, invoked: p.invoked()}
	if sn == nil {
		return c.list, nil // closed meanwhile
	}
	offset, err := p.Position.in(sn.text, s.client.encoding)
	if err != nil {
		return nil, invalid(err)
	}
	c.offset = offset
	if path.Base(sn.key.Path()) == config.Name {
		c.completeConfig()
		return c.list, nil
	}
	around, err := s.around(ctx, sn, offset, offset)
	if err != nil || sn.ignored {
		return c.list, err
	}
	if c.read(sn.text); !c.completeDirective() && c.enter(around) {
		c.complete()
	}
	return c.list, nil
}

// A completer builds the list of items for a place.
type completer struct {
	*server
	sn      *snapshot
	list    *protocol.CompletionList
	invoked bool
	offset  int // of the cursor in the document
	site
}

// window is the number of bytes before and after the cursor that are read: in a longer
// call only its start has completion.
const window = 64 << 10

// read reads the text around the cursor.
func (c *completer) read(t text.Text) {
	start := max(0, c.offset-window)
	c.text = t.Slice(start, min(t.Len(), c.offset+window))
	c.shift, c.at = start, c.offset-start
	c.typed()
}

// complete adds the candidates for the site.
func (c *completer) complete() {
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
func (c *completer) completeReference() {
	if c.inSection || c.isStructure(c.open) {
		return
	}
	for i, r := range references {
		c.add(candidate{
			label: r.name, detail: r.character, sort: string('a' + rune(i)), kind: protocol.CompletionItemKindText,
			insert: insertion{literally(r.name)},
		})
	}
}

// isStructure reports whether an element contains elements and no text.
func (c *completer) isStructure(id xmlcall.ElementID) bool {
	if id == c.block.Envelope() || isArguments(c.block, id) {
		return true
	}
	a := argument(c.tool, c.block, id)
	return a != nil && !a.Kind.Scalar() && !a.Repeated
}
