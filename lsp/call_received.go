package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type receivedResult struct {
	Tool string `json:"tool"` // the name of the call in a list
	Text string `json:"text"` // the values that the tool receives, in Markdown
	// Changes are the replacements of a call of apply_diff, one per file.
	Changes []replacement `json:"changes,omitempty"`
}

// A replacement is a text that a call searches for in a file, and its replacement.
type replacement struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// receivedAt answers forge/received, for an editor that shows the values that the tool of a
// call receives.
func (s *server) receivedAt(_ context.Context, at *place) (*receivedResult, error) {
	if at.call == nil {
		return nil, nil
	}
	m := newMarkup(protocol.MarkupKindMarkdown)
	at.received(m, inDocument)
	return &receivedResult{Tool: callName(at.block), Text: m.content().Value, Changes: at.replacements()}, nil
}

// replacements returns the replacements of a call of apply_diff; several edits of a file are
// combined, with a line between them on both sides.
func (p *place) replacements() (list []replacement) {
	if p.block.ToolName() != toolspec.ApplyDiff {
		return nil
	}
	r := p.reception()
	byPath := map[string]int{}
	for id := range p.block.Elements() {
		search, replace, ok := r.edit(id)
		if !ok {
			continue
		}
		path := strings.TrimSpace(r.pathBeside(id))
		i, again := byPath[path]
		if !again {
			byPath[path] = len(list)
			list = append(list, replacement{path, search, replace})
			continue
		}
		list[i].Before = joined(list[i].Before, search)
		list[i].After = joined(list[i].After, replace)
	}
	return list
}

// edit returns the search text and the replacement of an element of a call of
// apply_diff.
func (r *reception) edit(id xmlcall.ElementID) (search, replace string, ok bool) {
	before, ok := r.block.Child(id, toolspec.Search)
	after, both := r.block.Child(id, toolspec.Replace)
	if !ok || !both || tooDeep(r.block, before) || r.fate(before) != arrives || r.fate(after) != arrives {
		return "", "", false
	}
	return r.text(before), r.text(after), true
}

// joined returns two texts with a line between them.
func joined(a, b string) string {
	if a != "" && !strings.HasSuffix(a, "\n") {
		a += "\n"
	}
	return a + "…\n" + b
}
