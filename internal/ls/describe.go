package ls

import (
	"fmt"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"github.com/entrhq/forge-lsp/diagnostics"
	"github.com/entrhq/forge-lsp/internal/thousands"
	"github.com/entrhq/forge-lsp/toolspec"
)

// maxListed bounds the list of a tool's arguments, of values, and of edits.
const maxListed = 30

// firstOf returns the items of a list, of a long one the first, and how many there are more.
func firstOf(n int, item func(int) string) (items []string) {
	for i := range min(n, maxListed) {
		items = append(items, item(i))
	}
	if n > maxListed {
		items = append(items, "… "+thousands.Separate(n-maxListed)+" more")
	}
	return items
}

// tool writes what a tool does, what it reads and where it is defined. document is the path of
// the file that the call is in, or "".
func (m *markup) tool(t *toolspec.Tool, document string) {
	m.paragraph(m.strong(t.Name), m.origin(t, document))
	m.paragraph(m.prose(t.Description))
	items := firstOf(len(t.Arguments), func(i int) string { return m.listed(&t.Arguments[i]) })
	switch {
	case len(items) == 0:
		m.unnamed(t.Open)
	case t.Open:
		items = append(items, "… any other")
	}
	m.items(items)
}

// unnamed writes what a tool takes that names no argument.
func (m *markup) unnamed(open bool) {
	if open {
		m.paragraph("It takes arguments of any name.")
	} else {
		m.paragraph("It takes no arguments.")
	}
}

// origin describes in half a sentence the kind of tool and where it is defined.
func (m *markup) origin(t *toolspec.Tool, document string) string {
	text := ": tool"
	switch {
	case t.Custom:
		text = ": custom tool, which " + m.code("run_custom_tool") + " runs"
	case t.Server != "":
		text = ": tool of the server " + m.code(t.Server)
	}
	if t.Source.File == "" {
		return text + ", built into the runtime"
	}
	shown := t.Source.File
	if short, err := filepath.Rel(filepath.Dir(document), shown); err == nil && document != "" {
		shown = short
	}
	shown = fmt.Sprintf("%s:%d", filepath.ToSlash(shown), t.Source.Line)
	if !filepath.IsAbs(t.Source.File) {
		return text + ", defined in " + m.code(shown)
	}
	return text + ", defined in " + m.link(m.code(shown), fmt.Sprintf("%s#L%d", uri.File(t.Source.File), t.Source.Line))
}

// listed returns an argument as one line of a list.
func (m *markup) listed(a *toolspec.Argument) string {
	text := m.code(a.Name) + " (" + need(a) + ")"
	if about := m.line(a.Description); about != "" {
		text += ": " + about
	}
	return text
}

// need returns the type of an argument and whether it is required.
func need(a *toolspec.Argument) string {
	if a.Required {
		return typeText(a) + ", required"
	}
	return typeText(a) + ", optional"
}

// argument writes the description of an argument. tool is the name of its tool.
func (m *markup) argument(a *toolspec.Argument, tool string) {
	m.paragraph(m.strong(a.Name), ": ", need(a), ", of ", m.code(tool))
	m.paragraph(m.prose(a.Description))
	m.facts(a)
	m.members(a)
}

// facts lists the facts about the values of an argument besides its type.
func (m *markup) facts(a *toolspec.Argument) {
	var facts []string
	if len(a.Enum) > 0 {
		facts = append(facts, "One of "+strings.Join(firstOf(len(a.Enum), func(i int) string { return m.code(a.Enum[i]) }), ", "))
	}
	if value := a.Default(); value != "" {
		facts = append(facts, "Default: "+m.code(inShort(value)))
	}
	if a.NonEmpty {
		facts = append(facts, "Must not be empty")
	}
	if a.Kind == toolspec.List && a.Item != nil && !a.Repeated {
		facts = append(facts, "Each item is an element "+m.tag(a.Item.Name))
	}
	if a.Kind == toolspec.List && a.Repeated {
		facts = append(facts, "Each item is an element "+m.tag(a.Name)+" of its own")
	}
	m.items(facts)
}

// members lists the members of an object, or of the items of a list.
func (m *markup) members(a *toolspec.Argument) {
	inner := a
	for inner.Item != nil {
		inner = inner.Item
	}
	if len(inner.Members) == 0 {
		return
	}
	if inner == a {
		m.paragraph("Contents:")
	} else {
		m.paragraph("In ", m.tag(inner.Name), ":")
	}
	m.items(firstOf(len(inner.Members), func(i int) string { return m.listed(&inner.Members[i]) }))
}

// verdicts returns what happens to the call, a line each: its outcome, and what the stages do that
// this does not tell. An empty block that is not a call has none.
func (p *Place) verdicts(m *markup) []string {
	call := p.call
	if call.Outcome() == diagnostics.NoCall {
		return nil
	}
	outcome, why := capitalized(call.Outcome().Words()), call.Why(p.line)
	switch {
	case call.By() == diagnostics.ByReader:
		outcome += " by the reader"
	case call.By() == diagnostics.ByTool && call.Checked():
		outcome += " by its tool"
	}
	if why != "" {
		outcome += ": " + m.line(why)
	}
	lines := []string{outcome}
	if call.Repaired() && call.Outcome() != diagnostics.Repaired {
		lines = append(lines, "Reader: repairs the call: "+m.line(call.ReaderReason(p.line)))
	}
	if call.Outcome() < diagnostics.Refused {
		lines = append(lines, "Tool: "+p.byTool(m))
	}
	return lines
}

// capitalized returns a text as one that starts a line.
func capitalized(s string) string {
	if s != "" && 'a' <= s[0] && s[0] <= 'z' {
		return strings.ToUpper(s[:1]) + s[1:]
	}
	return s
}

// byTool describes what the tool makes of a call that runs.
func (p *Place) byTool(m *markup) string {
	name := m.code(p.call.Received().ToolName())
	switch {
	case p.call.Checked():
		return name + " accepts the call"
	case p.doc.Options().Toolset().IsBroken(p.call.Block().ToolName()):
		return "unchecked: the definition of " + name + " has a mistake"
	}
	return "unchecked: no tools are defined"
}

// Descriptions of the elements of the envelope.
var envelopeText = map[string]string{
	"server_name": "The server of the tool; `local` if missing or empty. The runtime looks the tool up only by its name.",
	"tool_name":   "The exact name of the tool; white space around it would be part of the name.",
	"arguments":   "The arguments of the call: one element each, named like the argument, in any order.",
}
