package ls

import (
	"strings"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/linediff"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Received is what the tool of a call receives.
type Received struct {
	Tool string `json:"tool"` // the name of the call in a list
	Text string `json:"text"` // the values that the tool receives, in Markdown

	Outcome string         `json:"outcome"` // as in a list
	By      diagnostics.By `json:"by"`
	Reason  string         `json:"reason"`

	// The same for who shows it in another way, as plain text: what happens to the call, what is told
	// of the values, the values, and how many are left out.
	Verdicts []string        `json:"verdicts"`
	Heading  string          `json:"heading,omitempty"`
	Values   []ReceivedValue `json:"values"`
	More     string          `json:"more,omitempty"`
	// Changes are what a call changes in a file: all of the file where the call is checked against it,
	// otherwise the texts that a call of apply_diff replaces, one per file.
	Changes []replacement `json:"changes,omitempty"`
}

// A replacement is a text that a call searches for in a file, and its replacement.
type replacement struct {
	Path   string `json:"path"`
	Before string `json:"before"`
	After  string `json:"after"`
	// Lines are the difference of both, of which More is left out.
	Lines []linediff.Line `json:"lines"`
	More  string          `json:"more,omitempty"`
}

// Received returns what the tool of the call at the place receives, or nil if there is none.
// Its text is Markdown.
func (p *Place) Received() *Received {
	if c := p.aside(); c != nil {
		return c.received()
	}
	if p.call == nil || p.call.Outcome() == diagnostics.NoCall {
		return nil
	}
	m := newMarkup(true)
	c := p.received()
	c.write(m, inDocument)
	r := &Received{
		Tool: callName(p.call.Received()), Text: m.content(), Verdicts: p.verdicts(&markup{}),
		Heading: c.heading(), Values: make([]ReceivedValue, len(c.values)), More: c.rest(), Changes: c.replacements(),
		Outcome: p.call.Outcome().String(), By: p.call.By(), Reason: foreign.Line(p.call.Why(p.line)),
	}
	for i := range c.values {
		v := c.cut(c.values[i], inDocument)
		v.Name, v.Text = foreign.Line(v.Name), foreign.Text(v.Text)
		r.Values[i] = v
	}
	return r
}

// nothing is what the tool of a call that does not run receives.
const nothing = "The tool receives nothing"

// heading returns what is told of the values, as the start of a sentence; "" for a call without any.
func (r *reception) heading() string {
	switch {
	case len(r.values) == 0 && r.withheld:
		return nothing
	case len(r.values) == 0:
		return ""
	case r.withheld && r.at != r.of:
		return nothing + ". After the fixes, it would receive"
	case r.withheld:
		return nothing + ". As meant, it would receive"
	}
	text := strings.TrimSpace(r.receives())
	return strings.ToUpper(text[:1]) + text[1:]
}

// maxCompared is how much of a call is compared line by line, in bytes: a page has one thread.
const maxCompared = 1 << 20

// replacements returns the replacements of a call of apply_diff; several edits of a file are
// combined, with a line between them on both sides.
func (r *reception) replacements() (list []replacement) {
	if list := r.change(); list != nil {
		return list
	}
	if r.block.ToolName() != toolspec.ApplyDiff {
		return nil
	}
	byPath := map[string]int{}
	left := maxCompared
	for id := range r.block.Elements() {
		search, replace, ok := r.edit(id)
		if !ok {
			continue
		}
		path := strings.TrimSpace(r.pathBeside(id))
		i, again := byPath[path]
		if again {
			list[i].Before = joined(list[i].Before, search)
			list[i].After = joined(list[i].After, replace)
		} else {
			i = len(list)
			byPath[path] = i
			list = append(list, replacement{Path: foreign.Line(path), Before: search, After: replace, Lines: []linediff.Line{}})
		}
		if left -= len(search) + len(replace); left >= 0 {
			list[i].compare(search, replace)
		} else {
			list[i].More = "… other edits are too long to compare"
		}
	}
	return list
}

// compare adds the difference of two texts, as far as there is room for it.
func (r *replacement) compare(search, replace string) {
	lines := linediff.Between(search, replace, linediff.Context)
	if len(r.Lines) > 0 && len(lines) > 0 {
		r.Lines = append(r.Lines, linediff.Line{Sign: linediff.Gap})
	}
	for i := range lines { // an editor compares the texts themselves, and shows what is hidden in them
		lines[i].Text = foreign.Text(lines[i].Text)
	}
	if room := max(0, inDocument.lines-len(r.Lines)); len(lines) > room {
		lines, r.More = lines[:room], "… "+thousands.Count(len(lines)-room, "line")+" more"
	}
	r.Lines = append(r.Lines, lines...)
}

// edit returns the search text and the replacement of an element of a call of
// apply_diff.
func (r *reception) edit(id xmlcall.ElementID) (search, replace string, ok bool) {
	before, ok := r.block.Child(id, toolspec.Search)
	after, both := r.block.Child(id, toolspec.Replace)
	if !ok || !both || !r.Of(before).Fate.Arrives() || !r.Of(after).Fate.Arrives() {
		return "", "", false
	}
	return r.block.Element(before).Decoded(), r.block.Element(after).Decoded(), true
}

// joined returns two texts with a line between them.
func joined(a, b string) string {
	if a != "" && !strings.HasSuffix(a, "\n") {
		a += "\n"
	}
	return a + "…\n" + b
}
