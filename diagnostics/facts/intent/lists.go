package intent

import (
	"strings"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// structure corrects arguments that are not written as the tool reads them,
// where the parser has no objection: sections around structure, attributes for
// arguments, other names for items.
func (c *call) structure() {
	if c.tool == nil || c.arguments < 0 {
		return
	}
	c.sectionsOver()
	c.sections()
	c.attributeArguments()
	c.namedArguments()
	c.innerContainer()
	if len(c.edits) > 0 || len(c.doubts) > 0 {
		return
	}
	done := map[int]bool{} // wrappers that were corrected
	for _, i := range c.tool.Issues(c.b) {
		if i.Kind == toolspec.ArrayShape && !c.isHole(i.Span) {
			if !c.list(i, done) {
				c.doubtAt(i.Element, "shape of a list")
			}
		}
	}
	if len(c.doubts) > 0 {
		c.edits = nil
	}
}

// sections takes away CDATA sections around structure.
func (c *call) sections() {
	b := c.b
	for i := c.arguments; i < len(b.Elements); i++ {
		if i != c.arguments && (c.known[i] == nil || c.known[i].Kind != toolspec.List && c.known[i].Kind != toolspec.Object) {
			continue
		}
		t := c.onlySection(i)
		if t == nil {
			continue
		}
		inner := strings.TrimSpace(b.Slice(t.Inner))
		switch {
		case strings.HasPrefix(inner, "<") && strings.HasSuffix(inner, ">"):
			text, ok := unwrapped(b.Slice(t.Inner))
			if !ok || i == c.arguments && c.holdsAny(inner) {
				c.doubtAt(i, "section around structure, escaped or not")
				continue
			}
			c.replace(t.Span, text)
		case i != c.arguments && c.jsonIn(i, inner):
		default:
			c.doubtAt(i, "section around structure")
		}
	}
}

// holdsAny reports whether an argument of any shape is among elements that are
// written as text: whether its own value was in a section, which makes it a
// string, is not known.
func (c *call) holdsAny(text string) bool {
	for i := range c.tool.Arguments {
		a := &c.tool.Arguments[i]
		if a.Kind == toolspec.Any && strings.Contains(text, "<"+a.Name+">") {
			return true
		}
	}
	return false
}

// unwrapped returns the elements in a section as they are written without it. In
// a section values need no escapes: where one has something that would have to
// be escaped, its references are text. ok is false where that cannot be told.
func unwrapped(text string) (_ string, ok bool) {
	bare, meant, literal := false, false, false
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '<':
			name, _ := tagName(text[i+1:])
			bare = bare || name == ""
		case text[i] == '&':
			if ref, _, ok := xmlcall.ReferenceAt(text, i); !ok {
				bare = true
			} else if referenceMeant(text, i, ref.Span.End) {
				meant = true
			} else {
				literal = true
			}
		}
	}
	switch {
	case !literal && !(bare && meant):
		return text, true
	case bare && !meant && !strings.Contains(text, sectionOpen):
		return strings.ReplaceAll(text, "&", "&amp;"), true
	}
	return "", false
}

// partlyEscaped reports whether a text that was meant as elements has a reference
// that may be part of a value that was not escaped, since it stands in a
// section.
func partlyEscaped(text string) bool {
	for i, a := range ampersands(text) {
		if a.ok && !referenceMeant(text, i, a.end) {
			return true
		}
	}
	return false
}

// jsonIn writes the JSON value of an argument as the tool reads it.
func (c *call) jsonIn(element int, text string) bool {
	value, err := decodeJSON(text)
	if err != nil {
		return false
	}
	a := c.known[element]
	if _, isList := value.([]any); a.Kind == toolspec.List && !isList {
		return false
	}
	elements, ok := elementsOf(a, value)
	if !ok {
		return false
	}
	c.replace(c.b.Elements[element].Content(), elements)
	return true
}

// onlySection returns the CDATA section that is all there is in an element but
// for white space, nil if there is anything else.
func (c *call) onlySection(element int) *xmlcall.Token {
	b := c.b
	e := &b.Elements[element]
	var section *xmlcall.Token
	for i := e.First + 1; i < e.Last; i++ {
		t := &b.Tokens[i]
		switch {
		case t.Kind == xmlcall.CDATA && section == nil:
			section = t
		case t.Kind != xmlcall.Text || strings.TrimSpace(b.Slice(t.Span)) != "":
			return nil
		}
	}
	return section
}

// list corrects what a tool does not read as a list. It reports false where
// that is in doubt.
func (c *call) list(i toolspec.Issue, done map[int]bool) bool {
	b := c.b
	a := i.Argument
	if a == nil || a.Item == nil {
		return false
	}
	switch i.Shape {
	case toolspec.TextItems:
		return c.textItems(i)
	case toolspec.WrongItems:
		return c.wrongItems(i, b.Elements[i.Element].Parent, done)
	case toolspec.NoItem:
		c.insert(b.Elements[i.Elements[0]].Span().Start, "<"+a.Item.Name+">")
		c.insert(b.Elements[i.Elements[len(i.Elements)-1]].Span().End, "</"+a.Item.Name+">")
		return c.adjacent(i.Elements) && c.once(i.Elements)
	case toolspec.NoWrapper:
		if done[i.Elements[0]] {
			return true
		}
		done[i.Elements[0]] = true
		c.insert(b.Elements[i.Elements[0]].Span().Start, "<"+a.Name+">")
		c.insert(b.Elements[i.Elements[len(i.Elements)-1]].Span().End, "</"+a.Name+">")
		return c.adjacent(i.Elements)
	case toolspec.TextWrappers:
		if !c.adjacent(i.Elements) || !a.Item.Kind.Scalar() {
			return false
		}
		var w strings.Builder
		for _, k := range i.Elements {
			w.WriteString("<" + a.Item.Name + ">" + b.Slice(b.Elements[k].Content()) + "</" + a.Item.Name + ">")
		}
		c.replace(i.Span, "<"+a.Name+">"+w.String()+"</"+a.Name+">")
		return true
	}
	return false
}

// textItems corrects a list that is written as text: as a JSON array, as lines
// that each start with a dash, or, where its items are numbers or come from a
// list of values, with commas.
func (c *call) textItems(i toolspec.Issue) bool {
	b := c.b
	raw := strings.TrimSpace(b.Slice(i.Span))
	text := strings.TrimSpace(b.Value(i.Element).Text)
	item := i.Argument.Item
	var values []any
	switch {
	case strings.HasPrefix(text, "["):
		value, err := decodeJSON(text)
		if err != nil || escapedJSON(raw) && isJSON(raw) {
			return false
		}
		values, _ = value.([]any)
	case item.Kind == toolspec.Integer || item.Kind == toolspec.Number || item.Kind == toolspec.Boolean || len(item.Enum) > 0:
		if strings.Contains(text, "\n") {
			return false
		}
		for part := range strings.SplitSeq(text, ",") {
			values = append(values, scalarOf(item, strings.TrimSpace(part)))
		}
	case item.Kind == toolspec.String && item.Tight() && strings.Contains(text, "\n"):
		for line := range strings.SplitSeq(text, "\n") {
			rest, ok := strings.CutPrefix(strings.TrimSpace(line), "- ")
			if !ok || strings.TrimSpace(rest) == "" || strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, "[") {
				return false
			}
			values = append(values, strings.TrimSpace(rest))
		}
	}
	if len(values) == 0 {
		return false
	}
	elements, ok := elementsOf(i.Argument, values)
	if !ok {
		return false
	}
	c.replace(b.Elements[i.Element].Content(), elements)
	return true
}

func isJSON(text string) bool {
	_, err := decodeJSON(text)
	return err == nil
}

// scalarOf returns a text as a value that [toolspec.Tool.Write] takes for an
// argument, the text itself if it is none.
func scalarOf(a *toolspec.Argument, text string) any {
	if a.Kind == toolspec.String {
		return text
	}
	if value, err := decodeJSON(text); err == nil {
		return value
	}
	return text
}

// wrongItems corrects the elements of a list that have another name than its
// items: all of them have one name, and none the right one.
func (c *call) wrongItems(i toolspec.Issue, wrapper int, done map[int]bool) bool {
	if done[wrapper] {
		return true
	}
	done[wrapper] = true
	b := c.b
	if i.Argument.Item.Kind == toolspec.List {
		return false // the name of its items, or the list around them
	}
	item := i.Argument.Item.Name
	children := c.children(wrapper)
	name := b.Elements[children[0]].Local()
	for _, k := range children {
		if b.Elements[k].Local() != name || len(c.attributes(k)) > 0 {
			return false
		}
	}
	if strings.TrimSpace(b.Value(wrapper).Text) != "" {
		return false
	}
	if len(children) == 1 && c.allNamed(children[0], item) {
		e := &b.Elements[children[0]] // a container around the items
		c.replace(e.Start, "")
		c.replace(e.End, "")
		return true
	}
	if c.tool.Argument(name) != nil && !c.tool.Open {
		return false
	}
	for _, k := range children {
		e := &b.Elements[k]
		if e.SelfClosing || e.Name != name || i.Argument.Item.Kind.Scalar() && c.hasChildren(k) {
			return false
		}
		c.replace(b.Tokens[e.First].Inner, item)
		c.replace(b.Tokens[e.Last].Inner, item)
	}
	return true
}

// allNamed reports whether an element holds elements of one name and nothing
// else.
func (c *call) allNamed(element int, name string) bool {
	children := c.children(element)
	for _, k := range children {
		if c.b.Elements[k].Local() != name {
			return false
		}
	}
	return len(children) > 0 && strings.TrimSpace(c.b.Value(element).Text) == ""
}

// adjacent reports whether nothing but white space stands between elements.
func (c *call) adjacent(elements []int) bool {
	for i := 1; i < len(elements); i++ {
		from, to := c.b.Elements[elements[i-1]].End.End, c.b.Elements[elements[i]].Start.Start
		if from > to || strings.TrimSpace(c.text[from:to]) != "" {
			return false
		}
	}
	return true
}

// once reports whether no two of the elements have one name.
func (c *call) once(elements []int) bool {
	seen := map[string]bool{}
	for _, i := range elements {
		name := c.b.Elements[i].Local()
		if seen[name] {
			return false
		}
		seen[name] = true
	}
	return true
}
