package call

import (
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/notes"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// reading returns what the call's tool receives. The tool must be known. The reading is
// computed once.
func (c *call) reading() *toolspec.Reading {
	if c.read == nil {
		c.read = c.tool.Read(c.b)
	}
	return c.read
}

// notes returns the notes of the call, which are computed once.
func (c *call) notes() []notes.Note {
	if !c.noted {
		c.noted, c.noteList = true, notes.Of(c.b)
	}
	return c.noteList
}

// values returns the values that the tool receives.
func (c *call) values() any {
	if c.tool != nil {
		return c.reading().Arguments
	}
	arguments, _ := c.b.Decode()
	return plain(arguments)
}

// extras returns the parts of a call that no tool receives.
func (c *call) extras() []string {
	b := c.b
	var list []string
	for _, n := range c.notes() {
		switch n.Kind {
		case notes.StrayText, notes.IgnoredAttributes, notes.IgnoredPrefix:
			list = append(list, b.Slice(n.Span))
		case notes.UnknownChild, notes.DuplicateChild:
			list = append(list, b.Slice(b.Element(n.Element).Span()))
		}
	}
	for i := range b.Tokens {
		switch t := &b.Tokens[i]; t.Kind() {
		case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
			list = append(list, b.Slice(t.Span()))
		}
	}
	if c.tool != nil {
		for _, i := range c.reading().Issues {
			if i.Kind == toolspec.DuplicateArgument { // of one with the same value
				list = append(list, b.Slice(b.Element(i.Element).Span()))
			}
		}
	}
	slices.Sort(list)
	return list
}

// plain returns a tree without insignificant parts: the white space beside elements,
// and the notation of texts.
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
