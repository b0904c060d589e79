package intent

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// doubt notes what reads well and may not be what was meant, or is lost: what
// the runtime ignores, decodes otherwise, or the tool refuses.
func (c *call) doubt() {
	b := c.b
	if v := b.Verdict(); v.Outcome != xmlcall.Runs && !(c.b.Form == xmlcall.Closed && c.b.ToolName() == "" && len(c.o.Holes) > 0) {
		c.doubtAt(b.Envelope(), "does not run: "+v.Reason)
		return
	}
	for _, n := range b.Notes() {
		if !c.isHole(n.Span) {
			c.note(n)
		}
	}
	if c.arguments >= 0 && !c.hasChildren(c.arguments) && !c.leftOut() && strings.TrimSpace(b.Value(c.arguments).Text) != "" {
		c.doubtAt(c.arguments, "text for arguments")
	}
	if c.tool == nil {
		c.unknownTool()
		c.sectionsOver()
		return
	}
	if c.nested() {
		return
	}
	c.anyWrapped()
	c.anyMarkup()
	c.sectionsOver()
	c.listsTwice()
	for _, i := range c.tool.Issues(b) {
		c.issue(i)
	}
}

// extras returns what is written in a call and reaches no tool.
func (c *call) extras() []string {
	b := c.b
	var list []string
	for _, n := range b.Notes() {
		switch n.Kind {
		case xmlcall.StrayText, xmlcall.IgnoredAttributes, xmlcall.IgnoredPrefix:
			list = append(list, b.Slice(n.Span))
		case xmlcall.UnknownChild, xmlcall.DuplicateChild:
			list = append(list, b.Slice(b.Elements[n.Element].Span()))
		}
	}
	for i := range b.Tokens {
		switch t := &b.Tokens[i]; t.Kind {
		case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
			list = append(list, b.Slice(t.Span))
		}
	}
	if c.tool != nil {
		for _, i := range c.tool.Issues(b) {
			if i.Kind == toolspec.DuplicateArgument || i.Kind == toolspec.UnknownArgument {
				list = append(list, b.Slice(b.Elements[i.Element].Span()))
			}
		}
	}
	slices.Sort(list)
	return list
}

func (c *call) note(n xmlcall.Note) {
	b := c.b
	switch n.Kind {
	case xmlcall.DoubleEscape:
		if scalar := c.scalars[n.Element]; scalar >= 0 && c.allEscapedTwice(scalar) {
			c.doubtAt(scalar, "escaped twice")
		}
	case xmlcall.ReferenceInSection:
		if scalar := c.scalars[n.Element]; scalar < 0 || !c.markupPath(scalar) && c.escapedInSection(scalar) {
			c.doubtAt(n.Element, "reference in a section")
		}
	case xmlcall.PaddedSection:
		if scalar := c.scalars[n.Element]; scalar >= 0 && c.kind(scalar) == toolspec.String {
			c.doubtAt(scalar, "white space beside a section")
		}
	case xmlcall.ThinkingTag:
		if !c.o.Document {
			c.doubtAt(n.Element, "thinking tag")
		}
	case xmlcall.DuplicateChild:
		later := b.Child(b.Envelope(), b.Elements[n.Element].Local())
		if b.Slice(b.Elements[later].Content()) != b.Slice(b.Elements[n.Element].Content()) {
			c.doubtAt(n.Element, "duplicate element")
		}
	case xmlcall.StrayText:
		if n.Element == c.arguments && !c.leftOut() {
			c.doubtAt(n.Element, "text beside arguments")
		}
	case xmlcall.IgnoredAttributes:
		if c.scalars[n.Element] >= 0 && c.scalars[n.Element] != n.Element {
			return // markup in a value
		}
		for _, a := range c.attributes(n.Element) {
			if c.readsIn(n.Element, b.Slice(a.Name)) {
				c.doubtAt(n.Element, "attribute that may be an argument")
			}
		}
	}
}

// leftOut reports whether a hole among the arguments stands for what is not
// there.
func (c *call) leftOut() bool {
	for _, h := range c.o.Holes {
		if c.arguments >= 0 && c.b.Elements[c.arguments].Content().Contains(h) && c.scalarAround(h) < 0 {
			return true
		}
	}
	return false
}

// allEscapedTwice reports whether every reference in a value is escaped itself,
// as it is if somebody escaped the whole value twice. With others beside them,
// those were meant as text.
func (c *call) allEscapedTwice(scalar int) bool {
	raw := c.b.Slice(c.b.Elements[scalar].Content())
	for i, a := range ampersands(raw) {
		if !a.ok {
			continue
		}
		if raw[i:a.end] != "&amp;" {
			return false
		}
		if once, _, ok := xmlcall.ReferenceAt("&"+raw[a.end:], 0); !ok || once.Text == "" {
			return false
		}
	}
	return true
}

// escapedInSection reports whether the references in the CDATA section of a
// value may be escapes: nothing in it is left that would have to be escaped, or
// one stands for an operator.
func (c *call) escapedInSection(scalar int) bool {
	raw := c.b.Value(scalar).Text
	bare := strings.Contains(raw, "<")
	for i, a := range ampersands(raw) {
		switch {
		case !a.ok:
			bare = true
		case referenceMeant(raw, i, a.end):
			return true
		}
	}
	return !bare
}

// markupPath reports whether a value that has something left to escape is that of
// a file in a markup language, where references are its text.
func (c *call) markupPath(scalar int) bool {
	raw := c.b.Value(scalar).Text
	return c.besideMarkupPath(scalar) && strings.ContainsAny(raw, "<>") || strings.Contains(raw, "&& ") && c.besideMarkupPath(scalar)
}

// unknownTool notes elements that may be the markup of a value.
func (c *call) unknownTool() {
	b := c.b
	c.anyMarkup()
	for i := range b.Elements {
		switch name := b.Elements[i].Local(); {
		case !c.inArguments(i):
		case slices.Contains(envelopeNames, name):
			c.doubtAt(i, "element of the call")
		case b.Elements[i].Parent != c.arguments && (htmlNames[strings.ToLower(name)] || name[0] >= 'A' && name[0] <= 'Z' || len(c.attributes(i)) > 0):
			c.doubtAt(b.Elements[i].Parent, "markup")
		}
	}
	// Of two arguments with one name the tool may read the last only.
	type place struct {
		parent int
		name   string
	}
	given := map[place]int{}
	for i := c.arguments + 1; i < len(b.Elements); i++ {
		if !c.inArguments(i) {
			continue
		}
		at := place{b.Elements[i].Parent, b.Elements[i].Local()}
		text := b.Slice(b.Elements[i].Content())
		if first, ok := given[at]; ok {
			other := b.Slice(b.Elements[first].Content())
			if other != text && (at.parent == c.arguments || other == "" || text == "") {
				c.doubtAt(i, "argument given twice")
			}
		}
		given[at] = i
	}
}

// nested notes scalars with elements in them: the runtime drops those.
func (c *call) nested() bool {
	found := false
	for i := range c.b.Elements {
		if s := c.scalars[i]; s >= 0 && s != i && c.known[s] != nil && c.known[s].Kind != toolspec.Any {
			c.doubtAt(s, "markup")
			found = true
		}
	}
	return found
}

// anyMarkup notes what may be the markup of a value, in arguments of any shape and
// those of a tool that is not known: text beside elements, declarations, comments.
func (c *call) anyMarkup() {
	b := c.b
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Element == c.arguments || !c.inArguments(t.Element) || c.known[t.Element] != nil && c.known[t.Element].Kind != toolspec.Any {
			continue
		}
		switch {
		case t.Kind == xmlcall.Comment, t.Kind == xmlcall.ProcInst, t.Kind == xmlcall.Directive,
			t.Kind == xmlcall.Text && c.hasChildren(t.Element) && strings.TrimSpace(b.Slice(t.Span)) != "":
			c.doubtAt(t.Element, "text beside elements")
		}
	}
}

// anyWrapped notes an element in an argument of any shape that may only be there
// to hold the value.
func (c *call) anyWrapped() {
	b := c.b
	for i := range b.Elements {
		parent := b.Elements[i].Parent
		if parent <= c.arguments || !c.inArguments(i) || c.known[i] != nil && c.known[i].Kind != toolspec.Any {
			continue
		}
		name, own := strings.ToLower(b.Elements[i].Local()), strings.ToLower(b.Elements[parent].Local())
		if name == own || containers[name] || wrappers[name] {
			c.doubtAt(parent, "element around a value")
		}
	}
}

// sectionsOver notes the CDATA sections that hold the end tag of their own
// element: they may have been meant to end before it.
func (c *call) sectionsOver() {
	b := c.b
	for i := range b.Tokens {
		t := &b.Tokens[i]
		if t.Kind != xmlcall.CDATA {
			continue
		}
		inner := b.Slice(t.Inner)
		own := b.Elements[t.Element].Name
		over := strings.Contains(inner, "</"+own+">") || strings.Contains(inner, "<"+own+">")
		if !over && strings.Contains(inner, sectionOpen) {
			for name := range c.toolNames() {
				over = over || strings.Contains(inner, "</"+name+">")
			}
		}
		if over {
			c.doubtAt(t.Element, "section over the end of its element")
		}
	}
}

// listsTwice notes lists that are given twice, whose items the runtime runs
// together, and the same item twice in a row.
func (c *call) listsTwice() {
	b := c.b
	last := map[int]int{} // the child before, by parent
	seen := map[[2]any]bool{}
	for i := range b.Elements {
		e := &b.Elements[i]
		if !c.inArguments(i) || c.scalars[i] >= 0 && c.scalars[i] != i {
			continue
		}
		before, ok := last[e.Parent]
		last[e.Parent] = i
		if a := c.known[i]; a != nil && a.Kind == toolspec.List && !a.Repeated {
			key := [2]any{e.Parent, e.Local()}
			if seen[key] {
				c.doubtAt(i, "list given twice")
			}
			seen[key] = true
		}
		if !ok || b.Elements[before].Local() != e.Local() {
			continue
		}
		text := strings.TrimSpace(b.Slice(e.Content()))
		switch {
		case text == "", text == strings.TrimSpace(b.Slice(b.Elements[before].Content())):
			c.doubtAt(i, "item given twice")
		}
	}
}

func (c *call) issue(i toolspec.Issue) {
	b := c.b
	if c.isHole(i.Span) || i.Kind == toolspec.MissingArgument && c.leftOut() {
		return
	}
	switch i.Kind {
	case toolspec.DuplicateArgument:
		later := b.Child(b.Elements[i.Element].Parent, b.Elements[i.Element].Local())
		if b.Value(i.Element).Text == b.Value(later).Text && !c.hasChildren(i.Element) && !c.hasChildren(later) {
			return
		}
	}
	name := c.path(i.Element)
	if i.Kind == toolspec.MissingArgument && name != "" {
		name += "/" + i.Name
	} else if i.Kind == toolspec.MissingArgument {
		name = i.Name
	}
	c.doubts = append(c.doubts, Doubt{name, issueNames[i.Kind]})
}

var issueNames = map[toolspec.IssueKind]string{
	toolspec.UnknownArgument: "unknown argument", toolspec.MissingArgument: "missing argument",
	toolspec.EmptyArgument: "empty argument", toolspec.DuplicateArgument: "argument given twice",
	toolspec.TypeMismatch: "wrong type", toolspec.InvalidValue: "value that is not allowed",
	toolspec.EmptyValue: "empty value", toolspec.CoercedValue: "value that the tool changes",
	toolspec.PaddedValue: "white space around the value", toolspec.ArrayShape: "shape of a list",
	toolspec.DroppedValue: "value of elements", toolspec.DroppedText: "text beside the members",
	toolspec.ReplacedValue: "value that the tool takes another for",
}

// values returns what the tool gets.
func (c *call) values() any {
	if c.tool != nil {
		return c.tool.Read(c.b).Arguments
	}
	arguments, _ := c.b.Decode()
	return plain(arguments)
}

// plain returns a tree without what means nothing: the white space beside
// elements, and how a text is written.
func plain(v *xmlcall.Value) *xmlcall.Value {
	if v == nil {
		return nil
	}
	out := &xmlcall.Value{Name: v.Name, Text: v.Text}
	for _, child := range v.Children {
		out.Children = append(out.Children, plain(child))
	}
	if len(out.Children) > 0 && strings.TrimSpace(out.Text) == "" || v.Name == "arguments" && strings.TrimSpace(v.Text) == "" {
		out.Text = ""
	}
	return out
}
