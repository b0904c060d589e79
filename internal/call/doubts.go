package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// doubt adds doubts for text that is valid but may not be intended, or is lost: text
// that the runtime ignores or decodes differently, or that the tool refuses.
func (c *stage) doubt() {
	b := c.Block
	if v := b.Verdict(); v.Outcome != xmlcall.Runs {
		if _, invalid := v.At(); invalid || len(c.o.Holes) == 0 { // a hole may be the name
			c.doubtAt(b.Envelope(), doesNotRun+v.Reason)
			return
		}
	}
	c.notes = c.findNotes()
	last := Note{Element: xmlcall.NoElement} // a value may have thousands of a kind in a row, which are one doubt
	for _, n := range c.notes {
		if again := n.Kind == last.Kind && n.Element == last.Element; !again && !c.isHole(n.Span) {
			c.note(n)
			last = n
		}
	}
	if e := b.Element(c.arguments); !c.HasChildren(c.arguments) && strings.TrimSpace(e.Text()) != "" && !c.isHole(e.Content()) {
		c.doubtAt(c.arguments, "text for arguments")
	}
	c.ambiguous()
	if c.Tool != nil {
		for _, i := range c.Reading().Issues {
			c.issue(i)
		}
	}
}

// doesNotRun starts the doubt about a call that the reader refuses after all corrections.
const doesNotRun = "does not run: "

func (c *stage) note(n Note) {
	b := c.Block
	switch n.Kind {
	case DoubleEscape:
		if scalar := c.Scalar(n.Element); scalar != xmlcall.NoElement && c.allEscapedTwice(scalar) {
			c.doubtAt(scalar, "escaped twice")
		}
	case EscapedSection:
		c.doubtAt(n.Element, "escaped section")
	case ReferenceInSection:
		if scalar := c.Scalar(n.Element); scalar == xmlcall.NoElement || !c.markupPath(scalar) && escapedInSection(b.Element(scalar).Text()) {
			c.doubtAt(n.Element, "reference in a section")
		}
	case PaddedSection:
		if scalar := c.Scalar(n.Element); scalar != xmlcall.NoElement && c.kind(scalar) == toolspec.String {
			c.doubtAt(scalar, "white space beside a section")
		}
	case ThinkingTag:
		if !c.o.Document {
			c.doubtAt(n.Element, "thinking tag")
		}
	case DuplicateChild:
		later, _ := b.Child(b.Envelope(), b.Element(n.Element).Local())
		if b.Slice(b.Element(later).Content()) != b.Slice(b.Element(n.Element).Content()) {
			c.doubtAt(n.Element, "duplicate element")
		}
	case StrayText:
		switch {
		case n.Element == c.arguments:
			c.doubtAt(n.Element, "text beside arguments")
		case c.arguments == xmlcall.NoElement && (c.Tool == nil || len(c.Tool.Arguments) > 0):
			c.doubtAt(n.Element, "text that may be the arguments")
		}
	case IgnoredAttributes:
		for _, a := range c.Block.Element(n.Element).Attributes() {
			if c.readsIn(n.Element, b.Slice(a.Name)) {
				c.doubtAt(n.Element, "attribute that may be an argument")
			}
		}
	}
}

// leftOut reports whether a hole among the arguments represents missing ones.
func (c *stage) leftOut() bool {
	content := c.Block.Element(c.arguments).Content()
	return slices.ContainsFunc(c.o.Holes, func(h xmlcall.Span) bool {
		_, inValue := c.scalarAround(h)
		inJSON := content.Contains(h) && !c.HasChildren(c.arguments) && strings.Count(c.text[content.Start:h.Start], `"`)%2 == 1
		return content.Contains(h) && !inValue && !inJSON
	})
}

// allEscapedTwice reports whether every reference in a value is itself escaped, as if the whole value had been
// escaped twice. If there are others, the escaped ones were intended as text.
func (c *stage) allEscapedTwice(scalar xmlcall.ElementID) bool {
	raw := c.Block.Slice(c.Block.Element(scalar).Content())
	for i, a := range ampersands(raw) {
		if raw[i:a.end] != "&amp;" || restOfReference(raw[a.end:]) == 0 {
			return false
		}
	}
	return true
}

// escapedInSection reports whether the references in the text of a CDATA section, if there are any, may be escapes:
// nothing else in it would have to be escaped, or one of them represents an operator.
func escapedInSection(raw string) bool {
	literal, escapes, bare := referencesIn(raw)
	return escapes || literal && !bare && !strings.Contains(raw, "<")
}

// markupPath reports whether a value that still has something to escape belongs to a
// file in a markup language, whose references are part of its text.
func (c *stage) markupPath(scalar xmlcall.ElementID) bool {
	raw := c.Block.Element(scalar).Text()
	return (strings.ContainsAny(raw, "<>") || strings.Contains(raw, "&& ")) && c.besideMarkupPath(scalar)
}

func (c *stage) issue(i toolspec.Issue) {
	b := c.Block
	if c.isHole(i.Span) || i.Kind == toolspec.MissingArgument && c.leftOut() {
		return
	}
	if i.Kind == toolspec.DuplicateArgument {
		later := i.Elements[0]
		if b.Element(i.Element).Text() == b.Element(later).Text() && !c.HasChildren(i.Element) && !c.HasChildren(later) {
			return
		}
	}
	name := c.path(i.Element)
	if i.Kind == toolspec.MissingArgument {
		name = strings.TrimPrefix(name+"/"+i.Name, "/")
	}
	why := issueNames[i.Kind]
	if i.Kind == toolspec.PaddedValue {
		why = i.Around() + " around the value"
	}
	c.doubts = append(c.doubts, Doubt{Path: name, Why: why})
}

var issueNames = map[toolspec.IssueKind]string{
	toolspec.UnknownArgument: "unknown argument", toolspec.MissingArgument: "missing argument",
	toolspec.EmptyArgument: "empty argument", toolspec.DuplicateArgument: "argument given twice",
	toolspec.TypeMismatch: "wrong type", toolspec.InvalidValue: "value that is not allowed",
	toolspec.EmptyValue: "empty value", toolspec.CoercedValue: "value that the tool changes",
	toolspec.ArrayShape:   "shape of a list",
	toolspec.DroppedValue: "value of elements", toolspec.DroppedText: "text beside the members",
	toolspec.ReplacedValue: "value that the tool takes another for",
	toolspec.NotChecked:    "values that are not checked",
}
