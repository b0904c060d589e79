package call

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/entrhq/forge-lsp/internal/forge"
	"github.com/entrhq/forge-lsp/toolspec"
	"github.com/entrhq/forge-lsp/xmlcall"
)

// brokenTags corrects tags of the structure that the parser does not recognize, so that its reading of the rest is
// useless: a start tag without its '>', arguments without a start tag, a name of the envelope that is not closed.
func (c *stage) brokenTags() {
	if c.cutName(); c.Block.Verdict().Outcome != xmlcall.Refused || c.Tool == nil {
		return
	}
	for _, correct := range []func(){c.openNames, c.noArgumentsStart, c.openStarts, c.openEnds} {
		if len(c.edits) == 0 { // the rest follows in the next stage
			correct()
		}
	}
}

// openElement returns what follows the only start tag of a name in a call without the end tag: a value, and the name of the
// next start tag, with the text after its '<'. at is the place of the value.
func (c *stage) openElement(name string) (at int, value, next, rest string, ok bool) {
	start := "<" + name + ">"
	if strings.Count(c.text, start) != 1 || strings.Contains(c.text, "</"+name+">") {
		return 0, "", "", "", false
	}
	at = strings.Index(c.text, start) + len(start)
	value, rest, _ = strings.Cut(c.text[at:], "<")
	next, _ = tagName(rest)
	return at, value, next, rest, strings.TrimSpace(value) != "" && !strings.HasPrefix(rest, "/")
}

// openEnds closes a one-line value that is followed on its line by the start of the next element.
func (c *stage) openEnds() {
	for i := range c.Tool.Arguments {
		name := c.Tool.Arguments[i].Name
		at, value, next, rest, ok := c.openElement(name)
		if ok && !strings.ContainsAny(value, "\r\n&") && strings.TrimSpace(value) == value && !c.endsLikeTag(value) &&
			c.Tool.Argument(next) != nil && strings.Contains(rest, "</"+next+">") {
			c.insert(at+len(value), "</"+name+">")
		}
	}
}

// openNames closes a name of the envelope that is followed by the next element of the envelope.
func (c *stage) openNames() {
	for _, name := range []string{"server_name", "tool_name"} {
		at, written, next, _, ok := c.openElement(name)
		value := strings.TrimSpace(written)
		if ok && !strings.ContainsAny(value, blanks) && forge.InEnvelope(next) {
			c.insert(at+strings.Index(written, value)+len(value), "</"+name+">")
		}
	}
}

// noArgumentsStart opens the arguments before the tool's arguments if only their end tag is there.
func (c *stage) noArgumentsStart() {
	if c.Tool.Open || strings.Contains(c.text, "<arguments") || strings.Count(c.text, "</arguments>") != 1 {
		return
	}
	children := c.childrenOf(c.Block.Envelope())
	for _, p := range c.Block.Problems {
		elements := c.LooseArguments(p)
		if elements != nil && elements[len(elements)-1] == children[len(children)-1] && !slices.ContainsFunc(elements, func(i xmlcall.ElementID) bool {
			return c.Tool.Argument(c.Block.Element(i).Local()) == nil || c.Block.Element(i).Unclosed()
		}) {
			c.edits = append(c.edits, c.OpenArguments(elements))
		}
	}
}

// openStarts completes the start tag of a value that lacks its '>': there is one prefix
// of it where a tag may be, and an unmatched end tag.
func (c *stage) openStarts() {
	_, content, _ := strings.Cut(c.text, "<arguments>")
	from := len(c.text) - len(content)
	end := strings.LastIndex(content, "</arguments>")
	if end < 0 {
		return
	}
	scalars := map[string]bool{}
	everyArgument(c.Tool, func(a *toolspec.Argument) {
		if a.Kind.Scalar() {
			scalars[a.Name] = true
		}
	})
	for _, name := range slices.Sorted(maps.Keys(scalars)) {
		c.openStart(name, content[:end], from)
	}
}

func (c *stage) openStart(name, content string, from int) {
	start, close := "<"+name, "</"+name+">"
	whole := strings.Count(content, start+">")
	if strings.Contains(content, start+"/>") || strings.Contains(content, start+" ") || strings.Count(content, close) != whole+1 {
		return
	}
	broken := -1
	for i := strings.Index(content, start); i >= 0; {
		after := i + len(start)
		tag, _ := tagName(content[i+1:])
		switch {
		case strings.HasPrefix(content[after:], ">"), c.toolNames()[tag] && tag != name: // that of another one, of which this is a prefix
		case broken >= 0:
			return
		default:
			broken = i
		}
		if i = strings.Index(content[after:], start); i >= 0 {
			i += after
		}
	}
	if broken < 0 {
		return
	}
	before := strings.TrimRight(content[:broken], " \t\r\n")
	length := strings.Index(content[broken:], close)
	if length < len(start) || before != "" && !strings.HasSuffix(before, ">") {
		return
	}
	value := content[broken+len(start) : broken+length]
	if c.misread(name, content[broken+1:], value) {
		return
	}
	m := &meaning{own: name, names: c.toolNames(), known: true, free: true, document: c.o.Document}
	if m.structure(sectionless(value)) != "" || c.followed(from+broken+length+len(close)) != "" {
		return
	}
	c.insert(from+broken+len(start), ">")
}

// misread reports whether a start tag without its '>' may have another name or another value than the text after its
// '<' suggests: "<hostsa" may be <hosts> or <host>, and in "<path=a.go" the '=' may be a mistyped '>'.
func (c *stage) misread(name, text, value string) bool {
	for other := range c.toolNames() {
		if len(other) > len(name) && strings.HasPrefix(other, name) && strings.HasPrefix(text, other) {
			return true
		}
	}
	if value == "" || strings.HasPrefix(value, sectionOpen) {
		return false
	}
	if first, _ := utf8.DecodeRuneInString(value); first >= utf8.RuneSelf && unicode.IsSpace(first) {
		return true // "<path\u00a0>": what follows is in the tag
	}
	return !isWordByte(value[0]) && !isLetter(value[0]) && !strings.ContainsAny(value[:1], " \t\r\n")
}

// cutName corrects the end tag of the tool's name that cuts the call:
// <tool_name>read_file</tool>, with the arguments after it.
func (c *stage) cutName() {
	const start, end = "<tool_name>", "</tool>"
	_, after, found := strings.Cut(c.text, start)
	if !found || strings.Contains(c.text, "</tool_name") || strings.Count(c.text, end) != 2 {
		return
	}
	name, rest, _ := strings.Cut(after, end)
	rest = strings.TrimLeft(rest, " \t\r\n")
	if c.Tools.Find(c.Block.ServerName(), name) == nil ||
		!strings.HasPrefix(rest, "<arguments>") && !strings.HasPrefix(rest, "<server_name>") {
		return
	}
	from := len(c.text) - len(after) + len(name)
	c.replace(xmlcall.Span{Start: from, End: from + len(end)}, "</tool_name>")
}
