package call

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// loss returns how a call that runs differs from what was written, or AsWritten. Each has a
// rule that reports it as an error.
func (c *Call) loss() Reason {
	for _, p := range c.Block.Problems {
		if p.Kind.Repairable() || c.InHole(p.Span) { // see Repaired
			continue
		}
		switch p.Kind {
		case xmlcall.UnclosedCall, xmlcall.UnrecognizedTag: // the runtime supplies the end
		case xmlcall.CorruptedCDATA:
			return Rewritten
		case xmlcall.SurrogateReference:
			return HalfCharacter
		case xmlcall.MalformedCDATA:
			return Markup
		default:
			return Swallowed
		}
	}
	if c.Payload.Kind != NoPayload && !c.InHole(c.Payload.Span) || c.arguments != xmlcall.NoElement && c.HoldsStructure(c.arguments) {
		return Structure
	}
	for _, i := range c.issues {
		if loss := c.lossBy(i); loss != AsWritten {
			return loss
		}
	}
	for _, n := range c.notes {
		if c.InHole(n.Span) {
			continue
		}
		switch n.Kind {
		case DuplicateChild:
			if c.LosesWhole(n.Element) {
				return Again
			}
		case IgnoredAttributes:
			if c.AttributeArgument(n.Element) != "" {
				return Unread
			}
		case ToolTagInSection:
			if again, _, draft := Draft(c.Block); draft && n.Span == again {
				return Swallowed
			}
		}
	}
	for _, s := range c.strays {
		if s.Misplaced && s.Read || !s.Misplaced && c.StrayArguments(s) {
			return Unread
		}
	}
	for range c.Dropped() {
		return Markup
	}
	for range c.LostText {
		return OutsideText
	}
	for s := range c.Swallowed {
		if s.Rest != nil {
			return Tags
		}
	}
	for range c.ListsTwice() {
		return Twice
	}
	return AsWritten
}

// lossBy returns how an issue of a tool that accepts the call changes the data, or AsWritten.
func (c *Call) lossBy(i toolspec.Issue) Reason {
	switch i.Kind {
	case toolspec.MissingArgument:
		return Missing
	case toolspec.CoercedValue:
		return Coerced
	case toolspec.ArrayShape, toolspec.DroppedText, toolspec.DroppedValue:
		return Structure
	case toolspec.DuplicateArgument:
		if !i.Same {
			return Overridden
		}
	case toolspec.UnknownArgument:
		if c.NamedBy(i.Element) != "" || c.Wraps(i.Element) || len(c.LikelyArguments(i)) > 0 {
			return Unread
		}
	}
	return AsWritten
}

// LosesWhole reports whether an element is an <arguments> that a later one overrides, with something in
// it that is not in that one as well.
func (c *Call) LosesWhole(element xmlcall.ElementID) bool {
	b, last := c.Block, c.arguments
	if c.Around.Joined || !c.IsArguments(element) || element == last {
		return false
	}
	if !c.HasChildren(element) {
		return strings.TrimSpace(b.Element(element).Text()) != "" && b.Element(element).Text() != b.Element(last).Text()
	}
	kept := map[string]bool{}
	for i := range b.Children(last) {
		kept[c.contentOf(i)] = true
	}
	return slices.ContainsFunc(c.childrenOf(element), func(i xmlcall.ElementID) bool { return !kept[c.contentOf(i)] })
}

// StrayArguments reports whether a child of the tool element that is not part of the
// envelope holds arguments, of which the tool gets none.
func (c *Call) StrayArguments(s Stray) bool {
	return c.HoldsArguments(s.Element) || s.Missing && s.Near == "arguments" && !IsEllipsis(c.Block.Element(s.Element).Text()) &&
		strings.TrimSpace(c.Block.Slice(c.Block.Element(s.Element).Content())) != ""
}

// LikelyArguments returns the names that an unknown argument was most likely intended to
// have, among those that are absent, the likeliest first.
func (c *Call) LikelyArguments(i toolspec.Issue) []string {
	parent := c.Block.Element(i.Element).Parent()
	all := c.Tool.Arguments
	if c.reads(parent) {
		all = c.Argument(parent).Members
	}
	var names []string
	for _, a := range all {
		if !c.has(parent, a.Name) {
			names = append(names, a.Name)
		}
	}
	likely := toolspec.NearestArgument(c.Tool.Name, i.Name, names)
	if end := c.EndName(i.Element); slices.Contains(names, end) { // "<paht>a.go</path>"
		likely = slices.Insert(slices.DeleteFunc(likely, func(n string) bool { return n == end }), 0, end)
	}
	return likely
}

// ListsTwice yields each list with the same items as an earlier one of its name, and that one:
// the tool receives the items of both.
func (c *Call) ListsTwice() func(yield func(list, first xmlcall.ElementID) bool) {
	return func(yield func(list, first xmlcall.ElementID) bool) {
		var lists []xmlcall.ElementID
		for i, e := range c.Block.Elements() {
			if a := c.Argument(i); a != nil && a.Kind == toolspec.List && !a.Repeated && e.HasChildren() && !c.isList(e.Parent()) {
				lists = append(lists, i)
			}
		}
		if len(lists) < 2 {
			return
		}
		firsts := map[string]xmlcall.ElementID{}
		for _, i := range lists {
			content := strconv.Itoa(int(c.Block.Element(i).Parent())) + c.contentOf(i)
			if first, again := firsts[content]; !again {
				firsts[content] = i
			} else if !c.InHole(c.Block.Element(i).Span()) && !yield(i, first) {
				return
			}
		}
	}
}

// contentOf returns a text that differs for elements that differ, other than in text beside elements and in notation.
func (c *Call) contentOf(element xmlcall.ElementID) string {
	var add func(to []byte, v *xmlcall.Value) []byte
	add = func(to []byte, v *xmlcall.Value) []byte {
		to = append(to, v.Name...)
		if len(v.Children) == 0 {
			to = strconv.AppendQuote(to, v.Text)
		}
		to = append(to, '(')
		for _, child := range v.Children {
			to = add(to, child)
		}
		return append(to, ')')
	}
	return string(add(nil, c.Block.Value(element)))
}

// isList reports whether the call's tool reads an element as a list, in which equal items are allowed.
func (c *Call) isList(element xmlcall.ElementID) bool {
	return c.reads(element) && c.Argument(element).Kind == toolspec.List
}

// Dropped yields the markup in the scalars of a call, of which the runtime reads only the
// text: the place, the scalar, and the token with which it starts.
func (c *Call) Dropped() func(yield func(Dropped) bool) {
	return func(yield func(Dropped) bool) {
		b := c.Block
		for element, kind := range c.Scalars() {
			e := b.Element(element)
			for i := e.First() + 1; i < e.Last(); i++ {
				t := b.Tokens[i]
				span := t.Span()
				switch t.Kind() {
				case xmlcall.StartTag:
					if b.Element(t.Element()).Parent() != element {
						continue
					}
					span = b.Element(t.Element()).Span()
				case xmlcall.Comment, xmlcall.ProcInst, xmlcall.Directive:
					// In a number they are dropped without effect: 4<!-- x -->2 is 42.
					if t.Element() != element || kind != toolspec.String || c.malformedSection(t) {
						continue
					}
				default:
					continue
				}
				if !c.InHole(span) && !yield(Dropped{element, span, t}) {
					return
				}
			}
		}
	}
}

// A Dropped is markup in a scalar.
type Dropped struct {
	Scalar xmlcall.ElementID
	Span   xmlcall.Span
	Token  xmlcall.Token // the first
}

// malformedSection reports whether a directive was intended to be a CDATA section, which is a problem of its own.
func (c *Call) malformedSection(t xmlcall.Token) bool {
	for i := c.FirstProblem(t.Span().Start); i < len(c.Block.Problems) && c.Block.Problems[i].Span.Start == t.Span().Start; i++ {
		if c.Block.Problems[i].Kind == xmlcall.MalformedCDATA {
			return true
		}
	}
	return false
}

// ReplacesArguments reports whether text between elements stands where the tool's arguments do: among them, or as the only
// words of a call without arguments, in place or elsewhere.
func (c *Call) ReplacesArguments(n Note) bool {
	none := c.arguments == xmlcall.NoElement && len(c.strays) == 0 && c.Tool != nil && (c.Tool.Open || len(c.Tool.Arguments) > 0)
	return n.Element == c.arguments || none && strings.ContainsFunc(c.Block.Slice(n.Span), unicode.IsLetter)
}

// LostText yields the places of text between the arguments and in objects and lists, where the tool reads elements; of a
// call without arguments, those of text that may be them.
func (c *Call) LostText(yield func(xmlcall.Span) bool) {
	at := c.arguments
	lost := func(span xmlcall.Span) bool {
		text := c.Block.Slice(span)
		return text == "" || IsEllipsis(text) || c.InHole(span) || yield(span)
	}
	for n := range c.NotesOf(StrayText) {
		if c.ReplacesArguments(n) && !lost(n.Span) {
			return
		}
	}
	if !c.Readable() || c.Payload.Kind != NoPayload {
		return
	}
	if at >= 0 && !c.HasChildren(at) {
		text := strings.TrimSpace(c.Block.Element(at).Text())
		if text != "" && !IsEllipsis(text) && !c.HoldsStructure(at) && !lost(c.knownText(c.Block.Element(at).Content())) {
			return
		}
	}
	for i := range c.Block.Tokens {
		t := &c.Block.Tokens[i]
		if c.Tool == nil || t.Kind() != xmlcall.Text && t.Kind() != xmlcall.CDATA || ShapeOf(c.Argument(t.Element())) == nil || !c.HasChildren(t.Element()) {
			continue
		}
		if !lost(c.knownText(t.Span())) {
			return
		}
	}
}
