package call

import (
	"regexp"
	"strings"
	"sync"

	"github.com/entrhq/forge-lsp/xmlcall"
)

// endAfter is the doubt about a call that may go on after its </tool>.
const endAfter = "</tool> after the call"

// escaped corrects a call that is escaped as a whole, and reports whether it is. Text that is escaped twice, or an
// escaped CDATA section, may come from escaping a finished call; but if only the tags were escaped, the text is meant as
// it is.
func (c *stage) escaped() bool {
	if c.Block.Delimiters != xmlcall.Escaped {
		return false
	}
	why := ""
	switch after := strings.TrimSpace(c.o.After); {
	case escapedTwice(c.text) || strings.Contains(c.text, "&lt;!"):
		why = "escaped once or twice"
	case strings.HasPrefix(after, "</"): // as the value of an element
		why = "escaped call in an element"
	case goesOnAfter(after):
		why = endAfter
	default:
		c.replace(c.Block.Span, c.Block.Unescaped())
		return true
	}
	c.doubtAt(c.Block.Envelope(), why)
	return true
}

// inSection corrects a call that is in a CDATA section as a whole. It reports whether the call is.
func (c *stage) inSection() bool {
	section, ok := CallInSection(c.Block)
	if !ok || c.isHole(section.Span()) {
		return false
	}
	inner := c.Block.Slice(section.Inner())
	within := newStage("<tool>"+inner+"</tool>", Context{Tools: c.Tools, MaxSize: c.o.MaxSize, Document: c.o.Document})
	if _, ok := within.unwrapped(inner); !ok || within.Tool == nil || within.holdsAny(inner) || len(c.o.Holes) > 0 {
		c.doubtAt(c.Block.Envelope(), escapedAround)
	} else {
		c.structural = true
		c.replace(section.Span(), inner)
	}
	return true
}

// escapedTwice reports whether a text has a reference whose '&' is escaped itself.
func escapedTwice(text string) bool {
	for i, a := range ampersands(text) {
		if text[i:a.end] == "&amp;" && restOfReference(text[a.end:]) > 0 {
			return true
		}
	}
	return false
}

// restOfReference returns the length of what comes after the '&' of a reference, at the start of a text, or 0.
func restOfReference(text string) int {
	end := strings.IndexAny(text, ";& <\r\n") + 1
	if _, _, ok := xmlcall.ReferenceAt("&"+text[:end], 0); !ok {
		return 0
	}
	return end
}

// form corrects the end of a call that lacks one.
func (c *stage) form() {
	// "<tool_name>x</tool> … </tool>": the call may have been cut.
	within := ""
	if end := c.Block.Element(0).End(); end.Len() > 0 {
		within = c.text[end.End:max(end.End, c.Block.Span.End)]
	}
	after, _, another := strings.Cut(within, "<tool>")
	if !another {
		after += c.o.After
	}
	without := c.arguments == xmlcall.NoElement && startsElement(after) // its arguments
	broken := len(c.Block.Problems) > 0 && (without || goesOnAfter(after))
	if inSection := strings.HasPrefix(strings.TrimSpace(after), sectionClose); c.Block.Rest().Len() == 0 && (broken || inSection) {
		c.doubtAt(c.Block.Envelope(), endAfter)
	}
	for _, p := range c.Block.Problems {
		if p.Kind == xmlcall.SwallowedCall {
			c.doubtAt(c.Block.Envelope(), "call in a call")
		}
	}
}

// goesOnAfter reports whether a call may continue in the text after its </tool>.
func goesOnAfter(after string) bool {
	return goesOn().MatchString(strings.TrimPrefix(strings.TrimSpace(after), "</tool>"))
}

// startsElement reports whether a text starts with a start tag.
func startsElement(text string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "<")
	name, _ := tagName(rest)
	return ok && name != ""
}

// goesOn finds evidence that a call goes on: a tag, escaped or not, or a section.
var goesOn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(<|&lt;)(/?\s*(tools?|arguments|args|params|parameters|input)[\s/>_&]|!\[CDATA\[)`)
})

// loneEnd finds a tag at the start of a text that was intended to be </tool>.
var loneEnd = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^</?(?i:tool|tools|tool[_-]?call|tool[_-]?use|call|invoke)\s*/?>`)
})

// unclosedCall closes a call whose arguments are closed and after which its message
// ends. A call that is cut off is never completed: its missing part is unknown.
func (c *stage) unclosedCall(p xmlcall.Problem) (why string) {
	b := c.Block
	at, ok := p.At()
	if !c.o.Complete || c.arguments == xmlcall.NoElement || !ok || b.Delimiters != xmlcall.Unclosed {
		return "call not closed"
	}
	e, rest := b.Element(c.arguments), c.text[at:]
	indent := lastLine(rest)
	blank := strings.TrimSpace(rest) == ""
	tag, lone := LoneEnd(rest)
	switch {
	case !e.SelfClosing() && b.Slice(e.End()) != "</arguments>":
		return callCutOff
	case blank && indent != "" && strings.HasPrefix(lastLine(c.text[:e.Start().Start]), indent):
		return callCutOff // before another child
	case lone:
		c.replace(xmlcall.Span{Start: at + tag.Start, End: at + tag.End}, "</tool>")
	case !blank:
		return "text after the call"
	case !c.has(b.Envelope(), "server_name") && b.Slice(e.Span()) != strings.TrimSpace(c.text[e.Start().Start:at]):
		return callCutOff // <arguments> is not the last part, so <server_name> may follow
	default:
		c.insert(at, "</tool>")
	}
	return ""
}

// callCutOff is the doubt about a call whose end is missing, with what was before it.
const callCutOff = "call cut off"

// lastLine returns the last line of a text.
func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

// LoneEnd returns the place of the tag that was intended to be the </tool> of a complete call, given the text after
// it: an end tag with another name, or a start tag without content after it.
func LoneEnd(after string) (tag xmlcall.Span, ok bool) {
	rest := strings.TrimSpace(after)
	found := loneEnd().FindString(rest)
	if found == "" || found != rest && !strings.HasPrefix(found, "</") {
		return xmlcall.Span{}, false
	}
	at := strings.Index(after, rest)
	return xmlcall.Span{Start: at, End: at + len(found)}, true
}

// A cut is a field that is cut short by a </tool> in its value.
type cut struct {
	found   bool
	field   xmlcall.ElementID // NoElement where it is not known
	content xmlcall.Span
}

// findCut returns the field whose value contains the </tool> that cuts the call.
func (c *stage) findCut() cut {
	found := cut{field: xmlcall.NoElement}
	for _, p := range c.Block.Problems {
		if p.Kind != xmlcall.CallEndInContent {
			continue
		}
		found.found = true
		at, _ := p.At()
		for i, e := range c.Block.Elements() { // the last one
			if c.Scalar(i) == i && e.Name() == p.Want && e.Start().End <= p.Span.Start && c.Argument(i) != nil {
				found.field = i
				found.content = xmlcall.Span{Start: e.Start().End, End: at}
			}
		}
		break
	}
	return found
}
