package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Signature is the arguments of a tool, a list or an object, as a person reads them.
type Signature struct {
	Label      string // as "name(path: string, line?: integer)"
	About      string // which arguments are given and missing
	Parameters []Parameter
	Active     int // the index of the parameter at the place, or -1
}

// A Parameter is one of the arguments.
type Parameter struct {
	Label      string
	Start, End int    // the place of Label in that of the signature, in bytes
	About      string // "" for nothing
}

// Signature returns the arguments of the tool at the place, inside the arguments of a call, and
// inside a list or an object those of that; nil elsewhere, or if the tool is not known.
func (p *Place) Signature(markdown bool) *Signature {
	if p.call == nil || p.tool == nil || p.element == xmlcall.NoElement {
		return nil
	}
	r, within, active := p.reception(p.block), p.element, xmlcall.NoElement
	if element := p.block.Element(within); !p.inContent(within) {
		if within = element.Parent(); p.at > element.Start().Start {
			active = element.ID()
		}
	}
	for ; within != xmlcall.NoElement; active, within = within, p.block.Element(within).Parent() {
		if isArguments(p.block, within) {
			t := p.tool
			return p.signature(markdown, &toolspec.Argument{Name: t.Name, Description: t.Description, Members: t.Arguments, Open: t.Open}, within, active)
		}
		if a := r.argument(within); a != nil && (len(a.Members) > 0 || a.Item != nil) {
			return p.signature(markdown, a, within, active)
		}
	}
	return nil
}

// signature returns the members of an object or the items of a list, whose element is within. active is the child of
// that which contains the place, or NoElement.
func (p *Place) signature(markdown bool, of *toolspec.Argument, within, active xmlcall.ElementID) *Signature {
	members, list := of.Members, of.Item != nil
	if list { // there can be several
		members = []toolspec.Argument{*of.Item}
	}
	given := map[string]bool{}
	for child, element := range p.block.Children(within) {
		if child != active || element.End().Len() > 0 {
			given[element.Local()] = true
		}
	}
	sig, about := &Signature{Active: p.activeOf(members, list, given, active)}, newMarkup(markdown)
	var label strings.Builder
	var has, missing []string
	label.WriteString(foreign.Line(of.Name) + "(")
	for i := range members {
		a := &members[i]
		if i > 0 {
			label.WriteString(", ")
		}
		text := foreign.Line(a.Name)
		if !a.Required {
			text += "?"
		}
		text += ": " + typeText(a)
		start := label.Len()
		label.WriteString(text)
		m := newMarkup(markdown)
		m.paragraph(m.prose(a.Description))
		m.facts(a)
		sig.Parameters = append(sig.Parameters, Parameter{text, start, label.Len(), m.content()})
		switch {
		case given[a.Name]:
			has = append(has, m.code(a.Name))
		case a.Required:
			missing = append(missing, m.code(a.Name))
		}
	}
	switch {
	case list, of.Open && len(members) > 0:
		label.WriteString(", …")
	case of.Open:
		label.WriteString("…")
	}
	sig.Label = label.String() + ")"
	if len(missing) > 0 {
		about.paragraph("Missing: ", strings.Join(missing, ", "))
	}
	if len(has) > 0 {
		about.paragraph("Given: ", strings.Join(has, ", "))
	}
	about.paragraph(about.prose(of.Description))
	if about.Len() == 0 && !list && (of.Open || len(members) == 0) {
		about.unnamed(of.Open)
	}
	sig.About = about.content()
	return sig
}

// activeOf returns the index of the argument that the place is at, or -1: the one that contains the place, otherwise
// the first missing one, otherwise the first that is not given.
func (p *Place) activeOf(members []toolspec.Argument, list bool, given map[string]bool, active xmlcall.ElementID) int {
	first := func(is func(toolspec.Argument) bool) int { return slices.IndexFunc(members, is) }
	if active != xmlcall.NoElement {
		return first(func(a toolspec.Argument) bool { return a.Name == p.block.Element(active).Local() })
	}
	if missing := first(func(a toolspec.Argument) bool { return a.Required && !given[a.Name] }); missing >= 0 {
		return missing
	}
	return first(func(a toolspec.Argument) bool { return !given[a.Name] || a.Repeated || list })
}

// BeginsArgument reports whether the place is directly in the arguments of a call, after a '<' and
// letters of a name.
func (p *Place) BeginsArgument() bool {
	if p.call == nil || p.element == xmlcall.NoElement {
		return false
	}
	within := p.element
	if element := p.block.Element(within); !p.inContent(within) && p.at > element.Start().Start { // in its tag
		within = element.Parent()
	}
	before := p.block.Text[p.block.Span.Start:min(p.at, p.block.Span.End)]
	name := len(before)
	for name > 0 && lex.IsNameByte(before[name-1]) {
		name--
	}
	before, begun := strings.CutSuffix(before[:name], "<")
	if !begun || !isArguments(p.block, within) {
		return false
	}
	// An element without an end is text here: what comes before it must be the end of another, or <arguments>.
	tag := before[max(0, strings.LastIndexByte(before, '<')):]
	ended := strings.TrimRight(tag, " \t\r\n>")
	return strings.HasPrefix(tag, "</") || strings.HasPrefix(tag, "<arguments") || strings.HasSuffix(ended, "/") || strings.HasSuffix(ended, "--")
}

// inContent reports whether the place is between the tags of an element.
func (p *Place) inContent(id xmlcall.ElementID) bool {
	content := p.block.Element(id).Content()
	return content.Start <= p.at && p.at <= content.End && !p.block.Element(id).SelfClosing()
}
