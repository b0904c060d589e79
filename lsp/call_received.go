package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/document"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

type receivedResult struct {
	Tool string `json:"tool"` // the name of the call in a list
	Text string `json:"text"` // the values that the tool receives, in Markdown

	Outcome string         `json:"outcome"` // as in forge/calls
	By      diagnostics.By `json:"by"`
	Why     string         `json:"why"`

	// The same as plain text, for clients with a view of their own: what happens to the call, a
	// heading for the values, the values, and how many are omitted.
	Verdicts []string        `json:"verdicts"`
	Heading  string          `json:"heading,omitempty"`
	Values   []receivedValue `json:"values"`
	More     string          `json:"more,omitempty"`
	// Changes are the replacements of a call of apply_diff, one per file.
	Changes []replacement `json:"changes,omitempty"`
}

// A replacement is a text that a call searches for in a file, and its replacement.
type replacement struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
	// Lines are the diff; More describes what is omitted from it.
	Lines []linediff.Line `json:"lines"`
	More  string          `json:"more,omitempty"`
}

// receivedParams are the parameters of forge/received.
type receivedParams struct {
	positionParams
	// Text is the revision of the text that the position refers to, 0 for the latest.
	Text uint64 `json:"text"`
}

// received answers forge/received.
func (s *server) received(ctx context.Context, sn *snapshot, p *receivedParams) (*receivedResult, error) {
	switch {
	case sn == nil:
		return nil, nil // closed meanwhile
	case p.Text != 0 && p.Text != sn.revision:
		return nil, protocol.ErrContentModified
	}
	at, err := s.place(ctx, sn, p.Position)
	if err != nil {
		return nil, err
	}
	m := newMarkup(protocol.MarkupKindMarkdown)
	if leak, why := at.leaked(); leak != nil {
		m.paragraph(m.strong(leak.Tool))
		m.paragraph(m.prose(why.Message), ".")
		return &receivedResult{
			Tool: foreign.Line(leak.Tool), Text: m.content().Value, Outcome: diagnostics.Ignored.String(), Why: foreign.Line(why.Message), Verdicts: []string{foreign.Line(why.Message)}, Values: []receivedValue{},
		}, nil
	}
	if at.call == nil || !at.call.Listed() {
		return nil, nil
	}
	c := at.received()
	c.write(m, inDocument)
	r := &receivedResult{
		Tool: callName(c.block), Text: m.content().Value, Verdicts: at.verdicts(&markup{}),
		Heading: c.heading(), Values: make([]receivedValue, len(c.values)), More: c.rest(), Changes: c.replacements(),
		Outcome: at.call.Outcome().String(), By: at.call.By(), Why: foreign.Line(at.call.Why(at.line)),
	}
	for i := range c.values {
		r.Values[i] = c.cut(c.values[i], inDocument)
	}
	return r, nil
}

// leaked returns the leaked call at the place, and the diagnostic about it; nil if there is none.
func (p *place) leaked() (*document.LeakedCall, *diagnostics.Diagnostic) {
	at := p.offset - p.base
	for i := range p.result.Diagnostics {
		f := &p.result.Diagnostics[i]
		if f.Code != diagnostics.LeakedCall || at < f.Span.Start || f.Span.End < at {
			continue
		}
		for k := range p.result.File.Leaked {
			if leak := &p.result.File.Leaked[k]; leak.Span == f.Span {
				return leak, f
			}
		}
	}
	return nil, nil
}

// heading returns a heading for the values, such as "The tool receives"; "" without values.
func (c *receivedCall) heading() string {
	if len(c.values) == 0 {
		return ""
	}
	text := strings.TrimSpace(c.receives())
	return strings.ToUpper(text[:1]) + text[1:]
}

// maxCompared is the most of a call that is compared by lines, in bytes: in a browser, the server has one thread.
const maxCompared = 1 << 20

// replacements returns the replacements of a call of apply_diff; several edits of a file are
// combined, with a line between them on both sides.
func (c *receivedCall) replacements() (list []replacement) {
	if c.block.ToolName() != toolspec.ApplyDiff {
		return nil
	}
	byPath := map[string]int{}
	left := maxCompared
	for id := range c.block.Elements() {
		search, replace, ok := c.edit(id)
		if !ok {
			continue
		}
		path := strings.TrimSpace(c.pathBeside(id))
		i, again := byPath[path]
		if again {
			list[i].Before = joined(list[i].Before, search)
			list[i].After = joined(list[i].After, replace)
		} else {
			i = len(list)
			byPath[path] = i
			list = append(list, replacement{Path: path, Before: search, After: replace, Lines: []linediff.Line{}})
		}
		if left -= len(search) + len(replace); left >= 0 {
			list[i].compare(search, replace)
		} else {
			list[i].More = "… other edits are too long to compare"
		}
	}
	return list
}

// compare adds the diff of two texts, as far as there is room for it.
func (r *replacement) compare(search, replace string) {
	lines := linediff.Between(search, replace)
	if len(r.Lines) > 0 && len(lines) > 0 {
		r.Lines = append(r.Lines, linediff.Line{Sign: linediff.Gap})
	}
	if room := max(0, inDocument.lines-len(r.Lines)); len(lines) > room {
		lines, r.More = lines[:room], "… "+counted(len(lines)-room, "line")+" more"
	}
	r.Lines = append(r.Lines, lines...)
}

// edit returns the search text and the replacement of an edit element of apply_diff.
func (r *reception) edit(id xmlcall.ElementID) (search, replace string, ok bool) {
	before, ok := r.block.Child(id, toolspec.Search)
	after, both := r.block.Child(id, toolspec.Replace)
	if !ok || !both || !r.Of(before).Fate.Arrives() || !r.Of(after).Fate.Arrives() {
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
