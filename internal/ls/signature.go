package ls

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/foreign"
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

// A signature is the arguments of an element, and their use at a place.
type signature struct {
	name      string // of the tool or the element
	about     string
	arguments []toolspec.Argument
	open      bool
	list      bool // whether they are items, of which there can be several
	given     map[string]bool
	active    int // index of an argument, or -1
}

// Signature returns the arguments of the tool at the place, inside the arguments of a call, and
// inside a list or an object those of that; nil elsewhere, or if the tool is not known.
func (p *Place) Signature(f Format) *Signature {
	if p.call == nil || p.tool == nil || p.element == xmlcall.NoElement {
		return nil
	}
	r, within, active := p.reception(), p.element, xmlcall.NoElement
	if element := p.block.Element(within); !p.inContent(within) {
		if within = element.Parent(); p.at > element.Start().Start {
			active = element.ID()
		}
	}
	for ; within != xmlcall.NoElement; active, within = within, p.block.Element(within).Parent() {
		var sig signature
		if a := r.argument(within); isArguments(p.block, within) {
			sig = signature{name: p.tool.Name, about: p.tool.Description, arguments: p.tool.Arguments, open: p.tool.Open}
		} else if a != nil && len(a.Members) > 0 {
			sig = signature{name: a.Name, about: a.Description, arguments: a.Members, open: a.Open}
		} else if a != nil && a.Item != nil {
			sig = signature{name: a.Name, about: a.Description, arguments: []toolspec.Argument{*a.Item}, list: true}
		} else {
			continue
		}
		sig.use(p.block, within, active)
		return sig.information(f)
	}
	return nil
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
	for name > 0 && isNameByte(before[name-1]) {
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

// use records which arguments the children of an element represent, and which is active: the
// one that contains the place, otherwise the first missing one, otherwise the first that is
// not given.
func (sig *signature) use(block *xmlcall.Block, id, active xmlcall.ElementID) {
	sig.given = map[string]bool{}
	for child, element := range block.Children(id) {
		if child != active || element.End().Len() > 0 {
			sig.given[element.Local()] = true
		}
	}
	first := func(is func(toolspec.Argument) bool) int { return slices.IndexFunc(sig.arguments, is) }
	if active != xmlcall.NoElement {
		sig.active = first(func(a toolspec.Argument) bool { return a.Name == block.Element(active).Local() })
		return
	}
	if sig.active = first(func(a toolspec.Argument) bool { return a.Required && !sig.given[a.Name] }); sig.active < 0 {
		sig.active = first(func(a toolspec.Argument) bool { return !sig.given[a.Name] || a.Repeated || sig.list })
	}
}

// information returns the signature as a client shows it.
func (sig *signature) information(f Format) *Signature {
	var label strings.Builder
	label.WriteString(foreign.Line(sig.name) + "(")
	info := &Signature{Active: sig.active}
	for i := range sig.arguments {
		a := &sig.arguments[i]
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
		m := newMarkup(f)
		m.paragraph(m.prose(a.Description))
		m.facts(a)
		info.Parameters = append(info.Parameters, Parameter{text, start, label.Len(), m.content()})
	}
	switch {
	case sig.list, sig.open && len(sig.arguments) > 0:
		label.WriteString(", …")
	case sig.open:
		label.WriteString("…")
	}
	label.WriteString(")")
	info.Label, info.About = label.String(), sig.documentation(f)
	return info
}

// documentation describes which arguments are given and missing.
func (sig *signature) documentation(f Format) string {
	m := newMarkup(f)
	var given, missing []string
	for i := range sig.arguments {
		switch a := &sig.arguments[i]; {
		case sig.given[a.Name]:
			given = append(given, m.code(a.Name))
		case a.Required:
			missing = append(missing, m.code(a.Name))
		}
	}
	if len(missing) > 0 {
		m.paragraph("Missing: ", strings.Join(missing, ", "))
	}
	if len(given) > 0 {
		m.paragraph("Given: ", strings.Join(given, ", "))
	}
	m.paragraph(m.prose(sig.about))
	switch {
	case m.Len() > 0:
	case sig.open:
		m.paragraph("It takes arguments of any name.")
	case len(sig.arguments) == 0:
		m.paragraph("It takes no arguments.")
	}
	return m.content()
}
