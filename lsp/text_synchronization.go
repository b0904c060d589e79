package lsp

import (
	"fmt"
	"log/slog"
	"path"
	"sync/atomic"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/internal/workspace"
	"github.com/entrhq/forge-lsp/text"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type didOpenParams struct {
	TextDocument struct { // a TextDocumentItem of the protocol
		textDocument
		LanguageID string `json:"languageId"`
		Version    int64  `json:"version"`
		Text       string `json:"text"`
	} `json:"textDocument"`
}

func (s *server) didOpen(p *didOpenParams) error {
	doc := p.TextDocument
	if doc.URI == "" {
		return errNoDocument
	}
	key := doc.key()
	defer s.poke()
	defer s.edited(key)
	s.showing.Lock()
	defer s.showing.Unlock()
	if s.documents.get(key) != nil {
		s.Logger.Warn("opened twice; using the new text", slog.String("uri", doc.URI))
	}
	sn := &snapshot{
		key:      key,
		spelling: uri.URI(doc.URI),
		version:  doc.Version,
		name:     nameOf(key.Path(), doc.LanguageID),
		pending:  text.New(doc.Text).Pending(),
		lensed:   new(atomic.Int64),
	}
	s.documents.put(sn)
	s.show(sn)
	if s.client.pull {
		s.publishClosed(key, sn.spelling) // what it has is its own now
	}
	return nil
}

// endings are the file extensions for the clients' names of languages. Other languages
// are read as documents.
var endings = map[string]string{
	"markdown": ".md", "plaintext": ".txt", "text": ".txt",
	"prompt": ".md", "instructions": ".md", "chatagent": ".md", "chatmode": ".md", "skill": ".md",
	"xml": ".xml", "log": ".log", "json": ".json", "jsonc": ".json", "jsonl": ".jsonl",
	"go": ".go", "python": ".py", "yaml": ".yaml", "toml": ".toml",
	"javascript": ".js", "javascriptreact": ".jsx", "typescript": ".ts", "typescriptreact": ".tsx",
}

// nameOf returns the name that a document is recognized by: its own, with an extension for the client's language
// if it has none, as in untitled:Untitled-1.
func nameOf(name, languageID string) string {
	if path.Ext(name) == "" && name != "-" {
		name += endings[languageID]
	}
	return name
}

type didChangeParams struct {
	TextDocument struct { // a VersionedTextDocumentIdentifier of the protocol
		textDocument
		Version *int64 `json:"version"`
	} `json:"textDocument"`
	// ContentChanges apply one after the other. One without a range replaces the whole text.
	ContentChanges []struct {
		Range *wireRange `json:"range"`
		Text  string     `json:"text"`
	} `json:"contentChanges"`
}

func (s *server) didChange(p *didChangeParams) error {
	doc := p.TextDocument
	defer s.edited(doc.key())
	s.showing.Lock()
	defer s.showing.Unlock()
	old := s.documents.get(doc.key())
	if old == nil {
		return fmt.Errorf("change of %s, which is not open", doc.URI)
	}
	version := old.version
	if doc.Version != nil {
		version = *doc.Version
	}
	// An edit of an older version would be applied to a text it was not made for. An
	// equal version is accepted: some clients do not count.
	if version < old.version {
		err := fmt.Errorf("change of %s to version %d, which is older than %d", doc.URI, version, old.version)
		s.warn([]workspace.Report{{Message: "an edit with an old version number is not applied: what is shown may be about another text until the file is reopened", Details: []string{err.Error()}}})
		return err
	}

	sn := &snapshot{
		key: old.key, spelling: old.spelling, version: version,
		name: old.name, pending: old.pending.Clone(), written: true, lensed: old.lensed,
	}
	sn.base, sn.prefix, sn.suffix = old.known()
	var typed *xmlcall.Span
	for _, change := range p.ContentChanges {
		if change.Range == nil {
			sn.pending, sn.base, typed = text.New(change.Text).Pending(), nil, nil
			continue
		}
		start, end, err := change.Range.span(sn.pending, s.client.encoding)
		if err != nil {
			return fmt.Errorf("change of %s: %w", doc.URI, err) // all or nothing
		}
		sn.splice(start, end, change.Text)
		typed = touched(typed, start, end, len(change.Text))
	}
	sn.typed.Store(typed)
	s.documents.put(sn)
	s.show(sn)
	return nil
}

func (s *server) didClose(p *documentParams) error {
	doc := p.TextDocument
	defer s.poke()
	defer s.edited(doc.key())
	s.showing.Lock()
	defer s.showing.Unlock()
	sn := s.documents.remove(doc.key())
	if sn == nil {
		return fmt.Errorf("close of %s, which is not open", doc.URI)
	}
	s.stopPublishing(sn.key)
	s.publishClosed(sn.key, sn.spelling)
	sn.close()
	return nil
}
