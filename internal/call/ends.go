package call

import (
	"cmp"
	"html"
	"slices"
	"strings"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/internal/lex"
	"github.com/entrhq/forge-lsp/internal/plural"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// Doubts about where an element ends.
const (
	notClosed  = "element not closed"
	endInText  = "end tag that may be text"
	otherEnd   = "end tag of another field"
	endOfValue = "end of the value"
)

// unclosed returns the reason for doubting that an element without an end tag ends at an offset.
func (c *stage) unclosed(element xmlcall.ElementID, at int) (why string) {
	e, a := c.Block.Element(element), c.Argument(element)
	inEnvelope := e.Parent() == c.Block.Envelope()
	if inEnvelope && element == c.arguments {
		return c.followed(at)
	}
	value := c.text[e.Start().End:at]
	if c.isContainer(element) {
		isList := a != nil && a.Kind == toolspec.List
		switch {
		case isList && c.isList(e.Parent()):
			return "end of a list in a list"
		case strings.TrimSpace(value) == "":
			return "empty element not closed"
		case isList && e.Parent() == c.arguments && c.Tool.Argument(a.Item.Name) != nil:
			return notClosed // the last items may be another argument
		case c.endsInItem(element):
			return otherEnd
		case c.startsTwice(e.Name(), at):
			return "start tag twice"
		}
		return c.followed(at)
	}
	switch {
	case c.Scalar(element) != element || c.Tool == nil && !inEnvelope:
		return notClosed
	case inEnvelope && e.Local() == "tool_name" &&
		(c.Tool == nil && c.Tools.Find("", strings.TrimSpace(value)) == nil || c.arguments == xmlcall.NoElement || startsElement(c.o.After)):
		return "name not closed"
	case c.endsLikeTag(value):
		return endInText
	case strings.Count(value, sectionOpen) > 1:
		return severalSections
	case slices.ContainsFunc(forge.Envelope[:], func(name string) bool { return strings.HasSuffix(strings.TrimRight(value, blanks), name) }):
		return endOfValue
	}
	if why := cmp.Or(c.meaning(element).structure(sectionless(value)), c.followed(at)); why != "" {
		return why
	}
	oneLine := !strings.ContainsAny(value, "\r\n")
	rest := c.text[at:]
	switch {
	case value == "":
		return "empty value not closed"
	case c.isTight(element) && oneLine && !strings.Contains(value, " ") && value == strings.TrimSpace(value):
		return ""
	case oneLine && strings.HasPrefix(rest, "<"):
		return ""
	case strings.HasPrefix(value, sectionOpen) && strings.Index(value, sectionClose) == len(value)-len(sectionClose) &&
		strings.Count(rest[:len(rest)-len(strings.TrimLeft(rest, blanks))], "\n") <= 1: // the first of more line ends may be part of the value
		return ""
	}
	return endOfValue
}

// endsLikeTag reports whether a text may end with an end tag that is damaged: one that lacks its '<', has it escaped,
// or has a blank or another name in it. The value of "<path>a.go/path>" is "a.go" or all of it.
func (c *stage) endsLikeTag(value string) bool {
	value = strings.TrimRight(value, " \t\r\n")
	value, ok := strings.CutSuffix(value, ">")
	if !ok {
		value, ok = strings.CutSuffix(value, "&gt;")
	}
	if !ok || strings.HasSuffix(value, "]]") {
		return false
	}
	if c.toolNames()[value[strings.LastIndexByte(value, '/')+1:]] || !strings.Contains(value, "<") {
		return true
	}
	tag := value[strings.LastIndexByte(value, '<')+1:]
	name, _ := tagName(tag)
	return name == "" || strings.Contains(tag, ">")
}

// endsInItem reports whether the end tag of the last item may be meant as the missing end tag of its list: it is on a
// line of its own, unlike the ends of other values, and has a name like that of the list.
//
//	<tags><tag>a
//	</tag>
func (c *stage) endsInItem(list xmlcall.ElementID) bool {
	children := c.childrenOf(list)
	if len(children) == 0 {
		return false
	}
	last := children[len(children)-1]
	value, item, name := c.Block.Slice(c.Block.Element(last).Content()), c.Block.Element(last).Local(), c.Block.Element(list).Local()
	return c.isLeaf(last) && (plural.IsItem(name, item) || near(item, name)) &&
		strings.Contains(value[len(strings.TrimRight(value, " \t\r\n")):], "\n") && !strings.HasPrefix(strings.TrimLeft(value, " \t\r"), "\n")
}

// startsTwice reports whether two start tags of a name are at an offset: the second may be the first of an element in it.
func (c *stage) startsTwice(name string, at int) bool {
	first, rest, _ := strings.Cut(c.text[at:], "<"+name+">")
	return strings.TrimSpace(first) == "" && strings.HasPrefix(strings.TrimLeft(rest, blanks), "<"+name+">")
}

// endsInStrayTag reports whether the text of a scalar up to an offset ends in an end tag that closes nothing in it.
// If the end tag of the scalar is missing there, it may be that one: <content>import sys</command></arguments>.
func (c *stage) endsInStrayTag(scalar xmlcall.ElementID, at int) bool {
	if !c.isLeaf(scalar) {
		return false
	}
	value := sectionless(strings.TrimSpace(c.text[c.Block.Element(scalar).Start().End:at]))
	k := strings.LastIndex(value, "</")
	if k < 0 || !strings.HasSuffix(value, ">") {
		return false
	}
	name, end := tagName(value[k+2:])
	return name != "" && strings.TrimSpace(value[k+2+end:]) == ">" && countTags(value, "<"+name) < countTags(value, "</"+name)
}

// opensIn reports whether a text has one start tag of a name more than end tags, escaped or not: the value of
// "<content>&lt;p>a</p>" may end in that tag.
func opensIn(text, name string) bool {
	text = html.UnescapeString(text)
	return countTags(text, "<"+name) > countTags(text, "</"+name)
}

// countTags counts the tags with a start such as "</p" in a text.
func countTags(text, start string) (n int) {
	for {
		_, rest, found := strings.Cut(text, start)
		if !found {
			return n
		}
		if rest == "" || !isWordByte(rest[0]) && rest[0] != '-' {
			n++
		}
		text = rest
	}
}

// followed returns the reason for assuming that something other than structure follows
// an offset, or "" if the next thing is a tag of the structure.
func (c *stage) followed(at int) (why string) {
	rest := strings.TrimLeft(c.text[at:], " \t\r\n")
	if rest == "" {
		return ""
	}
	if !strings.HasPrefix(rest, "<") {
		return "text after the value"
	}
	name, _ := tagName(rest[1:])
	if name == "" {
		return "no tag after the value"
	}
	if l := lex.Local(name); !c.toolNames()[l] {
		return "unknown tag after the value"
	}
	return ""
}

// sectionless returns the content of a text that is a single CDATA section, and otherwise the text.
func sectionless(value string) string {
	if strings.HasPrefix(value, sectionOpen) && strings.HasSuffix(value, sectionClose) && strings.Count(value, sectionClose) == 1 {
		return ""
	}
	return value
}

// wrongEnd returns the reason for doubting that a tag was intended to end an element.
func (c *stage) wrongEnd(element xmlcall.ElementID, p xmlcall.Problem) (why string) {
	b := c.Block
	e := b.Element(element)
	if c.Tool == nil && c.InArguments(element) && e.HasChildren() {
		return "wrong end tag"
	}
	if why := c.followed(p.Span.End); why != "" {
		return why
	}
	// Its own end tag must not come later, before the end of the element around it.
	end, parent := len(c.text), e.Parent()
	if parent != xmlcall.NoElement && !b.Element(parent).Unclosed() {
		end = b.Element(parent).End().Start
	}
	rest := c.text[min(p.Span.End, end):end]
	if before, _, found := strings.Cut(rest, "</"+e.Name()); found && !strings.Contains(before, "<"+e.Name()+">") {
		return "closed later, too"
	}
	tag, own := b.Slice(p.Span), e.Local()
	name, _ := tagName(strings.TrimPrefix(strings.TrimPrefix(tag, "<"), `\`))
	name = lex.Local(name)
	if name == "arguments" && parent == b.Envelope() && !forge.InEnvelope(own) {
		return "wrong end tag" // those are closed before it
	}
	value := c.text[e.Start().End:p.Span.Start]
	scalar := c.isLeaf(element)
	if scalar {
		switch why := c.meaning(element).structure(sectionless(value)); {
		case why != "":
			return why
		case strings.TrimSpace(value) == "":
			return "empty value"
		case c.endsInStrayTag(element, p.Span.Start) || c.endsLikeTag(value):
			return endInText
		}
	}
	lower, long := strings.ToLower(name), scalar && !c.isTight(element) && strings.ContainsAny(value, "\n<")
	_, child := b.Child(element, name)
	switch {
	case element != b.Envelope() && (near(name, "tool") || name == "tool_call"): // </tools>: that of the call
		return otherEnd
	case scalar && name != own && opensIn(value, name):
		return endInText
	case c.endsInItem(element) || lower != name && lower != own && c.toolNames()[lower]:
		return otherEnd
	case c.startMayBeWrong(element, name):
		return "start tag or end tag"
	case child && c.goesOnIn(element, p.Span.End): // there twice
		return otherEnd
	case name == own:
		// "</path" without its '>', "<path>" or "<path/>" for the end tag.
		if !strings.HasPrefix(tag, "</") && strings.Contains(rest, "<"+e.Name()) && !c.isContainer(parent) {
			return "start tag for an end tag"
		}
	case near(name, own):
		switch {
		case strings.EqualFold(name, own) && c.callsCustom() && c.InArguments(element):
			return "case of a name" // which makes another option of a custom tool
		case c.toolNames()[name] && !c.hasNamesake(element, name):
			return otherEnd
		case parent != xmlcall.NoElement && b.Element(parent).Unclosed() && near(name, b.Element(parent).Local()):
			return otherEnd // </tas> in <tags><tag>
		}
	case !c.toolNames()[name]:
		if long || scalar && isHTML(lower) {
			return endInText
		}
	case !c.hasNamesake(element, name):
		return otherEnd
	case long:
		return endInText
	}
	return ""
}

// callsCustom reports whether the call is one of run_custom_tool, to a defined tool or not.
func (c *stage) callsCustom() bool {
	return c.Tool != nil && (c.Tool.Custom || c.Tool.Name == toolspec.CustomRunner)
}

// goesOnIn reports whether an element that the tool reads in another one starts at an offset.
func (c *stage) goesOnIn(element xmlcall.ElementID, at int) bool {
	rest, start := strings.CutPrefix(strings.TrimLeft(c.text[at:], " \t\r\n"), "<")
	name, _ := tagName(rest)
	if !start || name == "" {
		return false
	}
	if element == c.arguments {
		return c.Tool == nil || c.Tool.Open || c.Tool.Argument(name) != nil
	}
	around := c.Argument(element).Element()
	return around != nil && around.Child(name) != nil
}

// startMayBeWrong reports whether an element of an undefined tool's arguments may have been
// intended to have the name of its end tag: "<pat>a.go</path>".
func (c *stage) startMayBeWrong(element xmlcall.ElementID, end string) bool {
	e := c.Block.Element(element)
	if c.Tool != nil || !c.InArguments(element) || end == e.Local() {
		return false
	}
	listed := e.Parent() != c.arguments
	return c.likelihood(end, listed) > c.likelihood(e.Local(), listed) || near(end, e.Local()) && c.hasNamesake(element, end)
}

// likelihood returns how likely a name is that of an argument of an undefined tool, or of an
// element of a list: 0 if it is capitalized or of HTML, 2 if other tools or lists have it.
func (c *stage) likelihood(name string, listed bool) int {
	wrapper := WrapsValue(name)
	switch {
	case name == "" || name[0] >= 'A' && name[0] <= 'Z' || isHTML(name) || wrapper && !listed:
		return 0
	case wrapper || len(c.Tools.WithArguments(name)) > 0:
		return 2
	}
	return 1
}

// hasNamesake reports whether another element beside or directly in an element has a name and both tags, as in
// <edits><edit>…</edit></edit>: then an end tag of that name is not missing there.
func (c *stage) hasNamesake(element xmlcall.ElementID, name string) bool {
	b := c.Block
	for i, e := range b.Children(b.Element(element).Parent()) {
		if i != element && e.Local() == name && b.Slice(e.End()) == "</"+e.Name()+">" {
			return true
		}
	}
	for _, e := range b.Children(element) {
		if e.Local() == name && !e.Unclosed() && !e.SelfClosing() {
			return true
		}
	}
	return false
}
