package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/config"
	"github.com/entrhq/forge-lsp/toolspec"
)

// An about identifies the subject of an item's documentation; the zero value means
// none.
type about struct {
	// Tool is the name of a tool, and Server and Custom distinguish it from others of
	// the name. Argument is a path below its arguments, nil for the tool itself.
	Tool     string   `json:"tool,omitempty"`
	Server   string   `json:"server,omitempty"`
	Custom   bool     `json:"custom,omitempty"`
	Argument []string `json:"argument,omitempty"`
	// Rule is the code of a rule, Key a path of keys in a configuration.
	Rule string   `json:"rule,omitempty"`
	Key  []string `json:"key,omitempty"`
}

func aboutTool(t *toolspec.Tool) about {
	return about{Tool: t.Name, Server: t.Server, Custom: t.Custom}
}

func aboutArgument(t *toolspec.Tool, path []string) about {
	a := aboutTool(t)
	a.Argument = path
	return a
}

// completionData is the data of an item without documentation.
type completionData struct {
	URI string `json:"uri"`
	about
}

// describe adds the documentation of an item, or the data by which it is found when the
// item is resolved.
func (c *completer) describe(item *protocol.CompletionItem, of about) {
	if of.Tool == "" && of.Rule == "" && of.Key == nil {
		return
	}
	if !c.client.resolvesDocumentation {
		c.document(item, c.sn.path(), c.tools, of)
		return
	}
	data, err := json.Marshal(completionData{string(c.sn.spelling), of})
	if err != nil {
		return // a name that JSON cannot represent
	}
	item.Data = data
}

// document adds the documentation of an item. path is that of the file, "" for none.
func (s *server) document(item *protocol.CompletionItem, path string, tools *toolspec.Set, of about) {
	m := newMarkup(s.client.documentationKind)
	switch {
	case of.Tool != "":
		m.describe(path, tools, of)
	case of.Rule != "":
		for _, r := range diagnostics.Rules() {
			if r.Code == of.Rule {
				m.paragraph(m.prose(r.Summary + "."))
				m.paragraph(r.Explanation) // which is Markdown
			}
		}
	case of.Key != nil:
		m.paragraph(m.prose(config.Describe(of.Key...)))
	}
	if m.Len() > 0 {
		item.Documentation = m.content()
	}
}

// describe writes the description of a tool of a set, or of one of its arguments; nothing
// if it does not exist any more.
func (m *markup) describe(path string, tools *toolspec.Set, of about) {
	tool := tools.Find(of.Server, of.Tool)
	if of.Custom {
		tool = tools.FindCustom(of.Tool)
	}
	switch {
	case tool == nil:
		return
	case len(of.Argument) == 0:
		m.tool(tool, path)
		return
	}
	a := tool.Argument(of.Argument[0])
	if runner := tools.Find("", toolspec.CustomRunner); a == nil && tool.Custom && runner != nil {
		a = runner.Argument(of.Argument[0])
	}
	for _, name := range of.Argument[1:] {
		if a != nil {
			a = a.Child(name)
		}
	}
	if a != nil {
		m.argument(a, tool.Name)
	}
}

// resolveItemParams is an item to be resolved.
type resolveItemParams struct {
	item protocol.CompletionItem
	data *completionData // nil for an item that was sent complete
}

func (p *resolveItemParams) key() uri.URI {
	if p.data == nil {
		return "about:blank" // no document
	}
	return canonical(p.data.URI)
}

// UnmarshalJSON refuses values that are not items, or have data that this server does not
// send: they would otherwise be sent back.
func (p *resolveItemParams) UnmarshalJSON(raw []byte) error {
	if err := protocol.Unmarshal(raw, &p.item); err != nil {
		return err
	}
	if err := wellFormedItem(raw, &p.item); err != nil {
		return err
	}
	if len(p.item.Data) == 0 || string(p.item.Data) == "null" {
		p.item.Data = nil
		return nil
	}
	p.data = new(completionData)
	if err := json.Unmarshal(p.item.Data, p.data); err != nil || p.data.URI == "" {
		return errors.New("data: not from a completion item of this server")
	}
	return nil
}

// wellFormedItem checks what the generated decoder does not check in an item.
func wellFormedItem(raw []byte, item *protocol.CompletionItem) error {
	if err := complete(raw, item); err != nil {
		return err
	}
	if d, ok := item.Documentation.(*protocol.MarkupContent); ok && d.Kind != protocol.MarkupKindMarkdown && d.Kind != protocol.MarkupKindPlainText {
		return errors.New("unknown kind of documentation")
	}
	switch {
	case item.Kind > protocol.CompletionItemKindTypeParameter:
		return errors.New("unknown kind of an item")
	case item.InsertTextFormat > protocol.InsertTextFormatSnippet || item.InsertTextMode > protocol.InsertTextModeAdjustIndentation:
		return errors.New("unknown way to insert a text")
	case slices.ContainsFunc(item.Tags, func(t protocol.CompletionItemTag) bool { return t != protocol.CompletionItemTagDeprecated }):
		return errors.New("unknown tag of an item")
	}
	return nil
}

// resolveItem answers completionItem/resolve: the item with its documentation, by the
// current definitions of tools.
func (s *server) resolveItem(_ context.Context, _ *snapshot, p *resolveItemParams) (*protocol.CompletionItem, error) {
	if p.data == nil {
		return &p.item, nil
	}
	path := ""
	if key := p.key(); key.IsFile() {
		path = key.FsPath()
	}
	s.document(&p.item, path, s.workspace.Options(path).Toolset(), p.data.about)
	return &p.item, nil
}
