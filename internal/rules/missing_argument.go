package rules

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/call"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

var missingArgument = &Rule{
	Code: "missing-argument", Severity: Error, Group: Schema,
	Needs: issues(toolspec.ArrayShape, toolspec.MissingArgument, toolspec.UnknownArgument),
	Check: checkMissingArgument,
}

func checkMissingArgument(p *Pass) {
	shaped := slices.Collect(p.IssuesOf(toolspec.ArrayShape)) // text in place of a list
	for i := range p.IssuesOf(toolspec.MissingArgument) {
		if i.Element >= 0 && p.LeavesOut(i.Element) {
			continue // the text there may be the argument
		}
		if givenOtherwise(p, i, shaped) {
			continue // it is there, and another rule reports its form
		}
		holder := p.Block.Element(i.Element).Local()
		if i.Element == p.Block.Envelope() {
			holder = "arguments"
		}
		n := Report{Message: "Missing `<" + Clip(i.Name) + ">` of `" + Clip(p.ToolName()) + "`; write it in `<" + Clip(holder) + ">`", Note: toolRefuses}
		switch {
		case i.Argument == nil:
			names := strings.ReplaceAll(i.Name, " or ", ">` or `<")
			n.Message = "Missing `<" + ClipAt(names, MaxReason) + ">` of `" + Clip(p.ToolName()) + "`; write one"
		case i.Argument.Kind == toolspec.List && holder == i.Name:
			n.Message = "Missing `<" + Clip(i.Argument.Item.Name) + ">` in `<" + Clip(i.Name) + ">`; write at least one"
		case p.Tool.Custom:
			n.Note = ""
		case !p.Tool.Refuses(i):
			n.Note = "The tool does not check this, and runs with an empty value"
		}
		span := i.Span
		if i.Argument != nil && p.Block.Element(i.Element).Local() != i.Name {
			n.Fixes = append(renameToMissing(p, i), insertArgument(p, i.Element, i.Argument)...)
		}
		p.report(span, n)
	}
}

// givenOtherwise reports whether an argument is missing only because it is not where
// the tool looks for it, or not written as the tool reads it. shaped are the issues
// about lists.
func givenOtherwise(p *Pass, i toolspec.Issue, shaped []toolspec.Issue) bool {
	if i.Argument == nil || i.Element < 0 {
		return false
	}
	b := p.Block
	holder := b.Element(i.Element)
	for _, s := range shaped {
		if s.Name == i.Name && (s.Span == i.Span || s.Element == i.Element || b.Element(s.Element).Parent() == i.Element) {
			return true
		}
	}
	if call.ShapeOf(p.Argument(i.Element)) != nil && !p.HasChildren(i.Element) &&
		strings.TrimSpace(b.Element(i.Element).Text()) != "" {
		return true // text or a section in place of elements
	}
	for k := range b.Children(i.Element) {
		if p.NamedBy(k) == i.Name {
			return true
		}
	}
	at := p.ArgumentsElement()
	if i.Element != at && i.Element != b.Envelope() {
		return false
	}
	if p.Payload.Kind == call.ArgumentsPayload || at >= 0 && p.HoldsStructure(at) {
		return true
	}
	if at >= 0 && p.HasAttribute(at, i.Name) {
		return true
	}
	for _, s := range p.Strays() {
		if _, has := b.Child(s.Element, i.Name); has || p.NamedBy(s.Element) == i.Name || s.Misplaced && b.Element(s.Element).Local() == i.Name {
			return true
		}
	}
	if at < 0 || holder.Unclosed() {
		return false
	}
	for k := range b.Children(at) {
		if _, has := b.Child(k, i.Name); has && p.Wraps(k) {
			return true
		}
	}
	return false
}

// renameToMissing offers to give the name of a missing argument to the only element beside it
// that the tool does not know, if nothing else is missing there.
func renameToMissing(p *Pass, i toolspec.Issue) []Fix {
	unknown := xmlcall.NoElement
	for u := range p.IssuesOf(toolspec.UnknownArgument) {
		if p.Block.Element(u.Element).Parent() == i.Element {
			if likely := p.LikelyArguments(u); unknown != xmlcall.NoElement || len(likely) > 0 && likely[0] != i.Name || p.NamedBy(u.Element) != "" || len(p.Block.Element(u.Element).Attributes()) > 0 || p.IsContainer(u.Element) || p.Wraps(u.Element) || p.HasChildren(u.Element) != (call.ShapeOf(i.Argument) != nil) {
				return nil
			}
			unknown = u.Element
		}
	}
	for m := range p.IssuesOf(toolspec.MissingArgument) {
		if m.Element == i.Element && m.Name != i.Name {
			return nil
		}
	}
	if unknown == xmlcall.NoElement {
		return nil
	}
	return []Fix{{Title: Titled("Rename `<", p.Block.Element(unknown).Local(), ">` to `<"+ClipAt(i.Name, 12)+">`"), Edits: p.Rename(unknown, i.Name)}}
}

// insertArgument offers to insert an argument as the last child of an element, or with
// a new arguments element if the element is the tool element.
func insertArgument(p *Pass, holder xmlcall.ElementID, a *toolspec.Argument) []Fix {
	e := p.Block.Element(holder)
	if e.Unclosed() || holder == p.Block.Envelope() && p.ArgumentsElement() >= 0 {
		return nil
	}
	value, filled := "...", a
	if a.Kind == toolspec.List && !a.Repeated {
		filled = a.Item
	}
	switch {
	case p.Around.Document: // the rule about placeholders reports it
	case filled.Kind == toolspec.String && len(filled.Enum) == 0 && !filled.NonEmpty:
		return nil // the call would run with that
	case filled.Kind == toolspec.String:
		value = ""
	}
	if filled != a {
		value = "<" + filled.Name + ">" + value + "</" + filled.Name + ">"
	}
	element := "<" + a.Name + ">" + value + "</" + a.Name + ">"
	step := "  "
	if holder == p.Block.Envelope() {
		step = ""
		line := ""
		if _, first := p.Indent(e.End().Start); first {
			line = "\n" + p.ChildIndent(holder, "")
			element = "  " + element
		}
		element = p.LineEnds("<arguments>" + line + element + line + "</arguments>")
	}
	return []Fix{{Title: Titled("Insert `<", a.Name, ">` to fill in"), Edits: []Edit{p.LastChildren(holder, step, element)}}}
}
