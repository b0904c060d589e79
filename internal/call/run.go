package call

import (
	"reflect"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// A Run is what the runtime runs of a text.
type Run struct {
	// OK reports whether a call runs: the parser reads it, with or without its repair,
	// and no reason is known for which its tool refuses it.
	OK bool
	// Tool is the name of the tool, and Values are the values that it receives, as in [Intent].
	Tool   string
	Values any
}

// Same reports whether two runs have the same effect.
func (r Run) Same(other Run) bool {
	return r.OK == other.OK && r.Tool == other.Tool && reflect.DeepEqual(r.Values, other.Values)
}

// RunOf returns what the runtime runs of a text that starts with a call, as if there were nothing else.
func RunOf(text string, o Context) Run {
	b := parse(text, o)
	c := &Call{Block: b, Tools: o.Tools, Tool: o.Tools.Of(b)}
	// A value whose elements are dropped is empty, which only some tools refuse:
	// here it counts as a call that runs with other data.
	refuses := func(i toolspec.Issue) bool { return i.Kind != toolspec.DroppedValue && c.Tool.Refuses(i) }
	switch {
	case b.Delimiters != xmlcall.Closed || b.Verdict().Outcome == xmlcall.Refused,
		c.Tool == nil && c.Tools.Lacks(b.ToolName()),
		c.Tool != nil && slices.ContainsFunc(c.Reading().Issues, refuses):
		return Run{}
	}
	return Run{OK: true, Tool: b.ToolName(), Values: c.values()}
}

// values returns the values that the tool receives.
func (c *Call) values() any {
	if c.Tool != nil {
		return c.Reading().Arguments
	}
	arguments, _ := c.Block.Decode()
	return plain(arguments)
}

// extras returns the parts of a call that no tool receives.
func (c *stage) extras() []string {
	b := c.Block
	var list []string
	for _, n := range c.notes {
		switch n.Kind {
		case StrayText, IgnoredAttributes, IgnoredPrefix:
			list = append(list, b.Slice(n.Span))
		case UnknownChild, DuplicateChild:
			list = append(list, b.Slice(b.Element(n.Element).Span()))
		}
	}
	for i := range b.Tokens {
		switch t := &b.Tokens[i]; t.Kind() {
		case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
			list = append(list, b.Slice(t.Span()))
		}
	}
	if c.Tool != nil {
		for _, i := range c.Reading().Issues {
			if i.Kind == toolspec.DuplicateArgument { // of one with the same value
				list = append(list, b.Slice(b.Element(i.Element).Span()))
			}
		}
	}
	slices.Sort(list)
	return list
}

// plain returns a tree without insignificant parts: the white space beside elements, and the notation of texts.
func plain(v *xmlcall.Value) *xmlcall.Value {
	if v == nil {
		return nil
	}
	out := &xmlcall.Value{Name: v.Name, Text: v.Text}
	for _, child := range v.Children {
		out.Children = append(out.Children, plain(child))
	}
	if (len(out.Children) > 0 || v.Name == "arguments") && strings.TrimSpace(v.Text) == "" {
		out.Text = ""
	}
	return out
}
